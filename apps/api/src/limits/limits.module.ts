import { Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import {
  InMemoryAttemptStore,
  InMemoryRateLimitStore,
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
import { ThrottlerStorage, ThrottlerStorageService } from '@nestjs/throttler';
import { DataSource } from 'typeorm';
import type { Config } from '../config';
import { KeyedMac } from '../keyed-mac';
import { onceAMinute } from '../once-a-minute';
import { clock, CONFIG, SharedSecrets } from '../shared.module';
import { ClientLimits, keyedIds } from './client-limits';
import { EventLoopShares } from './event-loop-shares';
import { SharedThrottlerStorage } from './shared-throttler-storage';
import { UnfinishedBodies } from './unfinished-bodies';

/** Counts requests by API key and by person. */
export const RATE_LIMIT_STORE = Symbol('RateLimitStore');
/** Counts clients that need no credentials, by any name. */
export const CLIENT_LIMIT_STORE = Symbol('ClientLimitStore');
export const ATTEMPT_STORE = Symbol('AttemptStore');

/** Maximum number of clients that a process counts: about 30 MB. */
const MAX_CLIENTS = 100_000;

const purgeFailed = (error: unknown) =>
  new Logger('Accounts').warn(
    `purge of rate limits failed: ${error instanceof Error ? error.message : String(error)}`,
  );

/** The stores of one process. Clients have a store of their own, so that they don't delay or displace keys. */
class Stores implements OnApplicationShutdown {
  private constructor(
    readonly keys: RateLimitStore,
    readonly clients: RateLimitStore,
    private readonly connections: readonly RedisRateLimitStore[] = [],
  ) {}

  static async open({ RATE_LIMIT_STORE: kind, REDIS_URL }: Config, dataSource: DataSource): Promise<Stores> {
    const inMemory = [
      new InMemoryRateLimitStore(clock),
      new InMemoryRateLimitStore(clock, MAX_CLIENTS),
    ] as const;
    if (kind === 'memory') return new Stores(...inMemory);
    if (kind === 'postgres') {
      return new Stores(
        new PostgresRateLimitStore(dataSource, { onPurgeFailed: purgeFailed }),
        new PostgresRateLimitStore(dataSource, { onPurgeFailed: purgeFailed, maxStatements: 1 }),
      );
    }
    const onUnavailable = onceAMinute(({ message }: Error) =>
      new Logger('RateLimits').warn(
        `Redis is unavailable, so each process counts its own requests: ${message}`,
      ),
    );
    const connect = (fallback: RateLimitStore) =>
      RedisRateLimitStore.connect({ url: REDIS_URL!, fallback, onUnavailable });
    const connections = await Promise.all([connect(inMemory[0]), connect(inMemory[1])] as const);
    return new Stores(...connections, connections);
  }

  /** After the last request. */
  onApplicationShutdown(): void {
    for (const connection of this.connections) connection.close();
  }
}

/**
 * Where limits are counted (rate-limits.md 2, rate-limits.md 7), with `memory` in the process, and the shares of its event
 * loop and its memory for bodies (rate-limits.md 6).
 */
@Module({
  providers: [
    {
      provide: Stores,
      inject: [CONFIG, DataSource],
      useFactory: (config: Config, dataSource: DataSource) => Stores.open(config, dataSource),
    },
    { provide: RATE_LIMIT_STORE, inject: [Stores], useFactory: ({ keys }: Stores) => keys },
    {
      provide: CLIENT_LIMIT_STORE,
      inject: [CONFIG, Stores, SharedSecrets],
      useFactory: (config: Config, { clients }: Stores, { client }: SharedSecrets) =>
        config.RATE_LIMIT_STORE === 'memory'
          ? clients
          : new ClientLimits(clients, keyedIds(new KeyedMac(client)), clock),
    },
    {
      provide: ThrottlerStorage,
      inject: [CONFIG, CLIENT_LIMIT_STORE],
      useFactory: (config: Config, clients: RateLimitStore) =>
        config.RATE_LIMIT_STORE === 'memory'
          ? new ThrottlerStorageService()
          : new SharedThrottlerStorage(clients),
    },
    {
      // Not in Redis: a password needs the database in any case, and a count that Redis loses would help to guess.
      provide: ATTEMPT_STORE,
      inject: [CONFIG, DataSource, SharedSecrets],
      useFactory: (config: Config, dataSource: DataSource, { client }: SharedSecrets): AttemptStore =>
        config.RATE_LIMIT_STORE === 'memory'
          ? new InMemoryAttemptStore(clock)
          : new PostgresAttemptStore(dataSource, keyedIds(new KeyedMac(client)), {
              onPurgeFailed: purgeFailed,
            }),
    },
    {
      provide: EventLoopShares,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => {
        const shares = new EventLoopShares(new ConcurrencyLimiter(Infinity, 1));
        observeResponses(dataSource, shares.resumed);
        return shares;
      },
    },
    { provide: UnfinishedBodies, useFactory: () => new UnfinishedBodies() },
  ],
  exports: [
    RATE_LIMIT_STORE,
    CLIENT_LIMIT_STORE,
    ThrottlerStorage,
    ATTEMPT_STORE,
    EventLoopShares,
    UnfinishedBodies,
  ],
})
export class LimitsModule {}
