import { parseRateLimitStatus } from './rate-limit-status';

const at = new Date('2026-03-03T10:00:00Z');
const rateLimit = (state: string, policy?: string) =>
  parseRateLimitStatus(new Headers({ ratelimit: state, ...(policy && { 'ratelimit-policy': policy }) }), at);

describe('parseRateLimitStatus', () => {
  it('parses the example of the contract', () => {
    expect(
      rateLimit('"hour";r=87;t=3120, "minute";r=8;t=41', '"hour";q=100;w=3600, "minute";q=10;w=60'),
    ).toEqual({
      at,
      windows: [
        { name: 'hour', limit: 100, windowSeconds: 3600, remaining: 87, resetSeconds: 3120 },
        { name: 'minute', limit: 10, windowSeconds: 60, remaining: 8, resetSeconds: 41 },
      ],
    });
  });

  it('is null without the header', () => {
    expect(parseRateLimitStatus(new Headers(), at)).toBeNull();
  });

  it('returns a window without its policy', () => {
    expect(rateLimit('minute;r=0;t=29')?.windows).toEqual([
      { name: 'minute', limit: null, windowSeconds: null, remaining: 0, resetSeconds: 29 },
    ]);
  });

  it('ignores unknown parameters, even with separators inside', () => {
    const state = '"hour";pk=:Zm9vLGJhcg==:;note="a, \\"b\\"; r=7";r=5;x;t=6;u=?1,minute ; r=1; t=2';
    expect(
      rateLimit(state)?.windows.map(({ name, remaining, resetSeconds }) => [name, remaining, resetSeconds]),
    ).toEqual([
      ['hour', 5, 6],
      ['minute', 1, 2],
    ]);
  });

  it.each(['', 'garbage', '"hour";r=x;t=1', ';;;', '"unterminated'])('is null for %j', (state) => {
    expect(rateLimit(state)).toBeNull();
  });
});
