import { InMemoryRateLimitStore, type RateLimits } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import { McpLimits } from './mcp-limits';

const KEY = { bucketId: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f', plan: 'free' as const };
const OTHER = { ...KEY, bucketId: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e60' };
const LARGE = 16_385;

const call = () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
const ping = () => ({ jsonrpc: '2.0', id: 1, method: 'ping' });

function made(calls: Partial<RateLimits> = {}, messagesPerMinute = 3) {
  const time = { now: Date.parse('2026-03-03T10:00:00.000Z') };
  const free = { hour: 0, minute: 2, ...calls };
  const store = new InMemoryRateLimitStore(() => new Date(time.now));
  const limits = new McpLimits(store, { free, pro: free }, messagesPerMinute);
  let headers: Readonly<Record<string, string>> = {};
  const tell = (told: Readonly<Record<string, string>>) => void (headers = told);
  return {
    time,
    tell,
    headers: () => headers,
    limits,
    takeAll: (messages: unknown[], paid = 0, key = KEY) => limits.takeAll(key, messages, paid, tell),
    open: (bytes = 100, key = KEY) => limits.assertOpen(key, bytes, tell),
  };
}

const errorOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const thrown: unknown = await work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(DomainError);
  expect(thrown).toMatchObject({ kind: 'rate_limit', code: 'rate_limit_exceeded' });
  return thrown as DomainError;
};

describe('messages and tool calls', () => {
  it('have separate limits', async () => {
    const { takeAll } = made();
    expect((await takeAll([call(), call()])).size).toBe(0);
    expect((await takeAll([ping(), ping()])).size).toBe(0);
    await takeAll([ping()]);
    const { message, facts } = await errorOf(takeAll([ping()]));
    expect(message).toBe('Rate limit exceeded: 3 requests per minute. Retry in 60 seconds.');
    expect(facts.retryAfter).toBe(60);
  });

  it('count per key', async () => {
    const { takeAll } = made();
    await takeAll([call(), call(), ping(), ping(), ping()]);
    expect((await takeAll([call(), ping()], 0, OTHER)).size).toBe(0);
  });

  it('count individually in a batch, and an empty batch counts as one', async () => {
    const { takeAll } = made();
    await takeAll([ping(), 5, null]);
    await errorOf(takeAll([]));
  });

  it('return the calls over the limit, each with its error', async () => {
    const { takeAll } = made();
    const calls = [call(), call(), call(), call()];
    const rejected = await takeAll(calls);
    expect([...rejected.keys()]).toEqual(calls.slice(2));
    expect(rejected.has(calls[2])).toBe(true);
    expect((rejected.get(calls[3]) as DomainError).message).toContain('2 requests per minute');
  });

  it('count no call of a batch with a message over the limit', async () => {
    const { takeAll, open, headers } = made();
    await errorOf(takeAll([call(), ping(), ping(), ping(), ping()]));
    await open();
    expect(headers()['X-RateLimit-Remaining']).toBe('2');
  });

  it('do not count a call that is already counted', async () => {
    const { takeAll, limits, tell } = made({ minute: 1 });
    await limits.takeCall(KEY, tell);
    expect((await takeAll([call()], 1)).size).toBe(0);
    expect((await takeAll([call()])).size).toBe(1);
  });

  it('are unlimited if the limit is 0', async () => {
    const { takeAll, open } = made({ minute: 0 }, 0);
    for (let i = 0; i < 100; i++) expect((await takeAll([call(), ping()])).size).toBe(0);
    await open(LARGE);
  });

  it('start again when their window ends', async () => {
    const { takeAll, time } = made();
    await takeAll([ping(), ping(), ping()]);
    time.now += 60_000;
    await takeAll([ping()]);
  });
});

describe('assertOpen', () => {
  it('passes while one of the limits has requests remaining, and counts nothing', async () => {
    const { takeAll, open, headers } = made();
    for (let i = 0; i < 5; i++) await open(LARGE);
    expect(headers()['X-RateLimit-Remaining']).toBe('2');
    await takeAll([ping(), ping(), ping()]);
    await open();
    await takeAll([call(), call()]);
    const { message } = await errorOf(open());
    expect(message).toContain('3 requests per minute');
    expect(headers()).toMatchObject({ 'X-RateLimit-Limit': '3', 'X-RateLimit-Remaining': '0' });
  });

  it('rejects a large body if tool calls are over their limit', async () => {
    const { takeAll, open, headers } = made();
    await takeAll([call(), call()]);
    await open(LARGE - 1);
    expect((await errorOf(open(LARGE))).message).toContain('2 requests per minute');
    expect(headers()['X-RateLimit-Limit']).toBe('2');
  });

  it('rejects everything if a key keeps calling over its limit', async () => {
    const { takeAll, open } = made();
    await takeAll([call(), call()]);
    for (let i = 0; i < 3; i++) {
      await open();
      expect((await takeAll([call()])).size).toBe(1);
    }
    await errorOf(open());
  });
});
