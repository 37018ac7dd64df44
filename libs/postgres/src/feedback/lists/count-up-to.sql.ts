import type { FeedbackFilter } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsPlannedFor } from '../../connection/array-rows';
import { conditionsOf, searchConditions, testsOf } from './list.sql';
import { BOUNDS, NOT_BOUNDS } from './search-attempts.sql';

/** Counts the items that match, and stops at `max`. */
export function countUpToStatement(accountId: string, filter: FeedbackFilter, max: number): QueryArrayConfig {
  const values: unknown[] = [max, accountId];
  const found = searchConditions(filter, values);
  const isOnlySearch = NOT_BOUNDS.every((test) => filter[test] === undefined);
  if (found.length === 0 || !isOnlySearch) {
    const all: unknown[] = [max];
    const where = conditionsOf(accountId, filter, all);
    return rowsPlannedFor(
      `SELECT count(*) FROM (SELECT FROM feedback WHERE ${where} LIMIT $1) matching`,
      all,
    );
  }
  // The search stops at `max` matches, because no other condition excludes any. OFFSET 0 fetches each item by its key.
  const where = ['account_id = $2', ...found, ...testsOf(filter, BOUNDS, values)].join(' AND ');
  return rowsPlannedFor(
    `SELECT count(*) FROM (SELECT id FROM feedback_search WHERE ${where} LIMIT $1) hit (hit_id)
     CROSS JOIN LATERAL (SELECT FROM feedback WHERE account_id = $2 AND id = hit_id OFFSET 0) item`,
    values,
  );
}
