import { queryOf, RANGES, readRange, writeRange } from './range';

describe('readRange and writeRange', () => {
  it('read back a range that was written to the address, and keep other parameters', () => {
    for (const range of RANGES) {
      const params = writeRange(new URLSearchParams('x=1&range=7'), range);
      expect([readRange(params), params.get('x')]).toEqual([range, '1']);
    }
  });

  it('use 30 days by default', () => {
    for (const search of ['', 'range=31', 'range=', 'range=toString'])
      expect(readRange(new URLSearchParams(search))).toBe('30');
    expect(writeRange(new URLSearchParams(), '30').toString()).toBe('');
  });
});

describe('queryOf', () => {
  const now = new Date(2026, 2, 3, 23, 30);

  it('returns days that end today', () => {
    expect(RANGES.map((range) => queryOf(range, now))).toEqual([
      { from: '2026-02-25', to: '2026-03-03', interval: 'day' },
      { from: '2026-02-02', to: '2026-03-03', interval: 'day' },
      { from: '2025-12-04', to: '2026-03-03', interval: 'week' },
      { from: '2025-04-01', to: '2026-03-03', interval: 'month' },
    ]);
  });
});
