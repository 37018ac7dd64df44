import {
  DEFAULT_RATE_LIMITS,
  policiesOf,
  rateLimitExceeded,
  rateLimitHeaders,
  UNLIMITED,
  windowState,
  type RateLimitState,
} from './rate-limit';

const [hour, minute] = policiesOf('free', DEFAULT_RATE_LIMITS) as [never, never];
const at = Date.parse('2026-03-03T10:00:00.000Z');
const state = (admitted: boolean, hourLeft: [r: number, t: number], minuteLeft: [r: number, t: number]) => ({
  admitted,
  windows: ([hourLeft, minuteLeft] as const).map(([remaining, resetSeconds], i) => ({
    policy: [hour, minute][i]!,
    remaining,
    resetSeconds,
    resetAt: at / 1000 + resetSeconds,
  })),
});

describe('policiesOf', () => {
  it('returns the hourly and the per-minute policy of a plan', () => {
    expect(policiesOf('free', DEFAULT_RATE_LIMITS)).toEqual([
      { name: 'hour', quota: 100, windowSeconds: 3600 },
      { name: 'minute', quota: 10, windowSeconds: 60 },
    ]);
    expect(policiesOf('pro', DEFAULT_RATE_LIMITS).map(({ quota }) => quota)).toEqual([100, 60]);
  });

  it('omits a policy with the limit 0', () => {
    const limits = { free: { hour: 0, minute: 10 }, pro: { hour: 0, minute: 0 } };
    expect(policiesOf('free', limits)).toEqual([{ name: 'minute', quota: 10, windowSeconds: 60 }]);
    expect(policiesOf('pro', limits)).toEqual([]);
  });
});

/** rate-limits.md 4 */
describe('rateLimitHeaders', () => {
  it('returns the headers of the contract for the 13th request of an hour', () => {
    const windows = [
      windowState(hour, { start: at - 480_000, count: 13 }, at),
      windowState(minute, { start: at - 19_000, count: 2 }, at),
    ];
    expect(rateLimitHeaders({ admitted: true, windows })).toEqual({
      'RateLimit-Policy': '"hour";q=100;w=3600, "minute";q=10;w=60',
      RateLimit: '"hour";r=87;t=3120, "minute";r=8;t=41',
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': '8',
      'X-RateLimit-Reset': '1772532041',
    });
  });

  it('returns the headers of the contract, with its error, for the 11th request of a minute', () => {
    const windows = [
      windowState(hour, { start: at - 480_000, count: 21 }, at + 12_000),
      windowState(minute, { start: at - 19_000, count: 10 }, at + 12_000),
    ];
    expect(rateLimitHeaders({ admitted: false, windows })).toEqual({
      'RateLimit-Policy': '"hour";q=100;w=3600, "minute";q=10;w=60',
      RateLimit: '"hour";r=79;t=3108, "minute";r=0;t=29',
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '1772532041',
    });
    expect(rateLimitExceeded({ admitted: false, windows })).toMatchObject({
      kind: 'rate_limit',
      code: 'rate_limit_exceeded',
      message: 'Rate limit exceeded: 10 requests per minute. Retry in 29 seconds.',
      facts: { retryAfter: 29 },
    });
  });

  it('describes the policy with the fewest remaining requests; of equals, the longer one', () => {
    const tightest = (it: RateLimitState) => {
      const headers = rateLimitHeaders(it);
      return [headers['X-RateLimit-Limit'], headers['X-RateLimit-Remaining'], headers['X-RateLimit-Reset']];
    };
    expect(tightest(state(true, [3, 100], [4, 60]))).toEqual(['100', '3', String(at / 1000 + 100)]);
    expect(tightest(state(true, [3, 100], [3, 60]))).toEqual(['100', '3', String(at / 1000 + 100)]);
    expect(tightest(state(true, [3, 10], [3, 60]))).toEqual(['10', '3', String(at / 1000 + 60)]);
    expect(tightest(state(true, [5, 10], [3, 60]))).toEqual(['10', '3', String(at / 1000 + 60)]);
  });

  it('describes the longer policy, like the error, if both are exhausted', () => {
    const error = (it: RateLimitState) => rateLimitExceeded(it);
    expect(error(state(false, [0, 3000], [0, 20]))).toMatchObject({
      message: 'Rate limit exceeded: 100 requests per hour. Retry in 3000 seconds.',
      facts: { retryAfter: 3000 },
    });
    expect(error(state(false, [0, 20], [0, 50])).message).toContain(
      '10 requests per minute. Retry in 50 seconds.',
    );
    expect(error(state(false, [0, 1], [7, 50])).message).toContain(
      '100 requests per hour. Retry in 1 seconds.',
    );
  });

  it('names active policies only, and returns no headers without one', () => {
    const [window] = state(true, [99, 3600], [9, 60]).windows;
    expect(rateLimitHeaders({ admitted: true, windows: [window!] })).toEqual({
      'RateLimit-Policy': '"hour";q=100;w=3600',
      RateLimit: '"hour";r=99;t=3600',
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '99',
      'X-RateLimit-Reset': String(at / 1000 + 3600),
    });
    expect(rateLimitHeaders(UNLIMITED)).toEqual({});
  });
});

describe('windowState', () => {
  const remaining = (elapsed: number) => windowState(minute, { start: at, count: 1 }, at + elapsed);

  it('rounds the time until the end up, to at least 1 second and at most the window', () => {
    expect(remaining(0).resetSeconds).toBe(60);
    expect(remaining(1).resetSeconds).toBe(60);
    expect(remaining(1000).resetSeconds).toBe(59);
    expect(remaining(59_001).resetSeconds).toBe(1);
    expect(remaining(59_999).resetSeconds).toBe(1);
    expect(remaining(60_000)).toMatchObject({ remaining: 10, resetSeconds: 60 });
    expect(windowState(minute, { start: at + 5000, count: 1 }, at).resetSeconds).toBe(60);
  });

  it('returns a constant end in Unix seconds, never before the actual end', () => {
    const window = { start: at + 300, count: 1 };
    for (const elapsed of [300, 301, 20_000, 60_299]) {
      expect(windowState(minute, window, at + elapsed).resetAt).toBe(at / 1000 + 61);
    }
  });
});
