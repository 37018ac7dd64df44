import type { Note } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { assertId, isId } from '../items/ids';
import { printNote } from '../items/note';
import { readStdin } from '../items/standard-input';
import { timeText } from '../output/card';
import { canConfirm, confirm } from '../output/confirm';
import { jsonLine, jsonText } from '../output/json';
import { safeLine, safeText } from '../output/safe-text';
import { createStyle } from '../output/style';
import { write } from '../output/write';
import { printPages, type PageFlags } from './pages';

export async function list(cli: Cli, id: string, flags: PageFlags): Promise<void> {
  assertId(id);
  const { notes } = cli.client();
  const isText = cli.context.stdout.isTTY && !cli.options.json;
  const line = (note: Note) => (isText ? noteText(cli, note) : jsonLine(note));
  await printPages(cli, flags, { header: '', line, entries: 'notes' }, (query) => notes.list(id, query));
}

export interface NoteFlags {
  readonly authorName?: string;
  readonly createdAt?: string;
}

export async function add(
  cli: Cli,
  id: string,
  text: string | undefined,
  { authorName, createdAt }: NoteFlags = {},
): Promise<void> {
  assertId(id);
  const { stdout } = cli.context;
  const note = {
    text: text ?? (await readStdin(cli.context, 'the note')),
    author_name: authorName,
    created_at: createdAt,
  };
  const response = await cli.client().notes.create(id, note);
  await write(stdout, cli.options.json ? jsonText(response, stdout) : `${safeLine(response.data.id)}\n`);
  printNote(cli, 'Added 1 note');
}

export async function deleteNote(
  cli: Cli,
  id: string,
  noteId: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const { context, options } = cli;
  assertId(id);
  if (!isId(noteId))
    throw new CliError(
      'Invalid note ID',
      EXIT.notFound,
      `An ID has 36 characters. Run \`feedback notes list ${id} --json\` to see the IDs of the notes.`,
    );
  if (!yes && canConfirm(context) && !(await confirm(context, 'Delete 1 note permanently?')))
    throw new CliError('Nothing was deleted', EXIT.failure);
  await cli.client().notes.delete(id, noteId);
  if (options.json) await write(context.stdout, jsonText({ deleted: [noteId] }, context.stdout));
  else printNote(cli, 'Deleted 1 note');
}

/** A line with the ID, the author, and the time, then the text. */
function noteText({ context, options }: Cli, note: Note): string {
  const { id, author, author_name: name, created_at: at, text } = note;
  const by = name === null ? author.type : `${name} (imported)`;
  const style = createStyle(context, options);
  const head = `${style.dim(safeLine(id))}  ${style.bold(safeLine(by))}  ${timeText(at, context, style)}`;
  return `${head}\n${safeText(text)}\n\n`;
}
