import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_RATE_LIMITS, InMemoryRateLimitStore, policiesOf } from '@libs/accounts';
import { rateLimitStoreContract } from '@libs/accounts/testing';
import { Redis } from 'ioredis';
import { describeWithRedis, startRedisServer, type RedisServer } from '../testing';
import { RedisRateLimitStore } from './redis-rate-limit-store';

describeWithRedis('Redis', () => {
  const policies = policiesOf('free', DEFAULT_RATE_LIMITS);
  const fallback = new InMemoryRateLimitStore(() => new Date());
  let server: RedisServer;
  let errors: string[];
  const stores: RedisRateLimitStore[] = [];
  beforeAll(async () => {
    server = await startRedisServer();
  });
  beforeEach(() => {
    errors = [];
  });
  afterAll(async () => {
    stores.forEach((store) => store.close());
    await server.stop();
  });

  async function connectedStore(clock?: () => Date): Promise<RedisRateLimitStore> {
    const onUnavailable = (error: Error) => void errors.push(error.message);
    const store = await RedisRateLimitStore.connect({ url: server.url, fallback, onUnavailable, clock });
    stores.push(store);
    return store;
  }

  /** Returns once a request was counted in Redis. */
  async function untilCountedInRedis(store: RedisRateLimitStore): Promise<void> {
    do {
      errors = [];
      await sleep(10);
      await store.take(randomUUID(), policies);
    } while (errors.length > 0);
  }

  /** The reason becomes known with the next attempt to connect. */
  async function untilReconnectFails(store: RedisRateLimitStore): Promise<void> {
    do {
      await sleep(10);
      await store.take(randomUUID(), policies);
    } while (!errors.at(-1)!.includes('ECONNREFUSED'));
  }

  const remaining = async (store: RedisRateLimitStore, bucket: string) =>
    (await store.take(bucket, policies)).windows[0]!.remaining;

  rateLimitStoreContract('Redis', async () => {
    let now = Date.parse('2026-03-03T10:00:00.500Z');
    const store = await connectedStore(() => new Date(now));
    return { store, advance: async (seconds) => void (now += seconds * 1000) };
  });

  it('counts the requests of all processes together, by the time of the server', async () => {
    const [one, other] = [await connectedStore(), await connectedStore()];
    const bucket = randomUUID();
    const before = Date.now() / 1000;
    expect(await remaining(one, bucket)).toBe(99);
    const after = Date.now() / 1000;
    expect(await remaining(other, bucket)).toBe(98);
    const { windows } = await one.take(bucket, policies);
    expect(windows.map(({ remaining }) => remaining)).toEqual([97, 7]);
    // Rounded to seconds.
    expect(windows[0]!.resetAt).toBeGreaterThanOrEqual(before + 3600 - 1);
    expect(windows[0]!.resetAt).toBeLessThanOrEqual(after + 3600 + 1);
    expect(await other.peek(bucket, policies)).toEqual(windows);
    expect(errors).toEqual([]);
  });

  it('removes a bucket from Redis at the end of its last window', async () => {
    const store = await connectedStore();
    const bucket = randomUUID();
    const redis = new Redis(server.url);
    try {
      const started = performance.now();
      const passed = () => performance.now() - started;
      await store.take(bucket, policies);
      const milliseconds = await redis.pttl(`feedback:rate-limit:${bucket}`);
      expect(milliseconds).toBeGreaterThanOrEqual(3_599_000 - passed());
      expect(milliseconds).toBeLessThanOrEqual(3_600_000);
      await store.take(bucket, [policies[1]!]);
      expect(await redis.pttl(`feedback:rate-limit:${bucket}`)).toBeGreaterThanOrEqual(3_599_000 - passed());
      const ofMinute = randomUUID();
      await store.take(ofMinute, [policies[1]!]);
      expect(await redis.pttl(`feedback:rate-limit:${ofMinute}`)).toBeLessThanOrEqual(60_000);
    } finally {
      redis.disconnect();
    }
  });

  it('counts in memory while Redis is down, and in Redis again when it is back', async () => {
    const store = await connectedStore();
    const bucket = randomUUID();
    expect(await remaining(store, bucket)).toBe(99);
    await server.stop();
    expect(await remaining(store, bucket)).toBe(99);
    expect(await remaining(store, bucket)).toBe(98);
    expect((await store.peek(bucket, policies))[0]!.remaining).toBe(98);
    expect(errors).toHaveLength(3);
    await untilReconnectFails(store);
    await server.restart();
    await untilCountedInRedis(store);
    expect(await remaining(store, bucket)).toBe(99);
    expect(errors).toEqual([]);
  });

  it('counts in memory if Redis does not respond within a second', async () => {
    const store = await connectedStore();
    const bucket = randomUUID();
    server.freeze();
    try {
      expect(await remaining(store, bucket)).toBe(99);
      expect(await remaining(store, bucket)).toBe(98);
      expect(errors).toHaveLength(2);
    } finally {
      server.resume();
    }
  });
});
