import {
  DEFAULT_SORT,
  searchTerms,
  STATUSES,
  type FeedbackFilter,
  type FeedbackQuery,
  type Sort,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from './feedback.row';
import { COLUMNS } from './feedback.sql';

interface Order {
  readonly by: string;
  /** What comes behind a place in this order, given the parameters of its id and of its key. */
  readonly behind: (id: string, key: string) => string;
}

const BEYOND = { ASC: '>', DESC: '<' } as const;
type Direction = keyof typeof BEYOND;

/** The order of ids is the order of time. */
const byTime = (direction: Direction): Order => ({
  by: `id ${direction}`,
  behind: (id) => `id ${BEYOND[direction]} ${id}`,
});

const byColumn = (column: string, direction: Direction): Order => ({
  by: `${column} ${direction}, id ${direction}`,
  behind: (id, key) => `(${column}, id) ${BEYOND[direction]} (${key}, ${id})`,
});

/** Each is one index, read in one of its two directions. */
const ORDERS: Readonly<Record<Sort, Order>> = {
  '-created_at': byTime('DESC'),
  created_at: byTime('ASC'),
  '-updated_at': byColumn('updated_at', 'DESC'),
  updated_at: byColumn('updated_at', 'ASC'),
  title: byColumn('title COLLATE title_order', 'ASC'),
  '-title': byColumn('title COLLATE title_order', 'DESC'),
};

/**
 * One page. A page from the top or behind a position reads one index from there on; a page by offset walks the index
 * alone and fetches only the rows it shows (deferred join), which is what keeps a deep one cheap.
 */
export function pageStatement(accountId: string, query: FeedbackQuery): QueryArrayConfig {
  const { limit, offset, after, sort } = query;
  const { by, behind } = ORDERS[sort ?? DEFAULT_SORT];
  const values: unknown[] = [accountId, limit + 1];
  let where = whereOf(query, values);
  if (after !== undefined) {
    const id = `$${values.push(after.id)}`;
    where += ` AND ${behind(id, after.key === undefined ? '' : `$${values.push(after.key)}`)}`;
  }
  const page = (columns: string) => `SELECT ${columns} FROM feedback WHERE ${where} ORDER BY ${by} LIMIT $2`;
  if (offset === 0) return rowsOf(page(COLUMNS), values);
  const ids = `${page('account_id, id')} OFFSET $${values.push(offset)}`;
  return rowsOf(
    `SELECT ${COLUMNS} FROM (${ids}) page JOIN feedback USING (account_id, id) ORDER BY ${by}`,
    values,
  );
}

export function countStatement(accountId: string, filter: FeedbackFilter): QueryArrayConfig {
  const values: unknown[] = [accountId];
  return rowsOf(`SELECT count(*) FROM feedback WHERE ${whereOf(filter, values)}`, values);
}

/** Status by status, because each count then stays on the index: a GROUP BY may choose to read the whole table. */
const COUNT_EACH = `
  SELECT status, (SELECT count(*) FROM feedback WHERE account_id = $1 AND feedback.status = each.status)
  FROM unnest($2::text[]) AS each (status)`;

export function countByStatusStatement(accountId: string, q?: string): QueryArrayConfig {
  if (q === undefined || searchTerms(q).length === 0) return rowsOf(COUNT_EACH, [accountId, STATUSES]);
  const values: unknown[] = [accountId];
  return rowsOf(
    `SELECT status, count(*) FROM feedback WHERE ${whereOf({ q }, values)} GROUP BY status`,
    values,
  );
}

/** No term has white space in it, so that none is found across the line break. */
const TEXT = `(title || E'\\n' || coalesce(description, ''))`;

/** Adds its parameters to `values`, of which the first is the account. */
function whereOf({ status, q }: FeedbackFilter, values: unknown[]): string {
  let where = 'account_id = $1';
  if (status !== undefined) where += ` AND status = $${values.push(status)}`;
  if (q === undefined) return where;
  const patterns = searchTerms(q).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);
  if (patterns.length > 0) where += ` AND ${TEXT} ILIKE ALL ($${values.push(patterns)}::text[])`;
  return where;
}
