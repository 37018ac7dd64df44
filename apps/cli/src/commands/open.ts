import type { Command } from 'commander';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';

const HELP = `
Examples:
  feedback open               open the form
  feedback open --dashboard   open the dashboard
  feedback open | pbcopy      copy the URL (printed in a pipe or without a browser)`;

export function openCommand(program: Command, cli: Cli): void {
  program
    .command('open')
    .description('open the form in a browser')
    .option('--dashboard', 'open the dashboard instead')
    .addHelpText('after', HELP)
    .action(({ dashboard }: { dashboard?: boolean }) => open(cli, dashboard === true));
}

async function open(cli: Cli, dashboard: boolean): Promise<void> {
  const { context, options } = cli;
  const { stdout, openBrowser } = context;
  const url = dashboard ? `${cli.serviceUrl()}/app` : (await cli.client().key()).data.form_url;
  // The URL comes from the service: open nothing but web pages.
  if (!/^https?:\/\//.test(url)) throw new CliError('Unexpected response: invalid form URL', EXIT.failure);
  if (options.json) stdout.write(jsonText({ data: { url } }, stdout));
  else if (stdout.isTTY && (await openBrowser?.(url))) cli.print(`Opened ${safeLine(url)}`);
  else stdout.write(`${safeLine(url)}\n`);
}
