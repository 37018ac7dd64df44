import { ENTRY_STATUSES, ENTRY_TEXT_MAX, TITLE_MAX } from '@libs/feedback';
import { Option, type Command } from 'commander';
import type { Cli } from '../cli';
import { wholeNumber } from '../items/filters';
import type { ChangeFlags, EntryFlags, ListFlags } from './changelog';

export function changelogCommand(program: Command, cli: Cli): void {
  const changelog = program
    .command('changelog')
    .description('tell customers what has changed')
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', HELP);
  changelog
    .command('list', { isDefault: true })
    .description('list entries, newest first')
    .addOption(new Option('--status <status>', 'only entries with this status').choices(ENTRY_STATUSES))
    .option('--all', 'list all entries, not only the first page')
    .option('--limit <count>', 'entries per page, 1 to 100', wholeNumber)
    .option('--cursor <cursor>', 'list the page at this cursor')
    .addHelpText('after', LIST_HELP)
    .action(async (flags: ListFlags) => (await import('./changelog')).list(cli, flags));
  changelog
    .command('get')
    .description('show an entry')
    .argument('<id>', 'entry ID')
    .addHelpText('after', GET_HELP)
    .action(async (id: string) => (await import('./changelog')).get(cli, id));
  addEntryFlags(changelog.command('create').description('create a draft'))
    .addHelpText('after', CREATE_HELP)
    .action(async (flags: EntryFlags) => (await import('./changelog')).create(cli, flags));
  addEntryFlags(changelog.command('update').description('change or publish an entry'))
    .argument('<id>', 'entry ID')
    .addOption(
      new Option('--status <status>', 'publish the entry, or make it a draft again').choices(ENTRY_STATUSES),
    )
    .option('--set-shipped', 'also set its items to shipped; with --status published')
    .option('--notify', 'tell followers and subscribers, once; with --status published')
    .option('--no-notify', 'cancel the message, in the first two minutes')
    .addHelpText('after', UPDATE_HELP)
    .action(async (id: string, flags: ChangeFlags) => (await import('./changelog')).update(cli, id, flags));
  changelog
    .command('delete')
    .description('delete an entry permanently')
    .argument('<id>', 'entry ID')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', DELETE_HELP)
    .action(async (id: string, flags: { yes?: boolean }) =>
      (await import('./changelog')).deleteEntry(cli, id, flags),
    );
}

const addEntryFlags = (command: Command): Command =>
  command
    .option('--title <text>', `title: one line, up to ${TITLE_MAX} characters`)
    .option(
      '--text <markdown>',
      `text: up to ${ENTRY_TEXT_MAX.toLocaleString('en')} characters; - reads standard input`,
    )
    .option('--items <ids>', "IDs of all its items, separated by commas; '' removes them");

const ID = '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e60';
const ITEM = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';

const HELP = `
A key with the permission \`full\` can use all commands. With \`read\`, it can use
list and get.

Examples:
  feedback changelog create --title 'Dark theme' --items ${ITEM}
  feedback changelog update ${ID} --status published`;

const LIST_HELP = `
Prints one entry per line: ID, status, and title. With --json, prints one JSON entry
per line.

Examples:
  feedback changelog list --status draft
  feedback changelog list --all --json | jq -r .title`;

const GET_HELP = `
Examples:
  feedback changelog get ${ID}
  feedback changelog get ${ID} --json | jq -r .data.text`;

const CREATE_HELP = `
Prints the ID of the draft. Without flags, reads a JSON object from standard input.

Examples:
  feedback changelog create --title 'Dark theme' --text - < dark-theme.md
  echo '{"title":"Dark theme","items":["${ITEM}"]}' | feedback changelog create`;

const UPDATE_HELP = `
Fields without a flag stay unchanged. Without flags, reads a JSON object from
standard input.

Examples:
  feedback changelog update ${ID} --title 'Dark mode'
  feedback changelog update ${ID} --status published --set-shipped --notify`;

const DELETE_HELP = `
Example:
  feedback changelog delete ${ID} --yes`;
