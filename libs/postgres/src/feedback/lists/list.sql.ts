import {
  DEFAULT_SORT,
  type FeedbackFilter,
  type FeedbackQuery,
  type ItemTest,
  type Position,
  type Sort,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import type { Plan } from '../../connection/scoped-query';
import { SHORT_COLUMNS } from '../items/feedback.schema';
import {
  ALL_TESTS,
  BOUNDS,
  isSearch,
  mergedTests,
  notMerged,
  TAG_TESTS,
  taggedWith,
  testsOf,
} from './filter.sql';

interface Order {
  readonly by: string;
  /** Returns the condition for rows after a position, given the parameters of its ID and key. */
  readonly afterPosition: (id: string, key: string) => string;
  /** Filters that an index in this order supports. `tags` has a table of its own. */
  readonly serves: readonly ItemTest[];
  /** True if the order depends on the IDs alone. */
  readonly isOfIds: boolean;
}

const COMPARISONS = { ASC: '>', DESC: '<' } as const;
type Direction = keyof typeof COMPARISONS;

/** IDs sort by time. */
const byTime = (direction: Direction): Order => ({
  by: `id ${direction}`,
  afterPosition: (id) => `id ${COMPARISONS[direction]} ${id}`,
  serves: ['status', 'source', 'created_after', 'created_before', 'importId', 'assigneeId', 'tags'],
  isOfIds: true,
});

const byColumn = (column: string, direction: Direction, serves: readonly ItemTest[]): Order => ({
  by: `${column} ${direction}, id ${direction}`,
  afterPosition: (id, key) => `(${column}, id) ${COMPARISONS[direction]} (${key}, ${id})`,
  serves,
  isOfIds: false,
});

const UPDATED: readonly ItemTest[] = ['updated_after', 'updated_before'];

/** Each order is one index, read forward or backward. */
export const ORDERS: Readonly<Record<Sort, Order>> = {
  '-created_at': byTime('DESC'),
  created_at: byTime('ASC'),
  '-updated_at': byColumn('updated_at', 'DESC', UPDATED),
  updated_at: byColumn('updated_at', 'ASC', UPDATED),
  title: byColumn('title COLLATE title_order', 'ASC', []),
  '-title': byColumn('title COLLATE title_order', 'DESC', []),
  '-request_count': byColumn('request_count', 'DESC', []),
  '-request_value': byColumn('request_value', 'DESC', []),
};

/** Returns the expressions of a list's ORDER BY. */
export const orderOf = (sort: Sort = DEFAULT_SORT): string => ORDERS[sort].by;

/** Returns the tag by which the items are read from `feedback_tags`, which is in the order of IDs; the first one. */
export function leadingTag(sort: Sort, { tags, external_id }: FeedbackFilter): string | undefined {
  return external_id === undefined && ORDERS[sort].isOfIds ? tags?.[0] : undefined;
}

/**
 * Returns the filters that one index in this order supports: one tag, with or without a status; status or source, but
 * not both. Prefers status. At most one item has an external ID, so its index supports every order and filter.
 */
export function servedTests(sort: Sort, filter: FeedbackFilter): readonly ItemTest[] {
  const { status, external_id, tags } = filter;
  if (external_id !== undefined) return ALL_TESTS;
  if (leadingTag(sort, filter) !== undefined) return tags!.length === 1 ? [...TAG_TESTS, 'tags'] : TAG_TESTS;
  const { serves } = ORDERS[sort];
  return status === undefined ? serves : serves.filter((test) => test !== 'source');
}

/** True if one index can return the page with its filters. Other queries use `attemptsOf`. */
export function isServedByOneIndex(query: FeedbackQuery): boolean {
  const serves = isReadByStatus(query)
    ? [...BOUNDS, 'statuses']
    : servedTests(query.sort ?? DEFAULT_SORT, query);
  if (query.submitter_email !== undefined || query.merged === 'only' || isSearch(query)) return false;
  return ALL_TESTS.every((test) => query[test] === undefined || serves.includes(test));
}

/**
 * How PostgreSQL plans the page. Only one index has the order of a list without filters. A plan for all values of a filter
 * could read an index without it: how many items match depends on the value.
 */
export const planOf = (query: FeedbackQuery): Plan =>
  query.offset === 0 && ALL_TESTS.every((test) => query[test] === undefined) ? 'in-order' : 'usual';

/** Whether the page is the first rows of several statuses, each read in the order of its index. */
const isReadByStatus = ({ statuses, sort = DEFAULT_SORT, offset }: FeedbackQuery): boolean =>
  statuses !== undefined && ORDERS[sort].isOfIds && offset === 0;

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
  if (isReadByStatus(query)) {
    const tests = [
      ...testsOf(query, BOUNDS, values),
      ...mergedTests(query),
      ...afterCursor(sort, after, values),
    ];
    const where = ['account_id = $1', ...tests].join(' AND ');
    const parts = query.statuses!.map((status) => {
      const isOfStatus = `status = $${values.push(status)}`;
      return `(SELECT ${SHORT_COLUMNS} FROM feedback WHERE ${where} AND ${isOfStatus} ORDER BY ${by} LIMIT $2)`;
    });
    return rowsOf(`${parts.join(' UNION ALL ')} ORDER BY ${by} LIMIT $2`, values);
  }
  if (tag !== undefined) {
    const tests = [taggedWith([tag], query, values), ...notMerged(query, 'feedback_tags')];
    const where = [...tests, ...afterCursor(sort, after, values)].join(' AND ');
    const ids = `SELECT id FROM feedback_tags WHERE ${where} ORDER BY ${by} LIMIT $2 OFFSET $${values.push(offset)}`;
    return rowsOf(`SELECT ${SHORT_COLUMNS} FROM ${itemsById(ids)} ORDER BY ${by}`, values);
  }
  const tests = testsOf(query, servedTests(sort, query), values);
  const where = ['account_id = $1', ...tests, ...afterCursor(sort, after, values)];
  const page = (columns: string, more: readonly string[]) =>
    `SELECT ${columns} FROM feedback WHERE ${[...where, ...more].join(' AND ')} ORDER BY ${by} LIMIT $2`;
  if (offset === 0) return rowsOf(page(SHORT_COLUMNS, mergedTests(query)), values);
  const skip = `OFFSET $${values.push(offset)}`;
  const ids = (...more: string[]) => `${page('account_id, id', more)} ${skip}`;
  const rows = (pages: string) => `FROM (${pages}) page JOIN feedback USING (account_id, id) ORDER BY ${by}`;
  if (query.merged === 'include') return rowsOf(`SELECT ${SHORT_COLUMNS} ${rows(ids())}`, values);
  // Of the two parts, one runs: looking up each skipped item takes half as long again.
  const pages = `(${ids('NOT (SELECT has_merged FROM groups)')})
    UNION ALL (${ids('(SELECT has_merged FROM groups)', ...notMerged(query, 'feedback'))})`;
  return rowsOf(`${WITH_GROUPS} SELECT ${SHORT_COLUMNS} ${rows(pages)}`, values);
}

/** Whether the account has merged items. Most accounts have none. */
const WITH_GROUPS = `
  WITH groups AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM feedback WHERE account_id = $1 AND merged_into IS NOT NULL) AS has_merged
  )`;

/** Returns the items with these IDs, in their order. A LIMIT or OFFSET after `ids` forces this plan. */
export const itemsById = (ids: string): string => `
  (${ids}) hit (hit_id)
  CROSS JOIN LATERAL (SELECT * FROM feedback WHERE account_id = $1 AND id = hit_id OFFSET 0) item`;

/** Returns the condition for rows after a cursor, if there is one. Appends its parameters to `values`. */
export function afterCursor(sort: Sort, after: Position | undefined, values: unknown[]): string[] {
  if (after === undefined) return [];
  const id = `$${values.push(after.id)}`;
  return [ORDERS[sort].afterPosition(id, after.key === undefined ? '' : `$${values.push(after.key)}`)];
}
