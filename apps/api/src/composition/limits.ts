import {
  InMemoryAttemptStore,
  InMemoryRateLimitStore,
  RateLimitStatuses,
  type AttemptStore,
  type RateLimitStore,
} from '@libs/accounts';
import {
  ConcurrencyLimiter,
  observeResponses,
  PostgresAttemptStore,
  PostgresRateLimitStore,
} from '@libs/postgres';
import { RedisRateLimitStore } from '@libs/redis';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ThrottlerStorageService, type ThrottlerStorage } from '@nestjs/throttler';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { rateLimitsOf, type Config } from '../config';
import { KeyedMac } from '../keyed-mac';
import { ClientLimits, keyedIds } from '../limits/client-limits';
import { EventLoopShares } from '../limits/event-loop-shares';
import { SharedThrottlerStorage } from '../limits/shared-throttler-storage';
import { UnfinishedBodies } from '../limits/unfinished-bodies';
import { onceAMinute } from '../once-a-minute';
import { reasonOf } from '../reason-of';

/** Maximum number of clients that a process counts: about 30 MB. */
const MAX_CLIENTS = 100_000;

const onPurgeFailed = (error: unknown) =>
  new Logger('Accounts').warn(`purge of rate limits failed: ${reasonOf(error)}`);

/** Where limits are counted (rate-limits.md 2, rate-limits.md 7). */
export class LimitStores implements OnApplicationShutdown {
  constructor(
    /** Counts requests by API key and by person. */
    readonly keys: RateLimitStore,
    /** Counts clients that need no credentials, by any name. Its own, so that they don't delay or displace keys. */
    readonly clients: RateLimitStore,
    readonly addresses: ThrottlerStorage,
    readonly attempts: AttemptStore,
    private readonly connections: readonly RedisRateLimitStore[] = [],
  ) {}

  /** After the last request. */
  onApplicationShutdown(): void {
    for (const connection of this.connections) connection.close();
  }
}

/** The stores of limits, and the shares of the event loop and of the memory for bodies (rate-limits.md 6). */
export async function createLimits(db: DataSource, config: Config, clientSecret: Uint8Array) {
  const shares = new EventLoopShares(new ConcurrencyLimiter(Infinity, 1));
  observeResponses(db, shares.resumed);
  const stores = await openStores(db, config, clientSecret);
  return {
    stores,
    /** Provided too, so that NestJS ends its timers. */
    addresses: stores.addresses,
    statuses: new RateLimitStatuses(stores.keys, rateLimitsOf(config)),
    shares,
    bodies: new UnfinishedBodies(),
  };
}

async function openStores(
  db: DataSource,
  { RATE_LIMIT_STORE, REDIS_URL }: Config,
  clientSecret: Uint8Array,
): Promise<LimitStores> {
  const keys = new InMemoryRateLimitStore(clock);
  const clients = new InMemoryRateLimitStore(clock, MAX_CLIENTS);
  if (RATE_LIMIT_STORE === 'memory')
    return new LimitStores(keys, clients, new ThrottlerStorageService(), new InMemoryAttemptStore(clock));
  const ids = keyedIds(new KeyedMac(clientSecret));
  // Not in Redis: a password needs the database in any case, and a count that Redis loses would help to guess.
  const attempts = new PostgresAttemptStore(db, ids, { onPurgeFailed });
  const shared = (keys: RateLimitStore, store: RateLimitStore, connections?: RedisRateLimitStore[]) => {
    const clients = new ClientLimits(store, ids, clock);
    return new LimitStores(keys, clients, new SharedThrottlerStorage(clients), attempts, connections);
  };
  if (RATE_LIMIT_STORE === 'postgres')
    return shared(
      new PostgresRateLimitStore(db, { onPurgeFailed }),
      new PostgresRateLimitStore(db, { onPurgeFailed, maxStatements: 1 }),
    );
  const onUnavailable = onceAMinute(({ message }: Error) =>
    new Logger('RateLimits').warn(
      `Redis is unavailable, so each process counts its own requests: ${message}`,
    ),
  );
  const connect = (fallback: RateLimitStore) =>
    RedisRateLimitStore.connect({ url: REDIS_URL!, fallback, onUnavailable });
  const connections = await Promise.all([connect(keys), connect(clients)]);
  return shared(connections[0], connections[1], connections);
}
