import { nextRows } from './rows-in-steps';

const rowsFrom = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, at) => ({ index: start + at, key: `row ${start + at}` }));
const keysFrom = (start: number, end: number) => new Set(rowsFrom(start, end).map(({ key }) => key));
const indexes = (rows: readonly { readonly index: number }[]) => rows.map(({ index }) => index);

describe('the rows of a list that scrolls', () => {
  it('are added in steps of 6, and those that are rendered stay', () => {
    const shown = nextRows(rowsFrom(5, 30), keysFrom(0, 10), 5, -1);
    expect(shown).toEqual(rowsFrom(5, 16));
    expect(nextRows(rowsFrom(5, 30), keysFrom(5, 25), 5, -1)).toEqual(rowsFrom(5, 30));
  });

  it('are added where they are visible first, then before', () => {
    expect(indexes(nextRows(rowsFrom(100, 120), new Set(), 103, -1))).toEqual(indexes(rowsFrom(103, 109)));
    const shown = nextRows(rowsFrom(90, 120), keysFrom(103, 120), 100, -1);
    expect(shown).toEqual([...rowsFrom(90, 93), ...rowsFrom(100, 120)]);
  });

  it('always contain the row under the cursor', () => {
    expect(indexes(nextRows(rowsFrom(0, 30), new Set(), 0, 29))).toEqual([...indexes(rowsFrom(0, 6)), 29]);
  });
});
