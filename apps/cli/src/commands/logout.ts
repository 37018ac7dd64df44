import type { Command } from 'commander';
import type { Cli } from '../cli';
import { jsonText } from '../output/json';
import { removeSettings, settingsPath } from '../settings/settings-file';

export function logoutCommand(program: Command, cli: Cli): void {
  program
    .command('logout')
    .description('remove the stored API key from this computer')
    .addHelpText('after', '\nThe key stays valid until you revoke it in the dashboard.')
    .action(() => logOut(cli));
}

function logOut(cli: Cli): void {
  const { stdout, env } = cli.context;
  const removed = removeSettings(env);
  if (cli.options.json) stdout.write(jsonText({ data: { removed, file: settingsPath(env) } }, stdout));
  else if (removed)
    cli.print(`Removed ${settingsPath(env)}. If you no longer need the key, revoke it in the dashboard.`);
  else cli.print('No API key is stored.');
  if (env['FEEDBACK_API_KEY']) cli.print('Note: FEEDBACK_API_KEY is set and stays in use.');
}
