import { HOUR_SECONDS, MINUTE_SECONDS, type RateLimitStore } from '@libs/accounts';
import type { ThrottlerStorage } from '@nestjs/throttler';

type StorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** The storage of @nestjs/throttler in a store that several instances share. Its windows last a minute or an hour. */
export class SharedThrottlerStorage implements ThrottlerStorage {
  constructor(private readonly store: RateLimitStore) {}

  /** The block ends with the window, so `blockDuration` is ignored. */
  async increment(key: string, ttl: number, limit: number): Promise<StorageRecord> {
    const policy =
      ttl === MINUTE_SECONDS * 1000
        ? ({ name: 'minute', quota: limit, windowSeconds: MINUTE_SECONDS } as const)
        : ({ name: 'hour', quota: limit, windowSeconds: HOUR_SECONDS } as const);
    const { admitted, windows } = await this.store.take(key, [policy]);
    const { remaining, resetSeconds } = windows[0]!;
    return {
      totalHits: admitted ? limit - remaining : limit + 1,
      timeToExpire: resetSeconds,
      isBlocked: !admitted,
      timeToBlockExpire: admitted ? 0 : resetSeconds,
    };
  }
}
