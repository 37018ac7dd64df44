import type { Command } from 'commander';
import type { Cli } from '../cli';

export function statusMessagesCommand(program: Command, cli: Cli): void {
  const messages = program
    .command('status-messages')
    .description('see and cancel what the people who follow an item are told')
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', HELP);
  messages
    .command('list', { isDefault: true })
    .description('list the messages about the status of an item, newest first')
    .argument('<item>', 'item ID')
    .addHelpText('after', LIST_HELP)
    .action(async (item: string) => (await import('./status-messages')).list(cli, item));
  messages
    .command('cancel')
    .description('cancel a message that is held')
    .argument('<item>', 'item ID')
    .argument('<message>', 'message ID')
    .addHelpText('after', CANCEL_HELP)
    .action(async (item: string, message: string) =>
      (await import('./status-messages')).cancel(cli, item, message),
    );
}

const ID = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
const MESSAGE = '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f';

const HELP = `
\`feedback update\` and \`feedback batch\` with --notify ask for a message. It is
held for two minutes. Until then, it can be cancelled.

Examples:
  feedback status-messages ${ID}
  feedback status-messages cancel ${ID} \\
    ${MESSAGE}`;

const LIST_HELP = `
On a terminal, prints a table. In a pipe, or with --json, prints one JSON message
per line.

Example:
  feedback status-messages list ${ID}`;

const CANCEL_HELP = `
Example:
  feedback status-messages cancel ${ID} \\
    ${MESSAGE}`;
