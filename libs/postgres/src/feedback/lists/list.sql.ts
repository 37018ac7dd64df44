import {
  DEFAULT_SORT,
  searchTerms,
  STATUSES,
  type FeedbackFilter,
  type FeedbackQuery,
  type Position,
  type Sort,
  type StatuslessFilter,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import { COLUMNS } from '../items/feedback.schema';

/** Filters on columns of the item, without search text and submitter. */
export type Test = Exclude<keyof FeedbackFilter, 'q' | 'searchesSenders' | 'submitterEmail'>;

interface Order {
  readonly by: string;
  /** Returns the condition for rows after a position, given the parameters of its ID and key. */
  readonly afterPosition: (id: string, key: string) => string;
  /** Filters that an index in this order supports. */
  readonly serves: readonly Test[];
  /** True if the order depends on the IDs alone. */
  readonly isOfIds: boolean;
}

const COMPARISONS = { ASC: '>', DESC: '<' } as const;
type Direction = keyof typeof COMPARISONS;

/** IDs sort by time. */
const byTime = (direction: Direction): Order => ({
  by: `id ${direction}`,
  afterPosition: (id) => `id ${COMPARISONS[direction]} ${id}`,
  serves: ['status', 'source', 'createdAfter', 'createdBefore', 'importId'],
  isOfIds: true,
});

const byColumn = (column: string, direction: Direction, serves: readonly Test[]): Order => ({
  by: `${column} ${direction}, id ${direction}`,
  afterPosition: (id, key) => `(${column}, id) ${COMPARISONS[direction]} (${key}, ${id})`,
  serves,
  isOfIds: false,
});

/** Each order is one index, read forward or backward. */
export const ORDERS: Readonly<Record<Sort, Order>> = {
  '-created_at': byTime('DESC'),
  created_at: byTime('ASC'),
  '-updated_at': byColumn('updated_at', 'DESC', ['updatedAfter']),
  updated_at: byColumn('updated_at', 'ASC', ['updatedAfter']),
  title: byColumn('title COLLATE title_order', 'ASC', []),
  '-title': byColumn('title COLLATE title_order', 'DESC', []),
};

/** Returns the expressions of a list's ORDER BY. */
export const orderOf = (sort: Sort = DEFAULT_SORT): string => ORDERS[sort].by;

/**
 * Returns the filters that one index in this order supports: status or source, but not both. Prefers status. At most one
 * item has an external ID, so its index supports every order and filter.
 */
export function servedTests(sort: Sort, { status, externalId }: FeedbackFilter): readonly Test[] {
  if (externalId !== undefined) return ALL_TESTS;
  const { serves } = ORDERS[sort];
  return status === undefined ? serves : serves.filter((test) => test !== 'source');
}

/** True if one index can return the page with its filters. Other queries use `attemptsOf`. */
export function isServedByOneIndex(query: FeedbackQuery): boolean {
  const serves = servedTests(query.sort ?? DEFAULT_SORT, query);
  if (query.submitterEmail !== undefined || isSearch(query)) return false;
  return ALL_TESTS.every((test) => query[test] === undefined || serves.includes(test));
}

/**
 * Returns the statement for a page that one index supports. A first page or a page by cursor reads the index from its
 * start. A page by offset uses a deferred join: an index-only scan skips the offset, and only the rows of the page are
 * fetched, so that deep pages are fast.
 */
export function pageStatement(accountId: string, query: FeedbackQuery): QueryArrayConfig {
  const { limit, offset, after, sort = DEFAULT_SORT } = query;
  const { by } = ORDERS[sort];
  const values: unknown[] = [accountId, limit + 1];
  const tests = testsOf(query, servedTests(sort, query), values);
  const where = ['account_id = $1', ...tests, ...afterCursor(sort, after, values)];
  const page = (columns: string) =>
    `SELECT ${columns} FROM feedback WHERE ${where.join(' AND ')} ORDER BY ${by} LIMIT $2`;
  if (offset === 0) return rowsOf(page(COLUMNS), values);
  const ids = `${page('account_id, id')} OFFSET $${values.push(offset)}`;
  return rowsOf(
    `SELECT ${COLUMNS} FROM (${ids}) page JOIN feedback USING (account_id, id) ORDER BY ${by}`,
    values,
  );
}

export function countStatement(accountId: string, filter: FeedbackFilter): QueryArrayConfig {
  const values: unknown[] = [];
  const text = `SELECT count(*) FROM feedback WHERE ${conditionsOf(accountId, filter, values)}`;
  return rowsPlannedFor(text, values);
}

/** Counts each status separately, so that each count is an index-only scan. GROUP BY may scan the whole table. */
const countEach = (tests: readonly string[]) => `
  SELECT status, (SELECT count(*) FROM feedback
    WHERE ${['account_id = $1', 'feedback.status = each.status', ...tests].join(' AND ')})
  FROM unnest($2::text[]) AS each (status)`;

export function countByStatusStatement(accountId: string, filter: StatuslessFilter = {}): QueryArrayConfig {
  const { createdAfter, createdBefore } = filter;
  const others: FeedbackFilter = { ...filter, createdAfter: undefined, createdBefore: undefined };
  // The index on the status contains only account, status, and ID.
  const isIndexed =
    others.submitterEmail === undefined && ALL_TESTS.every((test) => others[test] === undefined);
  if (isIndexed && !isSearch(others)) {
    const values: unknown[] = [accountId, STATUSES];
    const bounds = testsOf({ createdAfter, createdBefore }, ['createdAfter', 'createdBefore'], values);
    return rowsOf(countEach(bounds), values);
  }
  const values: unknown[] = [];
  const where = conditionsOf(accountId, filter, values);
  return rowsPlannedFor(`SELECT status, count(*) FROM feedback WHERE ${where} GROUP BY status`, values);
}

/**
 * Returns the whole WHERE of a filter on `feedback`, including the search. Appends its parameters, all strings, to
 * `values`. OFFSET 0 keeps the search a separate subquery: merged into a query with row-level security, it couldn't use
 * its index.
 */
export function conditionsOf(accountId: string, filter: FeedbackFilter, values: unknown[]): string {
  const account = `account_id = $${values.push(accountId)}`;
  const tests = testsOf(filter, ALL_TESTS, values);
  const found = searchConditions(filter, values);
  if (found.length > 0)
    tests.push(`id IN (SELECT id FROM feedback_search WHERE ${[account, ...found].join(' AND ')} OFFSET 0)`);
  return [account, ...tests].join(' AND ');
}

const TESTS: Readonly<
  Record<Test, { readonly comparison: string; readonly value: (input: string) => string }>
> = {
  status: { comparison: 'status =', value: (status) => status },
  source: { comparison: 'source =', value: (source) => source },
  createdAfter: { comparison: 'id >=', value: firstIdAt },
  createdBefore: { comparison: 'id <', value: firstIdAt },
  // PostgreSQL has no year 0, and IDs can't be older than 1970.
  updatedAfter: { comparison: 'updated_at >=', value: (instant) => (instant > EPOCH ? instant : EPOCH) },
  externalId: { comparison: 'external_id =', value: (externalId) => externalId },
  importId: { comparison: 'import_id =', value: (importId) => importId },
};
export const ALL_TESTS = Object.keys(TESTS) as Test[];

const EPOCH: Instant = '1970-01-01T00:00:00.000Z';

/** Returns the conditions for those of the named filters that are set. Appends their parameters to `values`. */
export function testsOf(filter: FeedbackFilter, names: readonly Test[], values: unknown[]): string[] {
  return names.flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [`${TESTS[name].comparison} $${values.push(TESTS[name].value(value))}`];
  });
}

/** Returns the lowest ID for this time. `created_at` is the millisecond in the ID (items.md 1). */
export function firstIdAt(instant: Instant): string {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** Returns the condition for rows after a cursor, if there is one. Appends its parameters to `values`. */
export function afterCursor(sort: Sort, after: Position | undefined, values: unknown[]): string[] {
  if (after === undefined) return [];
  const id = `$${values.push(after.id)}`;
  return [ORDERS[sort].afterPosition(id, after.key === undefined ? '' : `$${values.push(after.key)}`)];
}

/** True if the query has at least one search term. */
export const isSearch = ({ q }: FeedbackFilter): boolean => q !== undefined && searchTerms(q).length > 0;

/** Returns the LIKE patterns of the search terms. */
export const patternsOf = (q = ''): string[] =>
  searchTerms(q).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);

/** Separates title and description from the email address in `feedback_search.text`. */
const EMAIL_SEPARATOR = '\u001f';

/** Returns the conditions on `feedback_search`, empty without a search. Appends their parameters to `values`. */
export function searchConditions(filter: FeedbackFilter, values: unknown[]): string[] {
  const { q, searchesSenders, submitterEmail } = filter;
  // The email address follows the last separator, so text before a separator is in the title or description.
  const rest = searchesSenders ? '' : `${EMAIL_SEPARATOR}%`;
  const tests = patternsOf(q).map((pattern) => `text LIKE lower($${values.push(pattern + rest)})`);
  if (submitterEmail !== undefined) tests.unshift(`submitter_email = lower($${values.push(submitterEmail)})`);
  return tests;
}
