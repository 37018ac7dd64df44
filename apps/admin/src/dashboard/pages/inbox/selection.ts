/** Which rows are marked, and the row a range is drawn from. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null };

export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Everything between the anchor and `to`, both with it; what was marked before stays. */
export function extended(
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

/** Without what is no longer on the screen; the same object when nothing is missing. */
export function present(selection: Selection, order: readonly string[]): Selection {
  if (!selection.ids.size) return selection;
  const there = new Set(order);
  const ids = [...selection.ids].filter((id) => there.has(id));
  return ids.length === selection.ids.size ? selection : { ids: new Set(ids), anchor: selection.anchor };
}

/** The row the cursor stands on after rows have come and gone: the same, or the one that took its place. */
export function cursorAfter(
  before: readonly string[],
  after: readonly string[],
  cursor: string | null,
): string | null {
  if (cursor === null || after.includes(cursor)) return cursor;
  const there = new Set(after);
  const place = before.indexOf(cursor);
  if (place < 0) return null;
  return (
    before.slice(place).find((id) => there.has(id)) ??
    before.slice(0, place).findLast((id) => there.has(id)) ??
    after[0] ??
    null
  );
}

/** One row further, or `by` of them; the first one when the cursor stood nowhere. */
export function moved(order: readonly string[], cursor: string | null, by: number): string | null {
  const at = cursor === null ? -1 : order.indexOf(cursor);
  if (at < 0) return order[0] ?? null;
  return order[Math.min(order.length - 1, Math.max(0, at + by))] ?? null;
}

/** What a command means: the marked items, else the one that is open, else the one under the cursor. */
export function targets(selection: Selection, open: string | null, cursor: string | null): readonly string[] {
  if (selection.ids.size) return [...selection.ids];
  const one = open ?? cursor;
  return one === null ? [] : [one];
}
