import { STATUSES, type FeedbackFilter, type ItemTest, type StatuslessFilter } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import {
  ALL_TESTS,
  BOUNDS,
  conditionsOf,
  IS_MERGED,
  isSearch,
  notMerged,
  TAG_TESTS,
  taggedWith,
  testsOf,
  type FoundTargets,
} from './filter.sql';

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
function countedBy(accountId: string, filter: FeedbackFilter & FoundTargets): Counted {
  const values: unknown[] = [];
  // Few items match an address, and their targets too, instead of themselves.
  if (filter.merged !== undefined || filter.requested_by !== undefined)
    return { all: conditionsOf(accountId, filter, values), merged: null, values };
  const all = conditionsOf(accountId, { ...filter, merged: 'include' }, values);
  if (filter.submitter_email === undefined && !isSearch(filter))
    return { all, merged: `${all} AND ${IS_MERGED}`, values };
  return { all: [all, ...notMerged(filter, 'feedback')].join(' AND '), merged: null, values };
}

/** Returns the tags of a filter that only has columns of `feedback_tags`. */
export function onlyTags(filter: FeedbackFilter): readonly string[] | undefined {
  const isOther = (test: ItemTest) =>
    filter[test] !== undefined && test !== 'tags' && !TAG_TESTS.includes(test);
  const isTagged = filter.submitter_email === undefined && filter.merged !== 'only' && !isSearch(filter);
  return isTagged && !ALL_TESTS.some(isOther) ? filter.tags : undefined;
}

export function countStatement(accountId: string, filter: FeedbackFilter & FoundTargets): QueryArrayConfig {
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

/** True if the filter has only times of creation: the index on the status contains only account, status, and ID. */
export function isIndexedByStatus(filter: FeedbackFilter): boolean {
  const isOther = (test: ItemTest) => filter[test] !== undefined && !BOUNDS.includes(test);
  return (
    filter.submitter_email === undefined &&
    filter.merged !== 'only' &&
    !isSearch(filter) &&
    !ALL_TESTS.some(isOther)
  );
}

export function countByStatusStatement(
  accountId: string,
  filter: StatuslessFilter & FoundTargets = {},
): QueryArrayConfig {
  const tags = onlyTags(filter);
  if (tags !== undefined) {
    const values: unknown[] = [accountId, STATUSES];
    const tests = [taggedWith(tags, filter, values), ...notMerged(filter, 'item')];
    return rowsPlannedFor(countEach(tests, { table: 'feedback_tags' }), values);
  }
  if (isIndexedByStatus(filter)) {
    const values: unknown[] = [accountId, STATUSES];
    const bounds = testsOf(filter, BOUNDS, values);
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
