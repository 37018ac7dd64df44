import fc from 'fast-check';
import { FeedbackApiError, FeedbackNetworkError } from './errors';
import { isTemporary, isUncertain, parseRetryAfter, reconnectDelay, retryDelay } from './retries';

const now = new Date('2026-03-03T10:00:00Z');
const after = (value: string) => parseRetryAfter(new Headers({ 'retry-after': value }), now);
const apiError = (status: number, code = 'some_code', retryAfter: number | null = null) =>
  FeedbackApiError.of(
    status,
    new Headers(),
    JSON.stringify({ error: { type: 'api_error', code, message: 'No', request_id: 'req_1' } }),
    retryAfter,
  );

const unsent = FeedbackNetworkError.of(
  new TypeError('fetch failed', { cause: new Error('bad port') }),
  'secret',
);
const networkError = FeedbackNetworkError.of(new Error('gone'), 'secret');

describe('parseRetryAfter', () => {
  it.each([
    ['29', 29],
    ['0', 0],
    ['Tue, 03 Mar 2026 10:00:41 GMT', 41],
    ['Tuesday, 03-Mar-26 10:00:41 GMT', 41],
    ['Tue, 03 Mar 2026 09:00:00 GMT', 0],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026', 2026],
  ])('parses %j as %j', (value, seconds) => {
    expect(after(value)).toBe(seconds);
  });

  it('is null without the header', () => {
    expect(parseRetryAfter(new Headers(), now)).toBeNull();
  });
});

describe('isTemporary', () => {
  it.each([429, 502, 503, 504])('is true for %i', (status) => {
    expect(isTemporary(apiError(status))).toBe(true);
  });
  it.each([400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 431, 500])('is false for %i', (status) => {
    expect(isTemporary(apiError(status))).toBe(false);
  });
  it('is true for a running request with the same idempotency key, false for a result that is gone', () => {
    expect(isTemporary(apiError(409, 'idempotency_key_in_use'))).toBe(true);
    expect(isTemporary(apiError(409, 'idempotent_result_gone'))).toBe(false);
  });
  it('is false if the request cannot be sent', () => {
    expect([isTemporary(unsent), isUncertain(unsent)]).toEqual([false, false]);
  });
  it('is true without a response', () => {
    expect(isTemporary(networkError)).toBe(true);
  });
});

it('isUncertain is false only for error responses of the service itself', () => {
  expect([503, 429, 400].map((status) => isUncertain(apiError(status)))).toEqual([false, false, false]);
  expect([502, 504].map((status) => isUncertain(apiError(status)))).toEqual([true, true]);
  expect(isUncertain(networkError)).toBe(true);
});

describe('retryDelay', () => {
  it('is at least Retry-After and at most 250 ms more', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(10),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (seconds, attempt, random) => {
          const delay = retryDelay(apiError(429, 'rate_limit_exceeded', seconds), attempt + 1, random);
          expect(delay).toBeGreaterThanOrEqual(seconds * 1000);
          expect(delay).toBeLessThanOrEqual(seconds * 1000 + 250);
        },
      ),
    );
  });
  it('doubles from 250 ms to 8 s, reduced by up to half', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => retryDelay(networkError, n, 0));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(retryDelay(networkError, 3, 0.5)).toBe(750);
  });
});

describe('reconnectDelay', () => {
  it('doubles like that of retries, up to the given maximum', () => {
    expect([1, 2, 6, 7].map((n) => reconnectDelay(0, n, 0, Infinity))).toEqual([250, 500, 8000, 8000]);
    expect(reconnectDelay(0, 3, 0.5, Infinity)).toBe(750);
    expect(reconnectDelay(0, 7, 0, 5000)).toBe(5000);
  });
  it('is at least what the service asked for, and up to 250 ms more', () => {
    expect(reconnectDelay(3000, 1, 0, 1000)).toBe(3000);
    expect(reconnectDelay(3000, 1, 0.5, Infinity)).toBe(3125);
    expect(reconnectDelay(3000, 7, 0, Infinity)).toBe(8000);
  });
});
