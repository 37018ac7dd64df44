import type { Feedback } from '@libs/feedback';
import { fromRow, type FeedbackRow } from '../items/feedback.schema';

/** Returns the items in the order of the IDs, with null for IDs that have no row. */
export function sortByIds(
  ids: readonly string[],
  accountId: string,
  rows: readonly FeedbackRow[],
): readonly (Feedback | null)[] {
  const items = new Map(rows.map((row) => [row[0], fromRow(accountId, row)]));
  return ids.map((id) => items.get(id) ?? null);
}
