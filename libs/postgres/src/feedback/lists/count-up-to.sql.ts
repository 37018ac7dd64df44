import type { FeedbackFilter } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsPlannedFor } from '../../connection/array-rows';
import {
  BOUNDS,
  conditionsOf,
  NOT_BOUNDS,
  notMerged,
  searchConditions,
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
