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

/** What a filter asks of the item itself, without what is searched for. */
export type Test = Exclude<keyof FeedbackFilter, 'q' | 'searchesSenders' | 'submitterEmail'>;

interface Order {
  readonly by: string;
  /** What comes behind a place in this order, given the parameters of its id and of its key. */
  readonly behind: (id: string, key: string) => string;
  /** What the index of this order narrows, or another one in the same order. */
  readonly serves: readonly Test[];
  /** Whether ids alone make the order. */
  readonly isOfIds: boolean;
}

const BEYOND = { ASC: '>', DESC: '<' } as const;
type Direction = keyof typeof BEYOND;

/** The order of ids is the order of time. */
const byTime = (direction: Direction): Order => ({
  by: `id ${direction}`,
  behind: (id) => `id ${BEYOND[direction]} ${id}`,
  serves: ['status', 'source', 'createdAfter', 'createdBefore', 'importId'],
  isOfIds: true,
});

const byColumn = (column: string, direction: Direction, serves: readonly Test[]): Order => ({
  by: `${column} ${direction}, id ${direction}`,
  behind: (id, key) => `(${column}, id) ${BEYOND[direction]} (${key}, ${id})`,
  serves,
  isOfIds: false,
});

/** Each is one index, read in one of its two directions. */
export const ORDERS: Readonly<Record<Sort, Order>> = {
  '-created_at': byTime('DESC'),
  created_at: byTime('ASC'),
  '-updated_at': byColumn('updated_at', 'DESC', ['updatedAfter']),
  updated_at: byColumn('updated_at', 'ASC', ['updatedAfter']),
  title: byColumn('title COLLATE title_order', 'ASC', []),
  '-title': byColumn('title COLLATE title_order', 'DESC', []),
};

/** The ORDER BY of a list, without these words; each is an index. */
export const orderOf = (sort: Sort = DEFAULT_SORT): string => ORDERS[sort].by;

/** Those tests that narrow one index of this order. Status and source have one each: of both, the status decides. */
export function servedTests(sort: Sort, { status }: FeedbackFilter): readonly Test[] {
  const { serves } = ORDERS[sort];
  return status === undefined ? serves : serves.filter((test) => test !== 'source');
}

/** Whether one index gives a page, its filter included; `attemptsOf` knows what to do with all others. */
export function isServedByOneIndex(query: FeedbackQuery): boolean {
  const serves = servedTests(query.sort ?? DEFAULT_SORT, query);
  if (query.submitterEmail !== undefined || isSearch(query)) return false;
  return ALL_TESTS.every((test) => query[test] === undefined || serves.includes(test));
}

/**
 * One page of a list that one index serves. A page from the top or behind a position reads it from there on; a page
 * by offset walks the index alone and fetches only the rows it shows (deferred join), which is what keeps a deep one
 * cheap.
 */
export function pageStatement(accountId: string, query: FeedbackQuery): QueryArrayConfig {
  const { limit, offset, after, sort = DEFAULT_SORT } = query;
  const { by } = ORDERS[sort];
  const values: unknown[] = [accountId, limit + 1];
  const tests = testsOf(query, servedTests(sort, query), values);
  const where = ['account_id = $1', ...tests, ...behind(sort, after, values)];
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

/** Status by status, because each count then stays on the index: a GROUP BY may choose to read the whole table. */
const countEach = (tests: readonly string[]) => `
  SELECT status, (SELECT count(*) FROM feedback
    WHERE ${['account_id = $1', 'feedback.status = each.status', ...tests].join(' AND ')})
  FROM unnest($2::text[]) AS each (status)`;

export function countByStatusStatement(accountId: string, filter: StatuslessFilter = {}): QueryArrayConfig {
  const { createdAfter, createdBefore } = filter;
  const others: FeedbackFilter = { ...filter, createdAfter: undefined, createdBefore: undefined };
  // The index of the statuses has the ids and nothing else.
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
 * The whole WHERE of a filter on `feedback`, its search included. Adds its parameters, all of them texts, to `values`,
 * and leaves what is already in there alone. OFFSET 0 keeps the search a query of its own: as a part of one that
 * stands under row-level security, it would have to do without its index too.
 */
export function conditionsOf(accountId: string, filter: FeedbackFilter, values: unknown[]): string {
  const account = `account_id = $${values.push(accountId)}`;
  const tests = testsOf(filter, ALL_TESTS, values);
  const found = foundBy(filter, values);
  if (found.length > 0)
    tests.push(`id IN (SELECT id FROM feedback_search WHERE ${[account, ...found].join(' AND ')} OFFSET 0)`);
  return [account, ...tests].join(' AND ');
}

const TESTS: Readonly<Record<Test, { readonly holds: string; readonly value: (given: string) => string }>> = {
  status: { holds: 'status =', value: (status) => status },
  source: { holds: 'source =', value: (source) => source },
  createdAfter: { holds: 'id >=', value: firstIdAt },
  createdBefore: { holds: 'id <', value: firstIdAt },
  // PostgreSQL knows no year 0, and no item is older than its id can say.
  updatedAfter: { holds: 'updated_at >=', value: (instant) => (instant > EPOCH ? instant : EPOCH) },
  importId: { holds: 'import_id =', value: (importId) => importId },
};
export const ALL_TESTS = Object.keys(TESTS) as Test[];

const EPOCH: Instant = '1970-01-01T00:00:00.000Z';

/** Those of the named tests that the filter has. Adds their parameters to `values`. */
export function testsOf(filter: FeedbackFilter, names: readonly Test[], values: unknown[]): string[] {
  return names.flatMap((name) => {
    const given = filter[name];
    return given === undefined ? [] : [`${TESTS[name].holds} $${values.push(TESTS[name].value(given))}`];
  });
}

/** What no id of this moment or later is below: `created_at` is the millisecond in the id (items.md 1). */
function firstIdAt(instant: Instant): string {
  const time = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** What comes behind the page before, if there was one. Adds its parameters to `values`. */
export function behind(sort: Sort, after: Position | undefined, values: unknown[]): string[] {
  if (after === undefined) return [];
  const id = `$${values.push(after.id)}`;
  return [ORDERS[sort].behind(id, after.key === undefined ? '' : `$${values.push(after.key)}`)];
}

/** Whether there is a word to look for. */
export const isSearch = ({ q }: FeedbackFilter): boolean => q !== undefined && searchTerms(q).length > 0;

/** What the searched text must be like. */
export const patternsOf = (q = ''): string[] =>
  searchTerms(q).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);

/** In `feedback_search.text`, between title and description, and the address. */
const BEFORE_ADDRESS = '\u001f';

/** What a row of `feedback_search` must be like; nothing when nothing is searched for. Adds its parameters. */
export function foundBy(filter: FeedbackFilter, values: unknown[]): string[] {
  const { q, searchesSenders, submitterEmail } = filter;
  // The last separator is the one before the address: what one still follows stands in title or description.
  const rest = searchesSenders ? '' : `${BEFORE_ADDRESS}%`;
  const tests = patternsOf(q).map((pattern) => `text LIKE lower($${values.push(pattern + rest)})`);
  if (submitterEmail !== undefined) tests.unshift(`submitter_email = lower($${values.push(submitterEmail)})`);
  return tests;
}
