import type { FeedbackFilter } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsPlannedFor } from '../../connection/array-rows';
import { conditionsOf, notMerged, searchConditions, testsOf } from './list.sql';
import { BOUNDS, NOT_BOUNDS } from './search-attempts.sql';

/** Counts the items that match, and stops at `max`. */
export function countUpToStatement(accountId: string, filter: FeedbackFilter, max: number): QueryArrayConfig {
  const values: unknown[] = [accountId, max];
  const found = searchConditions(filter, values);
  const isOnlySearch = filter.merged !== 'only' && NOT_BOUNDS.every((test) => filter[test] === undefined);
  if (found.length === 0 || !isOnlySearch) {
    const all: unknown[] = [];
    const where = conditionsOf(accountId, filter, all);
    const limit = `$${all.push(max)}`;
    return rowsPlannedFor(
      `SELECT count(*) FROM (SELECT FROM feedback WHERE ${where} LIMIT ${limit}) matching`,
      all,
    );
  }
  // The search stops at `max` matches, because no other condition excludes any. OFFSET 0 fetches each item by its key.
  const tests = [...found, ...testsOf(filter, BOUNDS, values), ...notMerged(filter, 'feedback_search')];
  return rowsPlannedFor(
    `SELECT count(*) FROM (
       SELECT id FROM feedback_search WHERE ${['account_id = $1', ...tests].join(' AND ')} LIMIT $2
     ) hit (hit_id)
     CROSS JOIN LATERAL (SELECT FROM feedback WHERE account_id = $1 AND id = hit_id OFFSET 0) item`,
    values,
  );
}
