import { keyUsages } from './usage-rows';

describe('keyUsages', () => {
  const daily = (key_id: string, date: string, accepted: number, rate_limited = 0, failed = 0) => ({
    key_id,
    date,
    accepted,
    rate_limited,
    failed,
  });

  it('has every day of each key, and the busiest key first', () => {
    const requests = [
      daily('a', '2026-02-28', 1),
      daily('b', '2026-02-28', 1, 2, 3),
      daily('b', '2026-03-02', 4),
    ];
    const usages = keyUsages({ from: '2026-02-28', to: '2026-03-02', requests });
    expect(usages.map(({ keyId, total }) => [keyId, total])).toEqual([
      ['b', { accepted: 5, rate_limited: 2, failed: 3 }],
      ['a', { accepted: 1, rate_limited: 0, failed: 0 }],
    ]);
    expect(usages[0]!.days.map(({ date, accepted }) => [date, accepted])).toEqual([
      ['2026-02-28', 1],
      ['2026-03-01', 0],
      ['2026-03-02', 4],
    ]);
  });

  it('is empty without requests', () => {
    expect(keyUsages({ from: '2026-02-28', to: '2026-03-02', requests: [] })).toEqual([]);
  });
});
