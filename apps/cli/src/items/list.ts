import type { Feedback, ListQuery } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonLine, jsonText } from '../output/json';
import { counted, progressOn, toldBy } from '../output/progress';
import { write } from '../output/write';
import { filtersOf, type FilterFlags, type Filters } from './filters';
import { note } from './note';
import { rowsOn, type Rows } from './rows';

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
/** Written at once, in characters. */
const PIECE = 65_536;

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
  await listRows(cli, query, flags.all ?? false, rowsFor(cli, flags));
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
  const pieces = [rows.header];
  let shown = 0;
  try {
    for await (const item of client.export(filters)) {
      const last = pieces.length - 1;
      if (pieces[last]!.length < PIECE) pieces[last] += rows.line(item);
      else pieces.push(rows.line(item));
      shown++;
      progress.show(() => counted(shown, 'item'));
    }
  } finally {
    progress.clear();
  }
  if (shown === 0) return note(cli, 'No items');
  for (const piece of pieces) await write(cli.context.stdout, piece);
}

async function listRows(cli: Cli, query: ListQuery, all: boolean, rows: Rows): Promise<void> {
  const { context } = cli;
  // Lines that come on a terminal are progress enough.
  const progress = progressOn(context, { quiet: cli.options.quiet || context.stdout.isTTY });
  const client = cli.client({ onRetry: toldBy(progress, cli) });
  let shown = 0;
  let next: ListQuery | null = all ? { ...query, limit: query.limit ?? PAGE_MAX } : query;
  try {
    while (next) {
      const { data, pagination } = await client.list(next);
      if (shown === 0 && data.length > 0) await write(context.stdout, rows.header);
      await write(context.stdout, data.map(rows.line).join(''));
      shown += data.length;
      const { next_cursor: cursor, total } = pagination;
      if (total !== undefined) note(cli, `${counted(total, 'item')} in all`);
      next = all && cursor !== null ? { ...next, cursor, offset: undefined, include_total: undefined } : null;
      if (next) progress.show(() => counted(shown, 'item'));
      if (!all && cursor !== null) note(cli, 'There are more: --all shows them');
    }
  } finally {
    progress.clear();
  }
  if (shown === 0) note(cli, 'No items');
}

function rowsFor(cli: Cli, { ids, ndjson }: ListFlags): Rows {
  if (ids) return { header: '', line: ({ id }: Feedback) => `${id}\n` };
  return ndjson || cli.options.json ? { header: '', line: jsonLine } : rowsOn(cli);
}

function assertOneForm({ options }: Cli, { ids, ndjson }: ListFlags): void {
  if (ids && (ndjson || options.json))
    throw new CliError('--ids and JSON are two forms of answer: give one of them', EXIT.usage);
}
