import {
  UNLIMITED,
  windowState,
  type RateLimitPolicy,
  type RateLimitState,
  type RateLimitStore,
  type WindowState,
} from '@libs/accounts';
import type { Clock } from '@libs/kernel';
import type { Redis } from 'ioredis';

/** Without a response for this long, the connection is closed, and requests are counted by the fallback. */
const TIMEOUT_MS = 1_000;
const RECONNECT_MS = 1_000;

/**
 * Counts one request in both windows of a key, or in none. ARGV: the quotas per hour and minute, -1 without one, and
 * the time in Unix milliseconds, empty for the time of the server, which all instances share. Only admitted requests
 * write. The key expires with its last window.
 */
const TAKE = `
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local stored = redis.call('HMGET', KEYS[1], 'hour_start', 'hour_count', 'minute_start', 'minute_count')
local function window(i, length)
  local start, count = tonumber(stored[i]) or 0, tonumber(stored[i + 1]) or 0
  if count == 0 or start + length <= now then return { now, 0 } end
  return { math.min(start, now), count }
end
local hour, minute = window(1, 3600000), window(3, 60000)
local hour_quota, minute_quota = tonumber(ARGV[1]), tonumber(ARGV[2])
local admitted = 1
if hour_quota >= 0 and hour[2] >= hour_quota then admitted = 0 end
if minute_quota >= 0 and minute[2] >= minute_quota then admitted = 0 end
if admitted == 1 then
  if hour_quota >= 0 then hour[2] = hour[2] + 1 end
  if minute_quota >= 0 then minute[2] = minute[2] + 1 end
  redis.call('HSET', KEYS[1], 'hour_start', hour[1], 'hour_count', hour[2],
    'minute_start', minute[1], 'minute_count', minute[2])
  local hour_end = hour[2] > 0 and hour[1] + 3600000 or 0
  redis.call('PEXPIRE', KEYS[1], math.max(hour_end, minute[1] + 60000) - now)
end
return { admitted, hour[1], hour[2], minute[1], minute[2], now }`;

type Reply = [
  admitted: number,
  hourStart: number,
  hourCount: number,
  minuteStart: number,
  minuteCount: number,
  now: number,
];

interface Commands {
  take(key: string, hour: number, minute: number, now: number | ''): Promise<Reply>;
}

export interface RedisOptions {
  readonly url: string;
  /** Counts the requests of this process while Redis is unavailable. */
  readonly fallback: RateLimitStore;
  /** Called for each request that the fallback counts. */
  readonly onUnavailable?: (error: Error) => void;
  /** Replaces the clock of the server, for tests. */
  readonly clock?: Clock;
}

/** Counts requests across processes in Redis or Valkey: one hash per bucket, one script call per request. */
export class RedisRateLimitStore implements RateLimitStore {
  private readonly fallback: RateLimitStore;
  private readonly onUnavailable: (error: Error) => void;
  private readonly now: () => number | '';
  /** Why there is no connection. Commands fail with a less specific error. */
  private connectionError: Error | undefined;

  private constructor(
    private readonly redis: Redis & Commands,
    { fallback, onUnavailable = () => {}, clock }: RedisOptions,
  ) {
    this.redis.on('error', (error) => (this.connectionError = error));
    this.redis.on('ready', () => (this.connectionError = undefined));
    this.fallback = fallback;
    this.onUnavailable = onUnavailable;
    this.now = clock ? () => clock().getTime() : () => '';
  }

  /**
   * Resolves after the first attempt to connect, whether it succeeded, failed, or takes longer than two seconds. Connects
   * again after the connection is lost. Loads the client only now, because most installations don't need it in memory.
   */
  static async connect(options: RedisOptions): Promise<RedisRateLimitStore> {
    const { Redis } = await import('ioredis');
    const redis = new Redis(options.url, {
      // While disconnected, commands fail immediately instead of waiting for the connection.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disconnectTimeout: 100,
      retryStrategy: () => RECONNECT_MS,
      // A former primary keeps its connections. Its name may lead to the new one.
      reconnectOnError: ({ message }) => /^(READONLY|MASTERDOWN|LOADING)/.test(message),
      scripts: { take: { lua: TAKE, numberOfKeys: 1 } },
    }) as Redis & Commands;
    const store = new RedisRateLimitStore(redis, options);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 2 * TIMEOUT_MS);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      redis.once('ready', end).once('close', end);
    });
    return store;
  }

  async take(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<RateLimitState> {
    if (policies.length === 0) return UNLIMITED;
    const [hour, minute] = [quotaOf('hour', policies), quotaOf('minute', policies)];
    let reply: Reply;
    try {
      reply = await this.redis.take(keyOf(bucketId), hour, minute, this.now());
    } catch (error) {
      this.onUnavailable(this.connectionError ?? (error as Error));
      return this.fallback.take(bucketId, policies);
    }
    const [admitted, hourStart, hourCount, minuteStart, minuteCount, now] = reply;
    const windows = {
      hour: { start: hourStart, count: hourCount },
      minute: { start: minuteStart, count: minuteCount },
    };
    return {
      admitted: admitted === 1,
      windows: policies.map((policy) => windowState(policy, windows[policy.name], now)),
    };
  }

  async clear(bucketId: string): Promise<void> {
    await this.fallback.clear(bucketId);
    try {
      await this.redis.del(keyOf(bucketId));
    } catch (error) {
      this.onUnavailable(this.connectionError ?? (error as Error));
    }
  }

  async peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]> {
    if (policies.length === 0) return [];
    const fields = policies.flatMap(({ name }) => [`${name}_start`, `${name}_count`]);
    let replies: [error: Error | null, reply: unknown][];
    try {
      replies = (await this.redis
        .pipeline()
        .time()
        .hmget(keyOf(bucketId), ...fields)
        .exec())!;
      for (const [error] of replies) if (error) throw error;
    } catch (error) {
      this.onUnavailable(this.connectionError ?? (error as Error));
      return this.fallback.peek(bucketId, policies);
    }
    const [[seconds, microseconds], stored] = replies.map(([, reply]) => (reply as string[]).map(Number)) as [
      [number, number],
      number[],
    ];
    const now = this.now() || seconds * 1000 + Math.floor(microseconds / 1000);
    return policies.map((policy, i) =>
      windowState(policy, { start: stored[2 * i]!, count: stored[2 * i + 1]! }, now),
    );
  }

  /** Closes the connection without waiting. Later requests are counted by the fallback. */
  close(): void {
    this.redis.disconnect();
  }
}

const keyOf = (bucketId: string) => `feedback:rate-limit:${bucketId}`;

const quotaOf = (name: RateLimitPolicy['name'], policies: readonly RateLimitPolicy[]): number =>
  policies.find((policy) => policy.name === name)?.quota ?? -1;
