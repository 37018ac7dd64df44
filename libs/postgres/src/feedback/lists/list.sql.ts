import {
  DEFAULT_SORT,
  searchTerms,
  STATUSES,
  tagKey,
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

/** Filters on columns of the item, without search text, submitter, and merged items. */
export type Test = Exclude<keyof FeedbackFilter, 'q' | 'searchesSenders' | 'submitterEmail' | 'merged'>;

interface Order {
  readonly by: string;
  /** Returns the condition for rows after a position, given the parameters of its ID and key. */
  readonly afterPosition: (id: string, key: string) => string;
  /** Filters that an index in this order supports. `tags` has a table of its own. */
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
  serves: ['status', 'source', 'createdAfter', 'createdBefore', 'importId', 'tags'],
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
  '-request_count': byColumn('request_count', 'DESC', []),
};

/** Returns the expressions of a list's ORDER BY. */
export const orderOf = (sort: Sort = DEFAULT_SORT): string => ORDERS[sort].by;

/** Filters on columns of `feedback_tags`. */
const TAG_TESTS: readonly Test[] = ['status', 'createdAfter', 'createdBefore'];

/** Returns the tag by which the items are read from `feedback_tags`, which is in the order of IDs; the first one. */
export function leadingTag(sort: Sort, { tags, externalId }: FeedbackFilter): string | undefined {
  return externalId === undefined && ORDERS[sort].isOfIds ? tags?.[0] : undefined;
}

/**
 * Returns the filters that one index in this order supports: one tag, with or without a status; status or source, but
 * not both. Prefers status. At most one item has an external ID, so its index supports every order and filter.
 */
export function servedTests(sort: Sort, filter: FeedbackFilter): readonly Test[] {
  const { status, externalId, tags } = filter;
  if (externalId !== undefined) return ALL_TESTS;
  if (leadingTag(sort, filter) !== undefined) return tags!.length === 1 ? [...TAG_TESTS, 'tags'] : TAG_TESTS;
  const { serves } = ORDERS[sort];
  return status === undefined ? serves : serves.filter((test) => test !== 'source');
}

/** True if one index can return the page with its filters. Other queries use `attemptsOf`. */
export function isServedByOneIndex(query: FeedbackQuery): boolean {
  const serves = servedTests(query.sort ?? DEFAULT_SORT, query);
  if (query.submitterEmail !== undefined || query.merged === 'only' || isSearch(query)) return false;
  return ALL_TESTS.every((test) => query[test] === undefined || serves.includes(test));
}

/**
 * Returns the statement for a page that one index supports. A first page or a page by cursor reads the index from its
 * start. A page by offset uses a deferred join: an index-only scan skips the offset, and only the rows of the page are
 * fetched, so that deep pages are fast. This scan can't read `merged_into`, so it looks merged items up in their index.
 */
export function pageStatement(accountId: string, query: FeedbackQuery): QueryArrayConfig {
  const { limit, offset, after, sort = DEFAULT_SORT } = query;
  const { by } = ORDERS[sort];
  const values: unknown[] = [accountId, limit + 1];
  const tag = leadingTag(sort, query);
  if (tag !== undefined) {
    const tests = [taggedWith([tag], query, values), ...notMerged(query, 'feedback_tags')];
    const where = [...tests, ...afterCursor(sort, after, values)].join(' AND ');
    const ids = `SELECT id FROM feedback_tags WHERE ${where} ORDER BY ${by} LIMIT $2 OFFSET $${values.push(offset)}`;
    return rowsOf(`SELECT ${COLUMNS} FROM ${itemsById(ids)} ORDER BY ${by}`, values);
  }
  const tests = testsOf(query, servedTests(sort, query), values);
  const where = ['account_id = $1', ...tests, ...afterCursor(sort, after, values)];
  const page = (columns: string, more: readonly string[]) =>
    `SELECT ${columns} FROM feedback WHERE ${[...where, ...more].join(' AND ')} ORDER BY ${by} LIMIT $2`;
  if (offset === 0) return rowsOf(page(COLUMNS, mergedTests(query)), values);
  const skip = `OFFSET $${values.push(offset)}`;
  const ids = (...more: string[]) => `${page('account_id, id', more)} ${skip}`;
  const rows = (pages: string) => `FROM (${pages}) page JOIN feedback USING (account_id, id) ORDER BY ${by}`;
  if (query.merged === 'include') return rowsOf(`SELECT ${COLUMNS} ${rows(ids())}`, values);
  // Of the two parts, one runs: looking up each skipped item takes half as long again.
  const pages = `(${ids('NOT (SELECT has_merged FROM groups)')})
    UNION ALL (${ids('(SELECT has_merged FROM groups)', ...notMerged(query, 'feedback'))})`;
  return rowsOf(`${WITH_GROUPS} SELECT ${COLUMNS} ${rows(pages)}`, values);
}

/** Whether the account has merged items. Most accounts have none. */
const WITH_GROUPS = `
  WITH groups AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM feedback WHERE account_id = $1 AND merged_into IS NOT NULL) AS has_merged
  )`;

/** Conditions of a filter with parameters `values`. `merged` is for the items to subtract, null if there are none. */
interface Counted {
  readonly all: string;
  readonly merged: string | null;
  readonly values: unknown[];
}

/**
 * Counts can be index-only scans, and few indexes have `merged_into`. So merged items are counted separately, by their
 * own index, and subtracted. A search would take twice as long that way, so it leaves them out.
 */
function countedBy(accountId: string, filter: FeedbackFilter): Counted {
  const values: unknown[] = [];
  if (filter.merged !== undefined)
    return { all: conditionsOf(accountId, filter, values), merged: null, values };
  const all = conditionsOf(accountId, { ...filter, merged: 'include' }, values);
  if (filter.submitterEmail === undefined && !isSearch(filter))
    return { all, merged: `${all} AND ${IS_MERGED}`, values };
  return { all: [all, ...notMerged(filter, 'feedback')].join(' AND '), merged: null, values };
}

/** Returns the items with these IDs, in their order. A LIMIT or OFFSET after `ids` forces this plan. */
export const itemsById = (ids: string): string => `
  (${ids}) hit (hit_id)
  CROSS JOIN LATERAL (SELECT * FROM feedback WHERE account_id = $1 AND id = hit_id OFFSET 0) item`;

/** Returns the ID of the tag with this key, null if there is none. $1 must be the account. */
const tagId = (key: string) => `(SELECT tag.id FROM tags tag WHERE tag.account_id = $1 AND tag.key = ${key})`;

/** Returns the conditions on `feedback_tags` for items with all of these tags. Appends their parameters to `values`. */
export function taggedWith(tags: readonly string[], filter: FeedbackFilter, values: unknown[]): string {
  const [first, ...others] = tags.map((tag) => `tag_id = ${tagId(`$${values.push(tagKey(tag))}`)}`);
  // Intersecting the IDs takes a fraction of the time of reading the items of the first tag.
  const inOthers = others.map(
    (isTagged) => `id IN (SELECT id FROM feedback_tags WHERE account_id = $1 AND ${isTagged})`,
  );
  return ['account_id = $1', first!, ...inOthers, ...testsOf(filter, TAG_TESTS, values)].join(' AND ');
}

/** Returns the tags of a filter that only has columns of `feedback_tags`. */
function onlyTags(filter: FeedbackFilter): readonly string[] | undefined {
  const isOther = (test: Test) => filter[test] !== undefined && test !== 'tags' && !TAG_TESTS.includes(test);
  const isTagged = filter.submitterEmail === undefined && filter.merged !== 'only' && !isSearch(filter);
  return isTagged && !ALL_TESTS.some(isOther) ? filter.tags : undefined;
}

export function countStatement(accountId: string, filter: FeedbackFilter): QueryArrayConfig {
  const tags = onlyTags(filter);
  if (tags !== undefined) {
    const tagged: unknown[] = [accountId];
    const where = [taggedWith(tags, filter, tagged), ...notMerged(filter, 'feedback_tags')].join(' AND ');
    return rowsPlannedFor(`SELECT count(*) FROM feedback_tags WHERE ${where}`, tagged);
  }
  const { all, merged, values } = countedBy(accountId, filter);
  const count = (where: string) => `SELECT count(*) FROM feedback WHERE ${where}`;
  return rowsPlannedFor(merged === null ? count(all) : `SELECT (${count(all)}) - (${count(merged)})`, values);
}

/** Counts each status separately, so that each count is an index-only scan. GROUP BY may scan the whole table. */
const countEach = (tests: readonly string[], { table = 'feedback', subtracts = false }) => `
  SELECT status, (SELECT count(*) FROM ${table} item
    WHERE ${['account_id = $1', 'item.status = each.status', ...tests].join(' AND ')})
    ${subtracts ? '- coalesce(merged.n, 0)' : ''}
  FROM unnest($2::text[]) AS each (status)
  ${subtracts ? `LEFT JOIN (${countMerged(['account_id = $1', ...tests].join(' AND '))}) merged USING (status)` : ''}`;

const countMerged = (where: string) =>
  `SELECT status, count(*) AS n FROM feedback WHERE ${where} AND merged_into IS NOT NULL GROUP BY status`;

export function countByStatusStatement(accountId: string, filter: StatuslessFilter = {}): QueryArrayConfig {
  const { createdAfter, createdBefore } = filter;
  const tags = onlyTags(filter);
  if (tags !== undefined) {
    const values: unknown[] = [accountId, STATUSES];
    const tests = [taggedWith(tags, filter, values), ...notMerged(filter, 'item')];
    return rowsPlannedFor(countEach(tests, { table: 'feedback_tags' }), values);
  }
  const others: FeedbackFilter = { ...filter, createdAfter: undefined, createdBefore: undefined };
  // The index on the status contains only account, status, and ID.
  const isIndexed =
    others.submitterEmail === undefined && ALL_TESTS.every((test) => others[test] === undefined);
  if (isIndexed && !isSearch(others) && filter.merged !== 'only') {
    const values: unknown[] = [accountId, STATUSES];
    const bounds = testsOf({ createdAfter, createdBefore }, ['createdAfter', 'createdBefore'], values);
    return rowsOf(countEach(bounds, { subtracts: filter.merged === undefined }), values);
  }
  const { all, merged, values } = countedBy(accountId, filter);
  const counts = `SELECT status, count(*) AS n FROM feedback WHERE ${all} GROUP BY status`;
  if (merged === null) return rowsPlannedFor(counts, values);
  const text = `
    SELECT status, counted.n - coalesce(merged.n, 0) FROM (${counts}) counted
    LEFT JOIN (SELECT status, count(*) AS n FROM feedback WHERE ${merged} GROUP BY status) merged USING (status)`;
  return rowsPlannedFor(text, values);
}

/**
 * Returns the whole WHERE of a filter on `feedback`, including the search. Appends its parameters, all strings, to
 * `values`. OFFSET 0 keeps the search a separate subquery: merged into a query with row-level security, it couldn't use
 * its index.
 */
export function conditionsOf(accountId: string, filter: FeedbackFilter, values: unknown[]): string {
  const account = `account_id = $${values.push(accountId)}`;
  const tests = testsOf({ ...filter, tags: undefined }, ALL_TESTS, values);
  if (filter.tags !== undefined)
    tests.push(
      `id IN (SELECT id FROM feedback_tags WHERE ${taggedWith(filter.tags, filter, values)} OFFSET 0)`,
    );
  const found = searchConditions(filter, values);
  if (found.length > 0)
    tests.push(`id IN (SELECT id FROM feedback_search WHERE ${[account, ...found].join(' AND ')} OFFSET 0)`);
  return [account, ...tests, ...mergedTests(filter)].join(' AND ');
}

const IS_MERGED = 'merged_into IS NOT NULL';

/** Returns the condition for merged items on a row of `feedback`, if there is one. */
export function mergedTests({ merged }: FeedbackFilter): string[] {
  if (merged === 'include') return [];
  return [merged === 'only' ? IS_MERGED : 'merged_into IS NULL'];
}

/**
 * As `mergedTests` without `only`, for a scan that has only IDs. Looks them up in the index of merged items, which is
 * empty for most accounts.
 * @param table has the IDs of account $1
 */
export function notMerged({ merged }: FeedbackFilter, table: string): string[] {
  if (merged !== undefined) return [];
  const same = `other.account_id = $1 AND other.id = ${table}.id`;
  return [`NOT EXISTS (SELECT FROM feedback other WHERE ${same} AND other.${IS_MERGED})`];
}

/** The condition of each filter. `push` appends a parameter and returns its SQL. $1 must be the account. */
const TESTS: {
  readonly [T in Test]-?: (input: NonNullable<FeedbackFilter[T]>, push: (value: string) => string) => string;
} = {
  status: (status, push) => `status = ${push(status)}`,
  source: (source, push) => `source = ${push(source)}`,
  createdAfter: (instant, push) => `id >= ${push(firstIdAt(instant))}`,
  createdBefore: (instant, push) => `id < ${push(firstIdAt(instant))}`,
  // PostgreSQL has no year 0, and IDs can't be older than 1970.
  updatedAfter: (instant, push) => `updated_at >= ${push(instant > EPOCH ? instant : EPOCH)}`,
  externalId: (externalId, push) => `external_id = ${push(externalId)}`,
  mergedInto: (id, push) => `merged_into = ${push(id)}`,
  tags: (names, push) => names.map((name) => `${tagId(push(tagKey(name)))} = ANY (tags)`).join(' AND '),
  // Until a deleted tag has been removed from all items, some have only its ID.
  isUntagged: () =>
    `(tags IS NULL OR NOT EXISTS (SELECT FROM tags tag WHERE tag.account_id = $1 AND tag.id = ANY (tags)))`,
  importId: (importId, push) => `import_id = ${push(importId)}`,
};
export const ALL_TESTS = Object.keys(TESTS) as Test[];

const EPOCH: Instant = '1970-01-01T00:00:00.000Z';

/** Returns the conditions for those of the named filters that are set. Appends their parameters to `values`. */
export function testsOf(filter: FeedbackFilter, names: readonly Test[], values: unknown[]): string[] {
  return names.flatMap((name) => {
    const value = filter[name];
    const test = TESTS[name] as (input: unknown, push: (value: string) => string) => string;
    return value === undefined ? [] : [test(value, (parameter) => `$${values.push(parameter)}`)];
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
