import type { Command } from 'commander';
import type { CommandLine } from './cli';
import { batchCommand } from './commands/batch';
import { completionCommand } from './commands/completion';
import { createCommand } from './commands/create';
import { deleteCommand } from './commands/delete';
import { exportCommand } from './commands/export';
import { getCommand } from './commands/get';
import { importCommand } from './commands/import';
import { listCommand } from './commands/list';
import { loginCommand } from './commands/login';
import { logoutCommand } from './commands/logout';
import { mcpCommand } from './commands/mcp';
import { openCommand } from './commands/open';
import { updateCommand } from './commands/update';
import { whoamiCommand } from './commands/whoami';
import { addGlobalOptions, givenFlags, readGlobalOptions } from './options/global-options';
import { HELP_CONFIGURATION } from './options/help';
import { FeedbackCommand } from './options/feedback-command';
import { VERSION } from './version';

type AddCommand = (program: Command, cli: CommandLine) => void;

/** In the order in which `feedback --help` shows them, under these headings. */
const COMMANDS: Readonly<Record<string, readonly AddCommand[]>> = {
  'Items:': [listCommand, getCommand, createCommand, updateCommand, deleteCommand],
  'Many items:': [batchCommand, exportCommand, importCommand],
  'Account:': [loginCommand, logoutCommand, whoamiCommand, openCommand],
  'More:': [mcpCommand, completionCommand],
};

const HELP = `
Environment:
  FEEDBACK_API_KEY  the key, instead of the one that \`feedback login\` stored
  FEEDBACK_URL      where the service is, instead of the stored address
  NO_COLOR          no colour, whatever it is set to; FORCE_COLOR=1 is the opposite

Exit codes:
  0    done
  1    refused for another reason, or something else went wrong
  2    the command line is wrong
  3    no key, or one that is not accepted
  4    not found
  5    the input has to change
  6    rate limit, for longer than --max-wait
  7    the service does not answer, or cannot
  130  interrupted`;

export function createProgram(cli: CommandLine): Command {
  const { stdout, stderr } = cli.context;
  const program = new FeedbackCommand('feedback')
    .description('Feedback items of your account, from a terminal or a script.')
    .version(VERSION, '--version', 'print the version')
    .usage('<command> [options]')
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .addHelpText('after', HELP)
    .exitOverride()
    .configureHelp(HELP_CONFIGURATION)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => Math.min(stdout.columns ?? 100, 100),
      getErrHelpWidth: () => Math.min(stderr.columns ?? 100, 100),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .hook('preAction', (_, command) => {
      cli.options = readGlobalOptions(program, command);
      cli.flags = givenFlags(command);
    });
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, cli);
  }
  program.helpCommand('help [command]', 'print how a command is used');
  for (const command of [program, ...program.commands]) addGlobalOptions(command);
  return program;
}
