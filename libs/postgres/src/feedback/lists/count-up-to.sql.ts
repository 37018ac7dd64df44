import { STATUSES, type FeedbackFilter, type StatuslessFilter } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import { isIndexedByStatus, onlyTags } from './count.sql';
import {
  ALL_TESTS,
  BOUNDS,
  conditionsOf,
  isSearch,
  mergedTests,
  NOT_BOUNDS,
  notMerged,
  searchConditions,
  taggedWith,
  testsOf,
  type FoundTargets,
} from './filter.sql';

/** Counts the items that match, and stops at `max`. */
export function countUpToStatement(
  accountId: string,
  filter: FeedbackFilter & FoundTargets,
  max: number,
): QueryArrayConfig {
  const values: unknown[] = [accountId, max];
  const found = searchConditions(filter, values);
  const isOnlySearch = filter.merged !== 'only' && NOT_BOUNDS.every((test) => filter[test] === undefined);
  if (found.length === 0 || !isOnlySearch || filter.targets?.length) {
    const all: unknown[] = [];
    const where = conditionsOf(accountId, filter, all);
    return rowsPlannedFor(
      `SELECT count(*) FROM (SELECT FROM feedback WHERE ${where} LIMIT $${all.push(max)}) matching`,
      all,
    );
  }
  // The search stops at `max` matches, because no other condition excludes any. OFFSET 0 fetches each item by its key.
  const tests = [...testsOf(filter, BOUNDS, values), ...notMerged(filter, 'feedback_search')];
  const where = ['account_id = $1', ...found, ...tests].join(' AND ');
  return rowsPlannedFor(
    `SELECT count(*) FROM (SELECT id FROM feedback_search WHERE ${where} LIMIT $2) hit (hit_id)
     CROSS JOIN LATERAL (SELECT FROM feedback WHERE account_id = $1 AND id = hit_id OFFSET 0) item`,
    values,
  );
}

/**
 * Returns for each status the number of items, at most `max`, and whether there are more. Reads up to `max` items of each
 * status if an index has these, otherwise up to `max` items of all statuses.
 */
export function countByStatusUpToStatement(
  accountId: string,
  filter: StatuslessFilter & FoundTargets,
  max: number,
): QueryArrayConfig {
  const values: unknown[] = [accountId, STATUSES];
  const tags = onlyTags(filter);
  if (tags !== undefined)
    return rowsPlannedFor(
      countEachUpTo(max, 'feedback_tags', [taggedWith(tags, filter, values)], filter),
      values,
    );
  if (isIndexedByStatus(filter)) {
    const tests = ['account_id = $1', ...testsOf(filter, BOUNDS, values)];
    return rowsOf(countEachUpTo(max, 'feedback', tests, filter), values);
  }
  return countReadUpTo(accountId, filter, max);
}

const countEachUpTo = (max: number, table: string, tests: readonly string[], filter: FeedbackFilter) => `
  SELECT status, least(n, ${max}), n > ${max} FROM unnest($2::text[]) AS each (status)
  CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (
      SELECT FROM ${table} item
      WHERE ${[...tests, 'item.status = each.status', ...notMerged(filter, 'item')].join(' AND ')}
      LIMIT ${max + 1}
    ) up_to
  ) counted`;

/** The items that a search finds are tested after they were read, so that it stops although few of them match. */
function countReadUpTo(
  accountId: string,
  filter: FeedbackFilter & FoundTargets,
  max: number,
): QueryArrayConfig {
  const isFound = isSearch(filter) || filter.submitter_email !== undefined;
  const values: unknown[] = isFound ? [accountId] : [];
  const read = isFound
    ? foundItems(filter, values)
    : `FROM feedback WHERE ${conditionsOf(accountId, filter, values)}`;
  const tests = isFound ? [...testsOf(filter, ALL_TESTS, values), ...mergedTests(filter)] : [];
  const text = `
    WITH counted AS MATERIALIZED (
      SELECT status, count(*) AS read, count(*) FILTER (WHERE ${['true', ...tests].join(' AND ')}) AS n
      FROM (SELECT * ${read} LIMIT ${max + 1}) item GROUP BY status
    )
    SELECT status, least(coalesce(n, 0), ${max}), (SELECT sum(read) > ${max} FROM counted) IS TRUE
    FROM unnest($${values.push(STATUSES)}::text[]) AS each (status) LEFT JOIN counted USING (status)`;
  return rowsPlannedFor(text, values);
}

/** Returns the FROM of the items that the search finds. OFFSET 0 fetches each item by its key. */
function foundItems({ targets = [], ...filter }: FeedbackFilter & FoundTargets, values: unknown[]): string {
  const where = ['account_id = $1', ...searchConditions(filter, values)].join(' AND ');
  const ids = targets.length === 0 ? '' : `$${values.push(`{${targets.join()}}`)}::uuid[]`;
  const hits = `SELECT id FROM feedback_search WHERE ${where}`;
  return `FROM (${ids ? `SELECT unnest(${ids}) UNION ALL ${hits} AND id <> ALL (${ids})` : hits}) hit (hit_id)
    CROSS JOIN LATERAL (SELECT * FROM feedback WHERE account_id = $1 AND id = hit_id OFFSET 0) item`;
}
