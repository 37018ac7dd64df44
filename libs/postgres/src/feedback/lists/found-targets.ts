import type { FeedbackFilter } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf, rowsPlannedFor } from '../../connection/array-rows';
import { IS_MERGED, isSearch, searchConditions, type FoundTargets } from './filter.sql';

/** Runs a statement for the account. */
export type Query = (statement: QueryArrayConfig) => Promise<{ readonly rows: readonly unknown[][] }>;

/** Number of merged items whose entries are looked up one by one, in 20 milliseconds. */
const MAX_LOOKED_UP = 5_000;

/**
 * Finds the targets before the list, so that the statements and plans of accounts without merged items, most of them,
 * stay simple.
 */
export async function withTargets<F extends FeedbackFilter>(
  accountId: string,
  filter: F,
  query: Query,
): Promise<F & FoundTargets> {
  const { merged, submitter_email } = filter;
  if (merged !== undefined || (submitter_email === undefined && !isSearch(filter))) return filter;
  const count = Number((await query(countMergedStatement(accountId))).rows[0]![0]);
  if (count === 0) return filter;
  const isByEntry = submitter_email === undefined && count <= MAX_LOOKED_UP;
  const { rows } = await query(targetsStatement(accountId, filter, isByEntry));
  return { ...filter, targets: rows.map(([id]) => id as string) };
}

/** Counts up to one more than `MAX_LOOKED_UP`, by the index of merged items. */
export const countMergedStatement = (accountId: string): QueryArrayConfig =>
  rowsOf(
    `SELECT count(*) FROM (
       SELECT FROM feedback WHERE account_id = $1 AND ${IS_MERGED} LIMIT ${MAX_LOOKED_UP + 1}
     ) merged`,
    [accountId],
  );

/**
 * @param isByEntry whether to look up the entry of each merged item. Otherwise, collects all matches; an email address
 * has few. Without OFFSET 0, the planner would mix both.
 */
export function targetsStatement(
  accountId: string,
  filter: FeedbackFilter,
  isByEntry: boolean,
): QueryArrayConfig {
  const values: unknown[] = [accountId];
  const found = ['account_id = $1', ...searchConditions(filter, values)].join(' AND ');
  const isFound = isByEntry
    ? `EXISTS (SELECT FROM feedback_search WHERE id = item.id AND ${found} OFFSET 0)`
    : `id IN (SELECT id FROM feedback_search WHERE ${found} OFFSET 0)`;
  const text = `SELECT DISTINCT merged_into FROM feedback item WHERE account_id = $1 AND ${IS_MERGED} AND ${isFound}`;
  return rowsPlannedFor(text, values);
}
