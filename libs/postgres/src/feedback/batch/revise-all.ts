import type { BatchRevision, Feedback } from '@libs/feedback';
import { isUuid } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { fromRow, type FeedbackRow } from '../items/feedback.schema';
import { reviseAllStatement } from '../items/feedback.sql';

/**
 * All of a batch or nothing, in one statement, whoever sends it; a line that can name no item makes it change nothing,
 * as an unknown one does. Returns the items as they were before.
 */
export async function reviseAll(
  send: (statement: QueryArrayConfig) => Promise<{ readonly rows: readonly FeedbackRow[] }>,
  accountId: string,
  { updates, at }: BatchRevision,
): Promise<readonly (Feedback | null)[]> {
  const named = updates.filter(({ id }) => isUuid(id));
  const { rows } = await send(reviseAllStatement(accountId, { updates: named, at }, updates.length));
  const ids = updates.map(({ id }) => id);
  return inOrderOf(ids, accountId, rows);
}

/** Null where there is no row. */
export function inOrderOf(
  ids: readonly string[],
  accountId: string,
  rows: readonly FeedbackRow[],
): readonly (Feedback | null)[] {
  const items = new Map(rows.map((row) => [row[0], fromRow(accountId, row)]));
  return ids.map((id) => items.get(id) ?? null);
}
