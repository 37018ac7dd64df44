import type { DeletedFeedback, Feedback, ListQuery } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonLine, jsonText } from '../output/json';
import { formatCount, createProgress, retryPrinter } from '../output/progress';
import { write } from '../output/write';
import { toFilters, type FilterFlags, type Filters } from './filters';
import { printNote } from './note';
import { rowsForOutput, type Rows } from './rows';
import { BufferedRows } from './buffered-rows';

export interface ListFlags extends FilterFlags {
  readonly limit?: number;
  readonly offset?: number;
  readonly cursor?: string;
  readonly includeTotal?: boolean;
  readonly includeDeleted?: boolean;
  readonly all?: boolean;
  readonly ids?: boolean;
  readonly ndjson?: boolean;
}

/** The maximum of the API. */
const MAX_PAGE_SIZE = 100;

export async function list(cli: Cli, flags: ListFlags): Promise<void> {
  assertOneFormat(cli, flags);
  const query: ListQuery = {
    ...toFilters(flags),
    limit: flags.limit,
    offset: flags.offset,
    cursor: flags.cursor,
    include_total: flags.includeTotal,
    include_deleted: flags.includeDeleted,
  };
  if (cli.options.json && !flags.all) return listAsJson(cli, query);
  if (flags.all && PAGING_FLAGS.every((name) => query[name] === undefined))
    return listAllInTable(cli, toFilters(flags), selectRows(cli, flags));
  if (flags.all) await listPages(cli, query, selectRows(cli, flags));
  else await listPage(cli, query, selectRows(cli, flags));
}

/** Prints the API response unchanged. */
async function listAsJson(cli: Cli, query: ListQuery): Promise<void> {
  const { stdout } = cli.context;
  await write(stdout, jsonText(await cli.client().list(query), stdout));
}

/** Parameters of paginated requests, which the export endpoint doesn't have. */
const PAGING_FLAGS = ['limit', 'offset', 'cursor', 'include_total', 'include_deleted'] as const;

/**
 * Lists a snapshot of all items with one export request. Buffers the items before writing the first: a pager or a full
 * pipe would block the download, and the service closes slow downloads.
 */
async function listAllInTable(cli: Cli, filters: Filters, rows: Rows): Promise<void> {
  const progress = createProgress(cli.context, cli.options);
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  const bufferedRows = new BufferedRows(rows);
  let shown = 0;
  try {
    for await (const item of client.export(filters)) {
      bufferedRows.add(item);
      shown++;
      progress.show(() => formatCount(shown, 'item'));
    }
  } finally {
    progress.clear();
  }
  if (shown === 0) return printNote(cli, 'No items');
  for (const chunk of bufferedRows.chunks) await write(cli.context.stdout, chunk);
}

async function listPage(cli: Cli, query: ListQuery, rows: Rows): Promise<void> {
  const { data, deleted = [], pagination } = await cli.client().list(query);
  await write(cli.context.stdout, deletedLines(rows, deleted));
  const bufferedRows = new BufferedRows(rows);
  for (const item of data) bufferedRows.add(item);
  if (data.length > 0) for (const chunk of bufferedRows.chunks) await write(cli.context.stdout, chunk);
  printTotal(cli, pagination.total);
  if (pagination.next_cursor !== null) printNote(cli, 'More items are available. To list them, use --all.');
  if (data.length === 0) printNote(cli, 'No items');
  printDeleted(cli, rows, deleted.length);
}

/** Prints each page as it arrives. */
async function listPages(cli: Cli, query: ListQuery, rows: Rows): Promise<void> {
  const { context } = cli;
  // On a terminal, the rows themselves show the progress.
  const progress = createProgress(context, { quiet: cli.options.quiet || context.stdout.isTTY });
  const client = cli.client({ onRetry: retryPrinter(progress, cli) });
  let [shown, gone] = [0, 0];
  let next: ListQuery | null = { ...query, limit: query.limit ?? MAX_PAGE_SIZE };
  try {
    while (next) {
      const { data, deleted = [], pagination } = await client.list(next);
      if (shown === 0 && data.length > 0) await write(context.stdout, rows.header);
      await write(context.stdout, deletedLines(rows, deleted) + data.map(rows.line).join(''));
      shown += data.length;
      gone += deleted.length;
      printTotal(cli, pagination.total);
      const cursor: string | null = pagination.next_cursor;
      if (cursor !== null && cursor === next.cursor)
        throw new CliError('Unexpected response: the service returned the same page twice', EXIT.failure);
      next = cursor === null ? null : { ...next, cursor, offset: undefined, include_total: undefined };
      if (next) progress.show(() => formatCount(shown, 'item'));
    }
  } finally {
    progress.clear();
  }
  if (shown === 0) printNote(cli, 'No items');
  printDeleted(cli, rows, gone);
}

const deletedLines = ({ deletedLine }: Rows, deleted: readonly DeletedFeedback[]): string =>
  deletedLine ? deleted.map(deletedLine).join('') : '';

function printDeleted(cli: Cli, { deletedLine }: Rows, count: number): void {
  if (count === 0 || deletedLine) return;
  printNote(cli, `${formatCount(count, 'deleted item')}. To list them, use --json or --ndjson.`);
}

function printTotal(cli: Cli, total: number | undefined): void {
  if (total !== undefined) printNote(cli, `${formatCount(total, 'item')} in total`);
}

function selectRows(cli: Cli, { ids, ndjson }: ListFlags): Rows {
  if (ids) return { header: '', line: ({ id }: Feedback) => `${id}\n` };
  return ndjson || cli.options.json
    ? { header: '', line: jsonLine, deletedLine: jsonLine }
    : rowsForOutput(cli);
}

function assertOneFormat({ options }: Cli, { ids, ndjson }: ListFlags): void {
  if (ids && (ndjson || options.json))
    throw new CliError('--ids cannot be used with JSON output', EXIT.usage);
}
