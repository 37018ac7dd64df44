/** The selected rows, and the row at which a range starts. */
interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null };

export function toggleSelected({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds the rows from the anchor to `to`, inclusive, to the selection. */
export function extendSelection(
  selection: Selection,
  order: readonly string[],
  from: string | null,
  to: string,
): Selection {
  const anchor =
    selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : (from ?? to);
  const [start, end] = [order.indexOf(anchor), order.indexOf(to)].sort((a, b) => a - b) as [number, number];
  return { ids: new Set([...selection.ids, ...order.slice(Math.max(0, start), end + 1)]), anchor };
}

/** Removes rows that are no longer shown. Returns the same object if there are none. */
export function keepShown(selection: Selection, order: readonly string[]): Selection {
  if (!selection.ids.size) return selection;
  const shown = new Set(order);
  const ids = [...selection.ids].filter((id) => shown.has(id));
  return ids.length === selection.ids.size ? selection : { ids: new Set(ids), anchor: selection.anchor };
}

/** The cursor after the rows have changed: the same row, or the one that took its place. */
export function nextCursor(
  before: readonly string[],
  after: readonly string[],
  cursor: string | null,
): string | null {
  if (cursor === null || after.includes(cursor)) return cursor;
  const remaining = new Set(after);
  const index = before.indexOf(cursor);
  if (index < 0) return null;
  return (
    before.slice(index).find((id) => remaining.has(id)) ??
    before.slice(0, index).findLast((id) => remaining.has(id)) ??
    after[0] ??
    null
  );
}

/** Moves the cursor by `distance` rows; to the first row if there is no cursor. */
export function moveCursor(order: readonly string[], cursor: string | null, distance: number): string | null {
  const index = cursor === null ? -1 : order.indexOf(cursor);
  if (index < 0) return order[0] ?? null;
  return order[Math.min(order.length - 1, Math.max(0, index + distance))] ?? null;
}

/** The items that a command applies to: the selected ones, or else the open one, or else the one under the cursor. */
export function targetIds(
  selection: Selection,
  open: string | null,
  cursor: string | null,
): readonly string[] {
  if (selection.ids.size) return [...selection.ids];
  const itemId = open ?? cursor;
  return itemId === null ? [] : [itemId];
}
