import { barsOf, totalOf } from './hour-buckets';

const NOW = new Date('2026-03-03T10:30:00Z');
const at = (hour: string, succeeded: number, failed = 0) => ({ hour, succeeded, failed });

describe('the bars of 24 hours', () => {
  const bars = barsOf(
    [
      at('2026-03-02T10:00:00Z', 100),
      at('2026-03-02T11:00:00Z', 1),
      at('2026-03-03T09:00:00Z', 2, 3),
      at('2026-03-03T10:00:00Z', 4),
    ],
    1,
    NOW,
  );

  it('end with the current hour', () => {
    expect(bars).toHaveLength(24);
    expect(bars[0]).toEqual({ from: new Date('2026-03-02T11:00:00Z'), succeeded: 1, failed: 0 });
    expect(bars.at(-2)).toEqual({ from: new Date('2026-03-03T09:00:00Z'), succeeded: 2, failed: 3 });
    expect(bars.at(-1)).toEqual({ from: new Date('2026-03-03T10:00:00Z'), succeeded: 4, failed: 0 });
  });

  it('count every hour once', () => expect(totalOf(bars)).toEqual({ succeeded: 7, failed: 3 }));
});

describe('the bars of 7 days', () => {
  const local = (day: number, hour: number) => new Date(2026, 2, day, hour);
  const bars = barsOf(
    [
      at(local(1, 23).toISOString(), 100),
      at(local(2, 0).toISOString(), 1),
      at(local(2, 5).toISOString(), 2),
      at(local(2, 6).toISOString(), 0, 4),
      at(local(8, 9).toISOString(), 8),
    ],
    7,
    local(8, 9),
  );

  it('are quarters of local days, from midnight six days ago until now', () => {
    expect(bars).toHaveLength(26);
    expect(bars.slice(0, 2)).toEqual([
      { from: local(2, 0), succeeded: 3, failed: 0 },
      { from: local(2, 6), succeeded: 0, failed: 4 },
    ]);
    expect(bars.at(-1)).toEqual({ from: local(8, 6), succeeded: 8, failed: 0 });
  });
});
