import type { Command } from 'commander';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';

const HELP = `
Examples:
  feedback open               the form, where end users leave feedback
  feedback open --dashboard
  feedback open | pbcopy      in a pipe, and where there is no browser, the address is printed`;

export function openCommand(program: Command, cli: Cli): void {
  program
    .command('open')
    .description('open the form in a browser')
    .option('--dashboard', 'the dashboard instead')
    .addHelpText('after', HELP)
    .action(({ dashboard }: { dashboard?: boolean }) => open(cli, dashboard === true));
}

async function open(cli: Cli, dashboard: boolean): Promise<void> {
  const { context, options } = cli;
  const { stdout, openBrowser } = context;
  const url = dashboard ? `${cli.serviceUrl()}/app` : (await cli.client().key()).data.form_url;
  // A browser is told what a service answered: nothing but the web.
  if (!/^https?:\/\//.test(url)) throw new CliError('The answer is not an address of the web', EXIT.failure);
  if (options.json) stdout.write(jsonText({ data: { url } }, stdout));
  else if (stdout.isTTY && (await openBrowser?.(url))) cli.print(`Opened ${safeLine(url)}`);
  else stdout.write(`${safeLine(url)}\n`);
}
