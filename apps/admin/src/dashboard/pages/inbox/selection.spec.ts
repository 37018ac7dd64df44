import {
  nextCursor,
  extendSelection,
  moveCursor,
  NO_SELECTION,
  keepShown,
  targetIds,
  toggleSelected,
} from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const selectionOf = (...ids: string[]) => ({ ids: new Set(ids), anchor: ids.at(-1) ?? null });

describe('selection', () => {
  it('selects and deselects a row, which becomes the anchor', () => {
    expect(toggleSelected(NO_SELECTION, 'b')).toEqual(selectionOf('b'));
    expect(toggleSelected(selectionOf('b'), 'b')).toEqual({ ids: new Set(), anchor: 'b' });
  });

  it.each([
    ['down from the anchor', toggleSelected(NO_SELECTION, 'b'), 'a', 'd', ['b', 'c', 'd']],
    ['up from the anchor', toggleSelected(NO_SELECTION, 'd'), 'a', 'b', ['b', 'c', 'd']],
    ['from the cursor without an anchor', NO_SELECTION, 'a', 'c', ['a', 'b', 'c']],
    ['to itself without either', NO_SELECTION, null, 'c', ['c']],
    ['from the cursor when the anchor is gone', toggleSelected(NO_SELECTION, 'x'), 'd', 'e', ['x', 'd', 'e']],
  ])('extends a range %s', (_, before, from, to, ids) => {
    expect(extendSelection(before, order, from, to).ids).toEqual(new Set(ids));
  });

  it('keeps the anchor, so that a range can grow on either side', () => {
    const first = extendSelection(toggleSelected(NO_SELECTION, 'c'), order, null, 'd');
    expect([...extendSelection(first, order, null, 'a').ids].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('drops rows that are not shown, and returns the same object if there are none', () => {
    const selection = selectionOf('a', 'x');
    expect(keepShown(selection, order).ids).toEqual(new Set(['a']));
    const current = selectionOf('a', 'b');
    expect(keepShown(current, order)).toBe(current);
  });
});

describe('cursor', () => {
  it.each([
    ['stays on its row', ['a', 'c', 'b'], 'b', 'b'],
    ['goes to the row that took its place', ['a', 'c', 'd'], 'b', 'c'],
    ['goes up when it was the last', ['a', 'b'], 'e', 'b'],
    ['is null in an empty list', [], 'b', null],
    ['stays null', ['a'], null, null],
  ])('%s', (_, after, cursor, expected) => {
    expect(nextCursor(order, after, cursor)).toBe(expected);
  });

  it.each([
    [null, 1, 'a'],
    ['a', 1, 'b'],
    ['a', -1, 'a'],
    ['e', 1, 'e'],
    ['b', 10, 'e'],
    ['gone', 1, 'a'],
  ])('moves from %s by %s to %s', (from, by, to) => {
    expect(moveCursor(order, from, by)).toBe(to);
  });
});

describe('targetIds', () => {
  it('returns the selected items, or else the open one, or else the one under the cursor', () => {
    expect(targetIds(selectionOf('a', 'b'), 'c', 'd')).toEqual(['a', 'b']);
    expect(targetIds(NO_SELECTION, 'c', 'd')).toEqual(['c']);
    expect(targetIds(NO_SELECTION, null, 'd')).toEqual(['d']);
    expect(targetIds(NO_SELECTION, null, null)).toEqual([]);
  });
});
