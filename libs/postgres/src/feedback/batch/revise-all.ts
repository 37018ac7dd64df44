import type { BatchRevision, Feedback } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { fromRow, type FeedbackRow } from '../items/feedback.schema';
import { reviseAllStatement } from './revise-all.sql';

/**
 * Applies all updates of a batch or none, in one statement. A malformed ID counts as an unknown item, so nothing
 * changes. Returns the items before the update, and null for unknown ones.
 */
export async function reviseAll(
  send: (statement: QueryArrayConfig) => Promise<{ readonly rows: readonly FeedbackRow[] }>,
  accountId: string,
  { updates, at }: BatchRevision,
): Promise<readonly (Feedback | null)[]> {
  const named = updates.filter(({ id }) => isUuid(id));
  const { rows } = await send(reviseAllStatement(accountId, { updates: named, at }, updates.length));
  const ids = updates.map(({ id }) => id);
  return sortByIds(ids, accountId, rows);
}

/** Returns the items in the order of the IDs, with null for IDs that have no row. */
export function sortByIds(
  ids: readonly string[],
  accountId: string,
  rows: readonly FeedbackRow[],
): readonly (Feedback | null)[] {
  const items = new Map(rows.map((row) => [row[0], fromRow(accountId, row)]));
  return ids.map((id) => items.get(id) ?? null);
}
