import { cursorAfter, extended, moved, NOTHING, present, targets, toggled } from './selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const marked = (...ids: string[]) => ({ ids: new Set(ids), anchor: ids.at(-1) ?? null });

describe('selection', () => {
  it('marks and unmarks a row, which a range then starts from', () => {
    expect(toggled(NOTHING, 'b')).toEqual(marked('b'));
    expect(toggled(marked('b'), 'b')).toEqual({ ids: new Set(), anchor: 'b' });
  });

  it.each([
    ['down from the anchor', toggled(NOTHING, 'b'), 'a', 'd', ['b', 'c', 'd']],
    ['up from the anchor', toggled(NOTHING, 'd'), 'a', 'b', ['b', 'c', 'd']],
    ['from the cursor without an anchor', NOTHING, 'a', 'c', ['a', 'b', 'c']],
    ['to itself without either', NOTHING, null, 'c', ['c']],
    ['from the cursor when the anchor is gone', toggled(NOTHING, 'x'), 'd', 'e', ['x', 'd', 'e']],
  ])('draws a range %s', (_, before, from, to, ids) => {
    expect(extended(before, order, from, to).ids).toEqual(new Set(ids));
  });

  it('keeps the anchor, so that a range can grow on either side', () => {
    const first = extended(toggled(NOTHING, 'c'), order, null, 'd');
    expect([...extended(first, order, null, 'a').ids].sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('forgets what is not on the screen, and is the same object when nothing is missing', () => {
    const selection = marked('a', 'x');
    expect(present(selection, order).ids).toEqual(new Set(['a']));
    const whole = marked('a', 'b');
    expect(present(whole, order)).toBe(whole);
  });
});

describe('cursor', () => {
  it.each([
    ['stays on its row', ['a', 'c', 'b'], 'b', 'b'],
    ['goes to the row that took its place', ['a', 'c', 'd'], 'b', 'c'],
    ['goes up when it was the last', ['a', 'b'], 'e', 'b'],
    ['is nowhere in an empty list', [], 'b', null],
    ['stays nowhere', ['a'], null, null],
  ])('%s', (_, after, cursor, expected) => {
    expect(cursorAfter(order, after, cursor)).toBe(expected);
  });

  it.each([
    [null, 1, 'a'],
    ['a', 1, 'b'],
    ['a', -1, 'a'],
    ['e', 1, 'e'],
    ['b', 10, 'e'],
    ['gone', 1, 'a'],
  ])('moves from %s by %s to %s', (from, by, to) => {
    expect(moved(order, from, by)).toBe(to);
  });
});

describe('targets', () => {
  it('are the marked items, else the open one, else the one under the cursor', () => {
    expect(targets(marked('a', 'b'), 'c', 'd')).toEqual(['a', 'b']);
    expect(targets(NOTHING, 'c', 'd')).toEqual(['c']);
    expect(targets(NOTHING, null, 'd')).toEqual(['d']);
    expect(targets(NOTHING, null, null)).toEqual([]);
  });
});
