import type { Feedback, ListQuery } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonLine, jsonText } from '../output/json';
import { counted, progressOn, toldBy } from '../output/progress';
import { write } from '../output/write';
import { filtersOf, type FilterFlags, type Filters } from './filters';
import { note } from './note';
import { rowsOn, type Rows } from './rows';
import { BufferedRows } from './buffered-rows';

export interface ListFlags extends FilterFlags {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
  readonly includeTotal?: boolean;
  readonly all?: boolean;
  readonly ids?: boolean;
  readonly ndjson?: boolean;
}

/** Most that a page holds. */
const PAGE_MAX = 100;

export async function list(cli: Cli, flags: ListFlags): Promise<void> {
  assertOneForm(cli, flags);
  const query: ListQuery = {
    ...filtersOf(flags),
    limit: flags.limit,
    offset: flags.offset,
    cursor: flags.cursor,
    include_total: flags.includeTotal,
  };
  if (cli.options.json && !flags.all) return listAsJson(cli, query);
  if (flags.all && PAGING.every((name) => query[name] === undefined))
    return listInOne(cli, filtersOf(flags), rowsFor(cli, flags));
  if (flags.all) await listPages(cli, query, rowsFor(cli, flags));
  else await listPage(cli, query, rowsFor(cli, flags));
}

/** The API's answer as it is. */
async function listAsJson(cli: Cli, query: ListQuery): Promise<void> {
  const { stdout } = cli.context;
  await write(stdout, jsonText(await cli.client().list(query), stdout));
}

/** What only pages have. */
const PAGING = ['limit', 'offset', 'cursor', 'include_total'] as const;

/**
 * All of them as of one moment, in one request, however many they are. They are here before the first one is written:
 * a pager takes its time, a full pipe holds up this process and with it the export, and the service waits for nobody.
 */
async function listInOne(cli: Cli, filters: Filters, rows: Rows): Promise<void> {
  const progress = progressOn(cli.context, cli.options);
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  const text = new BufferedRows(rows);
  let shown = 0;
  try {
    for await (const item of client.export(filters)) {
      text.add(item);
      shown++;
      progress.show(() => counted(shown, 'item'));
    }
  } finally {
    progress.clear();
  }
  if (shown === 0) return note(cli, 'No items');
  for (const piece of text.pieces) await write(cli.context.stdout, piece);
}

async function listPage(cli: Cli, query: ListQuery, rows: Rows): Promise<void> {
  const { data, pagination } = await cli.client().list(query);
  const text = new BufferedRows(rows);
  for (const item of data) text.add(item);
  if (data.length > 0) for (const piece of text.pieces) await write(cli.context.stdout, piece);
  noteTotal(cli, pagination.total);
  if (pagination.next_cursor !== null) note(cli, 'There are more: --all shows them');
  if (data.length === 0) note(cli, 'No items');
}

/** Page after page, shown as they come. */
async function listPages(cli: Cli, query: ListQuery, rows: Rows): Promise<void> {
  const { context } = cli;
  // Lines that come on a terminal are progress enough.
  const progress = progressOn(context, { quiet: cli.options.quiet || context.stdout.isTTY });
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  let shown = 0;
  let next: ListQuery | null = { ...query, limit: query.limit ?? PAGE_MAX };
  try {
    while (next) {
      const { data, pagination } = await client.list(next);
      if (shown === 0 && data.length > 0) await write(context.stdout, rows.header);
      await write(context.stdout, data.map(rows.line).join(''));
      shown += data.length;
      noteTotal(cli, pagination.total);
      const cursor: string | null = pagination.next_cursor;
      if (cursor !== null && cursor === next.cursor)
        throw new CliError('The service returned the same page twice', EXIT.failure);
      next = cursor === null ? null : { ...next, cursor, offset: undefined, include_total: undefined };
      if (next) progress.show(() => counted(shown, 'item'));
    }
  } finally {
    progress.clear();
  }
  if (shown === 0) note(cli, 'No items');
}

function noteTotal(cli: Cli, total: number | undefined): void {
  if (total !== undefined) note(cli, `${counted(total, 'item')} in all`);
}

function rowsFor(cli: Cli, { ids, ndjson }: ListFlags): Rows {
  if (ids) return { header: '', line: ({ id }: Feedback) => `${id}\n` };
  return ndjson || cli.options.json ? { header: '', line: jsonLine } : rowsOn(cli);
}

function assertOneForm({ options }: Cli, { ids, ndjson }: ListFlags): void {
  if (ids && (ndjson || options.json))
    throw new CliError('--ids and JSON are two forms of answer: give one of them', EXIT.usage);
}
