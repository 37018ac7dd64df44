import { MAX_LAG_MS, Marks } from './marks';

const mark = (position: number, at = position) => ({ position, lastEvent: position * 10, at });

describe('Marks', () => {
  it('finds the newest mark that a replica contains', () => {
    const marks = new Marks();
    for (const position of [10, 20, 30]) marks.add(mark(position));
    expect(marks.newestIn(9)).toBeNull();
    expect(marks.newestIn(10)).toEqual(mark(10));
    expect(marks.newestIn(29)).toEqual(mark(20));
    expect(marks.newestIn(1_000)).toEqual(mark(30));
  });

  it('finds the latest mark of an idle primary', () => {
    const marks = new Marks();
    marks.add(mark(10, 0));
    marks.add(mark(10, 200));
    expect(marks.newestIn(10)).toEqual(mark(10, 200));
  });

  it('forgets marks that are older than the maximum lag', () => {
    const marks = new Marks();
    marks.add(mark(10, 0));
    marks.add(mark(20, MAX_LAG_MS));
    expect(marks.newestIn(10)).toEqual(mark(10, 0));
    marks.add(mark(30, MAX_LAG_MS + 1));
    expect(marks.newestIn(10)).toBeNull();
  });

  it.each([
    ['its log', { position: 9, lastEvent: 101, at: 1 }],
    ['its events', { position: 11, lastEvent: 99, at: 1 }],
  ])('forgets all earlier marks if the primary has gone back in %s', (_, earlier) => {
    const marks = new Marks();
    expect(marks.add(mark(10, 0))).toBe(true);
    expect(marks.add(earlier)).toBe(false);
    expect(marks.newestIn(earlier.position)).toEqual(earlier);
    expect(marks.newestIn(earlier.position - 1)).toBeNull();
  });
});
