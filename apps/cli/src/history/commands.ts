import type { Command } from 'commander';
import type { Cli } from '../cli';
import { wholeNumber } from '../items/filters';
import type { NoteFlags } from './notes';
import type { PageFlags } from './pages';

export function historyCommand(program: Command, cli: Cli): void {
  withPageOptions(
    program.command('history').description('show the changes of an item, newest first'),
    'changes',
  )
    .addHelpText('after', HISTORY_HELP)
    .action(async (id: string, flags: PageFlags) => (await import('./history')).history(cli, id, flags));
}

export function notesCommand(program: Command, cli: Cli): void {
  const notes = program
    .command('notes')
    .description('manage internal notes about items')
    .usage('<command> [options]')
    .helpCommand(false)
    .addHelpText('after', NOTES_HELP);
  withPageOptions(notes.command('list').description('list the notes of an item, newest first'), 'notes')
    .addHelpText('after', LIST_HELP)
    .action(async (id: string, flags: PageFlags) => (await import('./notes')).list(cli, id, flags));
  notes
    .command('add')
    .description('write a note about an item')
    .argument('<id>', 'item ID')
    .argument('[text]', 'text of the note; without it, standard input')
    .option('--author-name <name>', 'who wrote the note in another product')
    .option('--created-at <time>', 'when the note was written: 2024-03-04T09:00:00Z')
    .addHelpText('after', ADD_HELP)
    .action(async (id: string, text: string | undefined, flags: NoteFlags) =>
      (await import('./notes')).add(cli, id, text, flags),
    );
  notes
    .command('delete')
    .description('delete a note permanently')
    .argument('<id>', 'item ID')
    .argument('<note-id>', 'note ID')
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', DELETE_HELP)
    .action(async (id: string, noteId: string, flags: { yes?: boolean }) =>
      (await import('./notes')).deleteNote(cli, id, noteId, flags),
    );
}

const withPageOptions = (command: Command, entries: string): Command =>
  command
    .argument('<id>', 'item ID')
    .option('--all', `list all ${entries}, not only the first page`)
    .option('--limit <count>', `${entries} per page, 1 to 100`, wholeNumber)
    .option('--cursor <cursor>', 'list the page at this cursor');

const ID = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';
const NOTE_ID = '019cb845-2a00-7c3d-8e9f-0a1b2c3d4e5f';

const HISTORY_HELP = `
On a terminal, prints a table. In a pipe, or with --json, prints one JSON change
per line, with the old and new values.

Examples:
  feedback history ${ID}
  feedback history ${ID} --all | jq -c .changes.status`;

const NOTES_HELP = `
Notes are internal: no public page, event, or webhook contains them. A key with
the permission \`full\` can use all commands. With \`read\`, it can use list.

Examples:
  feedback notes add ${ID} 'Ada needs this before June.'
  feedback notes list ${ID}`;

const LIST_HELP = `
On a terminal, prints the texts. In a pipe, or with --json, prints one JSON note
per line.

Example:
  feedback notes list ${ID} --all | jq -r .text`;

const ADD_HELP = `
Examples:
  feedback notes add ${ID} 'Ada needs this before June.'
  feedback notes add ${ID} < note.txt
  feedback notes add ${ID} 'Asked again' \\
    --author-name 'Grace Hopper' --created-at 2024-03-04T09:00:00Z`;

const DELETE_HELP = `
Example:
  feedback notes delete ${ID} \\
    ${NOTE_ID}`;
