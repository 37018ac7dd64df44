import {
  DEFAULT_SORT,
  searchTerms,
  STATUSES,
  type FeedbackFilter,
  type FeedbackQuery,
  type Sort,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from './feedback.row';
import { COLUMNS } from './feedback.sql';

interface Order {
  readonly by: string;
  /** What comes behind a place in this order, given the parameters of its id and of its key. */
  readonly behind: (id: string, key: string) => string;
  /** Whether neighbours in this order are neighbours in the table, so that walking it is cheap. */
  readonly isOfTime: boolean;
}

const BEYOND = { ASC: '>', DESC: '<' } as const;
type Direction = keyof typeof BEYOND;

/** The order of ids is the order of time. */
const byTime = (direction: Direction): Order => ({
  by: `id ${direction}`,
  behind: (id) => `id ${BEYOND[direction]} ${id}`,
  isOfTime: true,
});

const byColumn = (column: string, direction: Direction): Order => ({
  by: `${column} ${direction}, id ${direction}`,
  behind: (id, key) => `(${column}, id) ${BEYOND[direction]} (${key}, ${id})`,
  isOfTime: false,
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

/** The ORDER BY of a list, without these words; each is an index. */
export const orderOf = (sort: Sort = DEFAULT_SORT): string => ORDERS[sort].by;

/**
 * One page. A page from the top or behind a position reads one index from there on; a page by offset walks the index
 * alone and fetches only the rows it shows (deferred join), which is what keeps a deep one cheap.
 *
 * A search has no index, and the planner cannot know how much its words will find: left to itself it reads a million
 * rows for a word that every tenth has, or walks them in the order of titles, one page of the table for each, for a
 * word that none has. So it is told: in the order of time it walks until it has found enough (CASE hides the guess),
 * in any other it finds everything first and sorts that (OFFSET 0 keeps the order out of the inner query).
 */
export function pageStatement(accountId: string, query: FeedbackQuery): QueryArrayConfig {
  const { limit, offset, after, sort } = query;
  const { by, behind, isOfTime } = ORDERS[sort ?? DEFAULT_SORT];
  const values: unknown[] = [accountId, limit + 1];
  let where = ['account_id = $1', ...testsOf(query, values)].join(' AND ');
  if (after !== undefined) {
    const id = `$${values.push(after.id)}`;
    where += ` AND ${behind(id, after.key === undefined ? '' : `$${values.push(after.key)}`)}`;
  }
  const search = searchOf(query, values);
  if (search !== null)
    where += isOfTime ? ` AND CASE WHEN ${search} THEN true ELSE false END` : ` AND ${search}`;
  const isSorted = search !== null && !isOfTime;
  const source = isSorted
    ? `(SELECT * FROM feedback WHERE ${where} OFFSET 0) found`
    : `feedback WHERE ${where}`;
  const page = (columns: string) => `SELECT ${columns} FROM ${source} ORDER BY ${by} LIMIT $2`;
  if (offset === 0) return rowsOf(page(COLUMNS), values);
  const ids = `${page('account_id, id')} OFFSET $${values.push(offset)}`;
  return rowsOf(
    `SELECT ${COLUMNS} FROM (${ids}) page JOIN feedback USING (account_id, id) ORDER BY ${by}`,
    values,
  );
}

export function countStatement(accountId: string, filter: FeedbackFilter): QueryArrayConfig {
  const values: unknown[] = [accountId];
  const where = ['account_id = $1', ...testsOf(filter, values)].join(' AND ');
  const search = searchOf(filter, values);
  return rowsOf(
    `SELECT count(*) FROM feedback WHERE ${where}${search === null ? '' : ` AND ${search}`}`,
    values,
  );
}

/** Status by status, because each count then stays on the index: a GROUP BY may choose to read the whole table. */
const COUNT_EACH = `
  SELECT status, (SELECT count(*) FROM feedback WHERE account_id = $1 AND feedback.status = each.status)
  FROM unnest($2::text[]) AS each (status)`;

export function countByStatusStatement(accountId: string, q?: string): QueryArrayConfig {
  const values: unknown[] = [accountId];
  const search = searchOf({ q }, values);
  if (search === null) return rowsOf(COUNT_EACH, [accountId, STATUSES]);
  return rowsOf(
    `SELECT status, count(*) FROM feedback WHERE account_id = $1 AND ${search} GROUP BY status`,
    values,
  );
}

/**
 * The whole WHERE of a filter on `feedback`, its search included. Adds its parameters, all of them texts, to `values`,
 * and leaves what is already in there alone.
 */
export function conditionsOf(accountId: string, filter: FeedbackFilter, values: unknown[]): string {
  const tests = [`account_id = $${values.push(accountId)}`, ...testsOf(filter, values)];
  for (const pattern of patternsOf(filter.q)) tests.push(`${TEXT} ILIKE $${values.push(pattern)}`);
  return tests.join(' AND ');
}

/** All but account and search. Adds its parameters to `values`. */
function testsOf(filter: FeedbackFilter, values: unknown[]): string[] {
  const { status, submitterEmail, createdAfter, createdBefore, updatedAfter } = filter;
  const tests: string[] = [];
  if (status !== undefined) tests.push(`status = $${values.push(status)}`);
  if (submitterEmail !== undefined)
    tests.push(`lower(submitter_email) = $${values.push(submitterEmail.toLowerCase())}`);
  if (createdAfter !== undefined) tests.push(`id >= $${values.push(firstIdAt(createdAfter))}`);
  if (createdBefore !== undefined) tests.push(`id < $${values.push(firstIdAt(createdBefore))}`);
  if (updatedAfter !== undefined) tests.push(`updated_at >= $${values.push(laterOf(updatedAfter, EPOCH))}`);
  return tests;
}

/** Nothing is older; and PostgreSQL knows no year 0. */
const EPOCH: Instant = '1970-01-01T00:00:00.000Z';
const laterOf = (one: Instant, other: Instant): Instant => (one > other ? one : other);

/** What no id of this moment or later is below: `created_at` is the millisecond in the id (API.md 1.7). */
function firstIdAt(instant: Instant): string {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** What title and description together must be like. */
const patternsOf = (q = ''): string[] => searchTerms(q).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);

/** No term has white space in it, so that none is found across the line break. */
const TEXT = `(title || E'\\n' || coalesce(description, ''))`;

/** Adds its parameter to `values`; null when nothing is searched for. */
function searchOf({ q }: FeedbackFilter, values: unknown[]): string | null {
  const patterns = patternsOf(q);
  return patterns.length === 0 ? null : `${TEXT} ILIKE ALL ($${values.push(patterns)}::text[])`;
}
