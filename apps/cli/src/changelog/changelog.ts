import type { ChangelogEntry, ChangelogEntryChange, NewChangelogEntry } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { printPages, type PageFlags } from '../history/pages';
import { isId } from '../items/ids';
import { printNote } from '../items/note';
import { parseJsonValues, readPipedText, readStdin } from '../items/standard-input';
import { factLines, timeText } from '../output/card';
import { canConfirm, confirm } from '../output/confirm';
import { jsonLine, jsonText } from '../output/json';
import { safeLine, safeText } from '../output/safe-text';
import { createStyle } from '../output/style';
import { write } from '../output/write';

export interface ListFlags extends PageFlags {
  readonly status?: ChangelogEntry['status'];
}

export interface EntryFlags {
  readonly title?: string;
  readonly text?: string;
  readonly items?: string;
}

export interface ChangeFlags extends EntryFlags {
  readonly status?: ChangelogEntry['status'];
  readonly setShipped?: boolean;
  readonly notify?: boolean;
}

export async function list(cli: Cli, { status, ...flags }: ListFlags): Promise<void> {
  const line = ({ id, status: current, title }: ChangelogEntry) =>
    `${[safeLine(id), safeLine(current), safeLine(title)].join('\t')}\n`;
  const { changelog } = cli.client();
  const output = { header: '', line: cli.options.json ? jsonLine : line, entries: 'entries' };
  await printPages(cli, flags, output, (query) => changelog.list({ status, ...query }));
}

export async function get(cli: Cli, id: string): Promise<void> {
  assertEntryId(id);
  const { context, options } = cli;
  const response = await cli.client().changelog.get(id);
  await write(context.stdout, options.json ? jsonText(response, context.stdout) : cardOf(cli, response.data));
}

function cardOf({ context, options }: Cli, entry: ChangelogEntry): string {
  const style = createStyle(context, options);
  const { id, title, text, items, status, notification } = entry;
  const { published_at: publishedAt, created_at: createdAt } = entry;
  const facts = [
    ['ID', safeLine(id)],
    ['Title', safeLine(title)],
    ['Status', safeLine(status)],
    ...(items.length > 0 ? [['Items', items.map(safeLine).join(' ')] as const] : []),
    ...(publishedAt === null ? [] : [['Published', timeText(publishedAt, context, style)] as const]),
    ...(notification ? [['Told', toldText(notification)] as const] : []),
    ['Created', timeText(createdAt, context, style)],
  ] as const;
  return `${factLines(facts, style)}${text === '' ? '' : `\n${safeText(text)}\n`}`;
}

const toldText = ({
  state,
  recipients,
  delivered,
  waiting,
  refused,
}: NonNullable<ChangelogEntry['notification']>): string =>
  ['sending', 'sent'].includes(state)
    ? `${recipients} recipients: ${delivered} delivered, ${waiting} waiting, ${refused} refused`
    : `${safeLine(state)}, ${recipients} recipients`;

export async function create(cli: Cli, flags: EntryFlags): Promise<void> {
  const { stdout } = cli.context;
  // The service validates the entry and reports errors.
  const entry = (await fieldsOf(cli, flags)) as NewChangelogEntry;
  const response = await cli.client().changelog.create(entry);
  await write(stdout, cli.options.json ? jsonText(response, stdout) : `${safeLine(response.data.id)}\n`);
  printNote(cli, 'Created 1 draft');
}

export async function update(cli: Cli, id: string, flags: ChangeFlags): Promise<void> {
  assertEntryId(id);
  const { stdout } = cli.context;
  const response = await cli.client().changelog.update(id, await fieldsOf(cli, flags));
  if (cli.options.json) await write(stdout, jsonText(response, stdout));
  else printNote(cli, response.data.status === 'published' ? 'Updated 1 published entry' : 'Updated 1 draft');
}

/** The fields that the flags set; without any, those of a JSON object from standard input. */
async function fieldsOf({ context }: Cli, flags: ChangeFlags): Promise<ChangelogEntryChange> {
  const text = flags.text === '-' ? await readStdin(context, 'the text') : flags.text;
  const items = flags.items?.split(',').filter((id) => id !== '');
  const { title, status, setShipped: set_shipped, notify } = flags;
  const fields = { title, text, items, status, set_shipped, notify };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : ((await readFields(context)) as ChangelogEntryChange);
}

async function readFields(context: Cli['context']): Promise<unknown> {
  const text = await readPipedText(context);
  if (text === '')
    throw new CliError(
      'No fields: pass a flag such as --title, or JSON on standard input',
      EXIT.usage,
      'See `feedback changelog --help`.',
    );
  const { isOne, values } = parseJsonValues(text);
  if (!isOne) throw new CliError('Standard input must be one JSON object', EXIT.invalid);
  return values[0];
}

export async function deleteEntry(cli: Cli, id: string, { yes }: { yes?: boolean }): Promise<void> {
  const { context, options } = cli;
  assertEntryId(id);
  if (!yes && canConfirm(context) && !(await confirm(context, 'Delete 1 entry permanently?')))
    throw new CliError('Nothing was deleted', EXIT.failure);
  await cli.client().changelog.delete(id);
  if (options.json) await write(context.stdout, jsonText({ deleted: [id] }, context.stdout));
  else printNote(cli, 'Deleted 1 entry');
}

/** @throws CliError for an invalid ID, before any request */
function assertEntryId(text: string): void {
  if (!isId(text))
    throw new CliError(
      'Invalid entry ID',
      EXIT.notFound,
      'Run `feedback changelog list` to see the IDs of the entries.',
    );
}
