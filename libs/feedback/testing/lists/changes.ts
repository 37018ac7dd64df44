import { CHANGES_SORT, positionOf, type ChangesQuery, type Feedback, type ListedChange } from '../../src';
import type { RecordedChange } from '../../src';

const microsOf = (instant: string) => Date.parse(instant) * 1000;

/** Changed and deleted items, from the items that match the query and what was recorded of the account. */
export function listedChanges(
  items: readonly Feedback[],
  all: readonly Feedback[],
  recorded: readonly RecordedChange[],
  { limit, after, updated_after: from, updated_before: end }: ChangesQuery,
): readonly ListedChange[] {
  const changed = items.map((item): ListedChange => {
    const { id, key } = positionOf(item, CHANGES_SORT);
    return { position: { id, key: String(microsOf(key!)) }, item };
  });
  // Each deletion has its own microsecond.
  const deleted = recorded.flatMap((change, i): ListedChange[] => {
    if (change.kind !== 'deleted' || all.some(({ id }) => id === change.item.id)) return [];
    if (change.at < from || (end !== undefined && change.at >= end)) return [];
    const { id, external_id } = change.item;
    const position = { id, key: String(microsOf(change.at) + (i % 1000)) };
    return [{ position, deleted: { id, external_id, deleted_at: change.at } }];
  });
  return [...changed, ...deleted]
    .filter(({ position }) => after === undefined || compare(position, after) > 0)
    .sort((a, b) => compare(a.position, b.position))
    .slice(0, limit + 1);
}

function compare(a: ListedChange['position'], b: ListedChange['position']): number {
  return Number(a.key) - Number(b.key) || (a.id < b.id ? -1 : Number(a.id > b.id));
}
