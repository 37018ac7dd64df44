import { InMemoryRateLimitStore, type RateLimits } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import { McpLimits } from './mcp-limits';

const KEY = { bucketId: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f', plan: 'free' as const };
const OTHER = { ...KEY, bucketId: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e60' };
const LARGE = 16_385;

const call = () => ({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
const ping = () => ({ jsonrpc: '2.0', id: 1, method: 'ping' });

function setUp(calls: Partial<RateLimits> = {}, messagesPerMinute = 3) {
  const time = { now: Date.parse('2026-03-03T10:00:00.000Z') };
  const free = { hour: 0, minute: 2, ...calls };
  const store = new InMemoryRateLimitStore(() => new Date(time.now));
  const limits = new McpLimits(store, { free, pro: free }, messagesPerMinute);
  let headers: Readonly<Record<string, string>> = {};
  const setHeaders = (values: Readonly<Record<string, string>>) => void (headers = values);
  return {
    time,
    setHeaders,
    headers: () => headers,
    limits,
    countAll: (messages: unknown[], counted = 0, key = KEY) =>
      limits.countAll(key, messages, counted, setHeaders),
    open: (bytes = 100, key = KEY) => limits.assertWithinLimits(key, bytes, setHeaders),
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
    const { countAll } = setUp();
    expect((await countAll([call(), call()])).size).toBe(0);
    expect((await countAll([ping(), ping()])).size).toBe(0);
    await countAll([ping()]);
    const { message, facts } = await errorOf(countAll([ping()]));
    expect(message).toBe('Rate limit exceeded: 3 requests per minute. Retry in 60 seconds.');
    expect(facts.retryAfter).toBe(60);
  });

  it('count per key', async () => {
    const { countAll } = setUp();
    await countAll([call(), call(), ping(), ping(), ping()]);
    expect((await countAll([call(), ping()], 0, OTHER)).size).toBe(0);
  });

  it('count individually in a batch, and an empty batch counts as one', async () => {
    const { countAll } = setUp();
    await countAll([ping(), 5, null]);
    await errorOf(countAll([]));
  });

  it('return the calls over the limit, each with its error', async () => {
    const { countAll } = setUp();
    const calls = [call(), call(), call(), call()];
    const rejected = await countAll(calls);
    expect([...rejected.keys()]).toEqual(calls.slice(2));
    expect(rejected.has(calls[2])).toBe(true);
    expect((rejected.get(calls[3]) as DomainError).message).toContain('2 requests per minute');
  });

  it('count no call of a batch with a message over the limit', async () => {
    const { countAll, open, headers } = setUp();
    await errorOf(countAll([call(), ping(), ping(), ping(), ping()]));
    await open();
    expect(headers()['X-RateLimit-Remaining']).toBe('2');
  });

  it('do not count a call that is already counted', async () => {
    const { countAll, limits, setHeaders } = setUp({ minute: 1 });
    await limits.countCall(KEY, setHeaders);
    expect((await countAll([call()], 1)).size).toBe(0);
    expect((await countAll([call()])).size).toBe(1);
  });

  it('are unlimited if the limit is 0', async () => {
    const { countAll, open } = setUp({ minute: 0 }, 0);
    for (let i = 0; i < 100; i++) expect((await countAll([call(), ping()])).size).toBe(0);
    await open(LARGE);
  });

  it('start again when their window ends', async () => {
    const { countAll, time } = setUp();
    await countAll([ping(), ping(), ping()]);
    time.now += 60_000;
    await countAll([ping()]);
  });
});

describe('assertWithinLimits', () => {
  it('passes while one of the limits has requests remaining, and counts nothing', async () => {
    const { countAll, open, headers } = setUp();
    for (let i = 0; i < 5; i++) await open(LARGE);
    expect(headers()['X-RateLimit-Remaining']).toBe('2');
    await countAll([ping(), ping(), ping()]);
    await open();
    await countAll([call(), call()]);
    const { message } = await errorOf(open());
    expect(message).toContain('3 requests per minute');
    expect(headers()).toMatchObject({ 'X-RateLimit-Limit': '3', 'X-RateLimit-Remaining': '0' });
  });

  it('rejects a large body if tool calls are over their limit', async () => {
    const { countAll, open, headers } = setUp();
    await countAll([call(), call()]);
    await open(LARGE - 1);
    expect((await errorOf(open(LARGE))).message).toContain('2 requests per minute');
    expect(headers()['X-RateLimit-Limit']).toBe('2');
  });

  it('rejects everything if a key keeps calling over its limit', async () => {
    const { countAll, open } = setUp();
    await countAll([call(), call()]);
    for (let i = 0; i < 3; i++) {
      await open();
      expect((await countAll([call()])).size).toBe(1);
    }
    await errorOf(open());
  });
});
