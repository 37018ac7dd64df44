import type { Command } from 'commander';
import type { CommandLine } from './cli';
import { batchCommand } from './commands/batch';
import { completionCommand } from './commands/completion';
import { createCommand } from './commands/create';
import { deleteCommand } from './commands/delete';
import { eventsCommand } from './commands/events';
import { exportCommand } from './commands/export';
import { getCommand } from './commands/get';
import { importCommand } from './commands/import';
import { listCommand } from './commands/list';
import { listenCommand } from './commands/listen';
import { loginCommand } from './commands/login';
import { logoutCommand } from './commands/logout';
import { mcpCommand } from './commands/mcp';
import { openCommand } from './commands/open';
import { countsCommand, statsCommand } from './stats/stats.command';
import { updateCommand, upsertCommand } from './commands/update';
import { whoamiCommand } from './commands/whoami';
import { historyCommand, notesCommand } from './history/commands';
import { addGlobalOptions, specifiedFlags, readGlobalOptions } from './options/global-options';
import { HELP_CONFIGURATION } from './options/help';
import { changelogCommand } from './changelog/changelog.command';
import { FeedbackCommand } from './options/feedback-command';
import { publishCommand, unpublishCommand } from './public-cards/publish.command';
import { requestsCommand } from './requests/requests.command';
import { statusMessagesCommand } from './status-messages/status-messages.command';
import { similarCommand } from './similar/similar.command';
import { VERSION } from './version';
import { tagsCommand } from './tags/tags.command';
import { webhooksCommand } from './webhooks/webhooks.command';

type AddCommand = (program: Command, cli: CommandLine) => void;

/** Commands by heading, in the order of `feedback --help`. */
const COMMANDS: Readonly<Record<string, readonly AddCommand[]>> = {
  'Items:': [
    listCommand,
    getCommand,
    similarCommand,
    createCommand,
    updateCommand,
    upsertCommand,
    deleteCommand,
    publishCommand,
    unpublishCommand,
    historyCommand,
    notesCommand,
    requestsCommand,
    statusMessagesCommand,
  ],
  'Many items:': [
    batchCommand,
    exportCommand,
    importCommand,
    countsCommand,
    statsCommand,
    tagsCommand,
    changelogCommand,
  ],
  'Events:': [eventsCommand, listenCommand, webhooksCommand],
  'Account:': [loginCommand, logoutCommand, whoamiCommand, openCommand],
  'More:': [mcpCommand, completionCommand],
};

const HELP = `
Environment:
  FEEDBACK_API_KEY  API key; overrides the key that \`feedback login\` stored
  FEEDBACK_URL      service URL; overrides the stored URL
  NO_COLOR          disables color if set; FORCE_COLOR=1 enables color in pipes

Exit codes:
  0    success
  1    other error
  2    invalid command or flags
  3    API key missing, invalid, or without permission
  4    not found
  5    invalid input
  6    rate limit lasts longer than --max-wait
  7    service unavailable
  130  interrupted`;

export function createProgram(cli: CommandLine): Command {
  const { stdout, stderr } = cli.context;
  const program = new FeedbackCommand('feedback')
    .description('Manage feedback items from a terminal or a script.')
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
      cli.options = readGlobalOptions(command);
      cli.flags = specifiedFlags(command);
    });
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const add of commands) add(program, cli);
  }
  program.helpCommand('help [command]', 'show help for a command');
  addGlobalOptions(program);
  return program;
}
