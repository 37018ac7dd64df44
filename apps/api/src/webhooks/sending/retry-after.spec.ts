import { retryAfterSeconds } from './retry-after';

const NOW = new Date('2026-03-03T10:00:00.500Z');

/** webhooks.md 3 */
describe('retryAfterSeconds', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    ['Tue, 03 Mar 2026 10:01:00 GMT', 60],
    ['Tue, 03 Mar 2026 09:00:00 GMT', 0],
    ['Tuesday, 03-Mar-26 10:01:00 GMT', 60],
    ['-1', null],
    ['1.5', null],
    ['', null],
    ['soon', null],
    ['2026-03-03T10:01:00Z', null],
    ['9'.repeat(30), null],
    ['never GMT', null],
  ])('reads %j as %p', (header, expected) => {
    expect(retryAfterSeconds(503, header, NOW)).toBe(expected);
    expect(retryAfterSeconds(429, header, NOW)).toBe(expected);
  });

  it('ignores other responses', () => {
    for (const status of [200, 301, 410, 500, null]) expect(retryAfterSeconds(status, '120', NOW)).toBeNull();
    expect(retryAfterSeconds(503, undefined, NOW)).toBeNull();
  });
});
