import { DEFAULT_SORT, type FeedbackQuery, type Sort } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsPlannedFor } from '../../connection/array-rows';
import { COLUMNS, ROW_LENGTH, type FeedbackRow } from '../items/feedback.schema';
import {
  ALL_TESTS,
  BOUNDS,
  isSearch,
  mergedTests,
  NOT_BOUNDS,
  notMerged,
  searchConditions,
  taggedWith,
  targetsOf,
  testsOf,
  type FoundTargets,
} from './filter.sql';
import { afterCursor, itemsById, leadingTag, ORDERS, servedTests } from './list.sql';

/**
 * Number of rows to scan before the next attempt, which takes about 10 ms. If these don't fill a page, matches are rare
 * (a few thousand in a million items), and collecting them is as fast.
 */
export const MAX_SCANNED = 5_000;

/** A search first scans one in this number of them: if these have few matches, so have the others. */
const SAMPLE_FACTOR = 20;

/** Pages beyond this position skip the scans, so that skipped rows aren't transferred. */
const MAX_SCAN_END = 500;

type Query = FeedbackQuery & FoundTargets;

/** One attempt to get a page, which may give up. */
export interface Attempt {
  readonly statement: QueryArrayConfig;
  /**
   * Returns the rows of the page plus the next row, if any, null if the next attempt must run, or `last` if the last
   * one must.
   */
  readonly pageOf: (rows: readonly unknown[][]) => readonly FeedbackRow[] | 'last' | null;
}

/**
 * Returns the attempts to get a page that no single index can return. The last attempt always succeeds. The planner
 * can't estimate how many items match several words, or where in an order they are, so this code chooses the plan: a
 * limited scan finds frequent matches, and an index finds rare ones.
 */
export function attemptsOf(accountId: string, query: Query, maxScanned = MAX_SCANNED): Attempt[] {
  const last = { statement: gatherStatement(accountId, query, maxScanned), pageOf: allOf };
  const isRare = [query.submitter_email, query.requested_by, query.merged_into].some(
    (one) => one !== undefined,
  );
  if (isRare || query.offset + query.limit > MAX_SCAN_END) return [last];
  const sort = query.sort ?? DEFAULT_SORT;
  const orders = ([sort, '-created_at', '-updated_at'] as const).filter(
    (order, i) =>
      i === 0 || (ORDERS[order].by.split(' ')[0] !== ORDERS[sort].by.split(' ')[0] && serves(order, query)),
  );
  const scans = orders.map((order) => scan(accountId, query, order, maxScanned));
  return [...(isSearch(query) ? [sampleOf(accountId, query, maxScanned)] : []), ...scans, last];
}

/** Scans the first of the rows in the page's own order, and tells whether it is worth scanning the others. */
function sampleOf(accountId: string, query: Query, maxScanned: number): Attempt {
  const { statement, pageOf } = scan(
    accountId,
    query,
    query.sort ?? DEFAULT_SORT,
    Math.ceil(maxScanned / SAMPLE_FACTOR),
  );
  return {
    statement,
    pageOf(rows) {
      const matches = rows.filter((row) => row[IS_HIT]).length;
      const isRare = matches * SAMPLE_FACTOR <= query.offset + query.limit;
      return pageOf(rows) ?? (isRare ? 'last' : null);
    },
  };
}

const allOf = (rows: readonly unknown[][]) => rows as readonly FeedbackRow[];

const serves = (order: Sort, query: FeedbackQuery) =>
  ORDERS[order].serves.some((test) => query[test] !== undefined);

/**
 * Scans up to `maxScanned` rows in the order of `order` and returns the matches. If the result includes the last
 * scanned row, there may be more matches. In the page's own order, the scan stops when the page is full.
 */
function scan(accountId: string, query: Query, order: Sort, maxScanned: number): Attempt {
  const { sort = DEFAULT_SORT, offset, limit } = query;
  const { by } = ORDERS[order];
  const indexTests = servedTests(order, query);
  const isOwn = order === sort;
  const values: unknown[] = [accountId, maxScanned, offset + limit + 2];
  const cursorConditions = afterCursor(sort, query.after, values);
  const tag = leadingTag(order, query);
  const rows = [
    ...(tag === undefined
      ? ['account_id = $1', ...testsOf(query, indexTests, values)]
      : [taggedWith([tag], query, values)]),
    ...(isOwn ? cursorConditions : []),
  ].join(' AND ');
  const scanned =
    tag === undefined
      ? `SELECT * FROM feedback WHERE ${rows} ORDER BY ${by} LIMIT $2`
      : `SELECT item.* FROM ${itemsById(`SELECT id FROM feedback_tags WHERE ${rows} ORDER BY ${by} LIMIT $2`)}`;
  const otherTests = ALL_TESTS.filter((test) => !indexTests.includes(test));
  const hits = [
    ...testsOf(query, otherTests, values),
    ...searchTests(query, values),
    ...mergedTests(query),
    ...(isOwn ? [] : cursorConditions),
  ];
  const statement = rowsPlannedFor(
    `SELECT ${COLUMNS}, is_hit, is_end FROM (
       SELECT *, ${hits.length === 0 ? 'true' : hits.join(' AND ')} AS is_hit, row_number() OVER () = $2 AS is_end
       FROM (${scanned}) scanned
     ) marked
     WHERE is_hit OR is_end ${isOwn ? '' : `ORDER BY is_end DESC, ${ORDERS[sort].by}`} LIMIT $3`,
    values,
  );
  const pageOf = (found: readonly unknown[][]) => {
    const page = found.filter((row) => row[IS_HIT]).slice(0, offset + limit + 1);
    const isFull = isOwn && page.length > offset + limit;
    if (!isFull && found.some((row) => row[IS_END])) return null;
    return page.slice(offset) as unknown as readonly FeedbackRow[];
  };
  return { statement, pageOf };
}
const IS_HIT = ROW_LENGTH;
const IS_END = IS_HIT + 1;

/** Returns the condition that the entry of a row of `scanned` matches. Without OFFSET 0, it would read all entries at once. */
function searchTests(query: Query, values: unknown[]): string[] {
  const { q, searchesSenders } = query;
  const found = searchConditions({ q, searchesSenders }, values);
  if (found.length === 0) return [];
  const isFound = `EXISTS (SELECT FROM feedback_search entry
       WHERE entry.account_id = $1 AND entry.id = scanned.id AND ${found.join(' AND ')} OFFSET 0)`;
  const targets = targetsOf(query, values).map((ids) => `scanned.id IN (${ids})`);
  return [targets.length === 0 ? isFound : `(${[...targets, isFound].join(' OR ')})`];
}

/**
 * Collects all matches and then sorts them. OFFSET 0 separates the sort from the search; otherwise, the planner might
 * scan in that order. Text and email matches come from `feedback_search`, which has no row-level security, so results
 * are always joined with `feedback`.
 */
function gatherStatement(accountId: string, query: Query, maxScanned: number): QueryArrayConfig {
  const { sort = DEFAULT_SORT, offset, limit, after } = query;
  const { by, isOfIds } = ORDERS[sort];
  const values: unknown[] = [accountId, limit + 1, offset];
  const found = ['account_id = $1', ...searchConditions(query, values)];
  const page = pageIn(by);
  const cursorConditions = afterCursor(sort, after, values);
  if (found.length === 1 && query.tags !== undefined) {
    const ids = `SELECT id FROM feedback_tags WHERE ${taggedWith(query.tags, query, values)} OFFSET 0`;
    const tests = [...testsOf({ ...query, tags: undefined }, ALL_TESTS, values), ...mergedTests(query)];
    return rowsPlannedFor(itemsOf(ids, [...tests, ...cursorConditions], page), values);
  }
  if (found.length === 1) {
    const tests = [...testsOf(query, ALL_TESTS, values), ...mergedTests(query)];
    const where = [...found, ...tests, ...cursorConditions].join(' AND ');
    return rowsPlannedFor(
      `SELECT ${COLUMNS} FROM (SELECT * FROM feedback WHERE ${where} OFFSET 0) found ${page}`,
      values,
    );
  }
  const bounds = testsOf(query, BOUNDS, values);
  const tests = testsOf(query, NOT_BOUNDS, values);
  // Merged items are left out by their index, because a condition on their rows would need all rows.
  if (query.merged === 'only' || tests.length > 0) tests.push(...mergedTests(query));
  else bounds.unshift(...notMerged(query, 'feedback_search'));
  const targets = targetsOf(query, values);
  const search = `SELECT id FROM feedback_search WHERE ${found.join(' AND ')}`;
  // Without targets, there is no subquery, so that the index on email addresses can return the order.
  const hits =
    targets.length === 0
      ? [search, ...bounds].join(' AND ')
      : `SELECT id FROM (${[search, ...targets].join(' UNION ')}) feedback_search WHERE ${['true', ...bounds].join(' AND ')}`;
  if (tests.length > 0)
    return rowsPlannedFor(itemsOf(`${hits} OFFSET 0`, [...tests, ...cursorConditions], page), values);
  if (!isOfIds) return rowsPlannedFor(itemsByCount(hits, cursorConditions, by, maxScanned), values);
  // The order depends on IDs alone, and the index on email addresses has that order.
  const inPlace = cursorConditions.map((condition) => `AND ${condition}`).join('');
  const ids = isSearch(query) ? `SELECT id FROM (${hits} ${inPlace} OFFSET 0) found` : `${hits} ${inPlace}`;
  return rowsPlannedFor(itemsOf(`${ids} ${page}`, [], `ORDER BY ${by}`), values);
}

/** Fetches each of these IDs by primary key. A LIMIT or OFFSET after `ids` forces this plan. */
function itemsOf(ids: string, tests: readonly string[], rest: string): string {
  return `
    SELECT ${COLUMNS} FROM ${itemsById(ids)}
    ${tests.length === 0 ? '' : `WHERE ${tests.join(' AND ')}`} ${rest}`;
}

/** From this multiple of `maxScanned` on, fetching items by key takes longer than scanning the index of an order. */
const MANY_FACTOR = 3;
/** Maximum number of IDs for which the planner uses a hash in memory (80,000 of 40 bytes in 4 MB). */
const MAX_HASHED_IDS = 80_000;

/**
 * Fetches and sorts the items if there are few. If there are many, scans the index of the order (index-only) and looks
 * up the IDs in a hash: in title order, matches are often adjacent, but far beyond the limit of a scan.
 */
function itemsByCount(
  hits: string,
  cursorConditions: readonly string[],
  order: string,
  maxScanned: number,
): string {
  const rows = [
    'account_id = $1',
    ...cursorConditions,
    `(id IN (SELECT id FROM found LIMIT ${MAX_HASHED_IDS})) IS TRUE`,
  ];
  const page = pageIn(order);
  const along = `
    SELECT id FROM feedback WHERE ${rows.join(' AND ')} AND (SELECT are_many FROM size) ${page}`;
  return `
    WITH found AS MATERIALIZED (${hits}),
      size AS MATERIALIZED (SELECT count(*) BETWEEN ${MANY_FACTOR * maxScanned} AND ${MAX_HASHED_IDS} AS are_many FROM found)
    SELECT ${COLUMNS} FROM (
      (${itemsOf('SELECT id FROM found OFFSET 0', [...cursorConditions, 'NOT (SELECT are_many FROM size)'], page)})
      UNION ALL (${itemsOf(along, [], '')})
    ) item ORDER BY ${order}`;
}

/** Returns $2 items after skipping $3. */
const pageIn = (order: string) => `ORDER BY ${order} LIMIT $2 OFFSET $3`;
