import { Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  AccountUseCases,
  ApiKeyAuthenticator,
  ApiKeyUseCases,
  Argon2PasswordHasher,
  InMemoryRateLimitStore,
  RateLimitStatuses,
  SecurityLogUseCases,
  SessionUseCases,
  SignInThrottle,
  type RateLimitStore,
} from '@libs/accounts';
import {
  PostgresRateLimitStore,
  PostgresSecurityLog,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { RedisRateLimitStore } from '@libs/redis';
import { DataSource } from 'typeorm';
import { clock, CONFIG, newId } from '../shared.module';
import { commonPasswords } from './common-passwords';
import { onceAMinute } from '../once-a-minute';
import { rateLimitsOf, type Config } from '../config';

export const RATE_LIMIT_STORE = Symbol('RateLimitStore');

/** Logs an error of background work. */
const logFailure = (what: string) => (error: unknown) =>
  new Logger('Accounts').warn(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);

/** Dependencies that the use cases share. One hasher limits the number of concurrent hashes. */
class Shared {
  readonly accounts: TypeOrmAccountRepository;
  readonly sessions: TypeOrmSessionRepository;
  readonly keys: TypeOrmApiKeyRepository;
  readonly securityLog: SecurityLogUseCases;
  readonly passwords = new Argon2PasswordHasher();
  readonly commonPasswords = commonPasswords();

  constructor(dataSource: DataSource) {
    this.accounts = new TypeOrmAccountRepository(dataSource);
    this.sessions = new TypeOrmSessionRepository(dataSource);
    this.keys = new TypeOrmApiKeyRepository(dataSource);
    this.securityLog = new SecurityLogUseCases(
      new PostgresSecurityLog(dataSource),
      clock,
      newId,
      logFailure('recording a failed sign-in'),
    );
  }
}

/** Logs once a minute that requests are counted in memory, and disconnects after the last request. */
class RedisRateLimits extends RedisRateLimitStore implements OnApplicationShutdown {
  constructor(url: string) {
    const onUnavailable = onceAMinute(({ message }: Error) =>
      new Logger('RateLimits').warn(
        `Redis is unavailable, so each process counts its own requests: ${message}`,
      ),
    );
    super({ url, fallback: new InMemoryRateLimitStore(clock), onUnavailable });
  }

  onApplicationShutdown(): void {
    this.close();
  }
}

/** Wires the accounts context: accounts, API keys, sessions, and rate limits. */
@Module({
  providers: [
    { provide: Shared, inject: [DataSource], useFactory: (dataSource: DataSource) => new Shared(dataSource) },
    {
      provide: AccountUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new AccountUseCases(shared, shared.commonPasswords, clock, newId),
    },
    {
      provide: AccountSettingsUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) =>
        new AccountSettingsUseCases(shared, shared.commonPasswords, clock, newId),
    },
    {
      provide: SessionUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new SessionUseCases(shared, new SignInThrottle(clock), clock, newId),
    },
    { provide: SecurityLogUseCases, inject: [Shared], useFactory: ({ securityLog }: Shared) => securityLog },
    {
      provide: ApiKeyAuthenticator,
      inject: [Shared],
      useFactory: ({ keys }: Shared) => new ApiKeyAuthenticator(keys, clock, logFailure('last use of a key')),
    },
    {
      provide: ApiKeyUseCases,
      inject: [Shared, ApiKeyAuthenticator],
      useFactory: ({ keys }: Shared, authenticator: ApiKeyAuthenticator) =>
        new ApiKeyUseCases(keys, clock, newId, (keyId) => authenticator.forget(keyId)),
    },
    {
      provide: RATE_LIMIT_STORE,
      inject: [CONFIG, DataSource],
      useFactory: async (config: Config, dataSource: DataSource): Promise<RateLimitStore> => {
        if (config.RATE_LIMIT_STORE === 'redis') {
          const store = new RedisRateLimits(config.REDIS_URL!);
          await store.connected();
          return store;
        }
        if (config.RATE_LIMIT_STORE === 'memory') return new InMemoryRateLimitStore(clock);
        return new PostgresRateLimitStore(dataSource, logFailure('purge of rate limits'));
      },
    },
    {
      provide: RateLimitStatuses,
      inject: [RATE_LIMIT_STORE, CONFIG],
      useFactory: (store: RateLimitStore, config: Config) =>
        new RateLimitStatuses(store, rateLimitsOf(config)),
    },
  ],
  exports: [
    AccountUseCases,
    AccountSettingsUseCases,
    SecurityLogUseCases,
    SessionUseCases,
    ApiKeyAuthenticator,
    ApiKeyUseCases,
    RATE_LIMIT_STORE,
    RateLimitStatuses,
  ],
})
export class AccountsModule {}
