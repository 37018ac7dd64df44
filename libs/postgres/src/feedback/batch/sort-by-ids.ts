import type { Feedback } from '@libs/feedback';

/** Returns the items in the order of the IDs, with null for IDs that have no item. */
export function sortByIds(ids: readonly string[], items: readonly Feedback[]): readonly (Feedback | null)[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return ids.map((id) => byId.get(id) ?? null);
}
