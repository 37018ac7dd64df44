import { Logger, Module } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  AccountUseCases,
  ApiKeyAuthenticator,
  ApiKeyUseCases,
  Argon2PasswordHasher,
  InMemoryRateLimitStore,
  RateLimitStatuses,
  SessionUseCases,
  SignInThrottle,
  type RateLimitStore,
} from '@libs/accounts';
import {
  PostgresRateLimitStore,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { DataSource } from 'typeorm';
import { clock, CONFIG, newId } from './shared.module';
import { commonPasswords } from './common-passwords';
import { rateLimitsOf, type Config } from './config';

export const RATE_LIMIT_STORE = Symbol('RateLimitStore');

/** Logs an error of background work. */
const logFailure = (what: string) => (error: unknown) =>
  new Logger('Accounts').warn(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);

/** Dependencies that the use cases share. One hasher limits the number of concurrent hashes. */
class Shared {
  readonly accounts: TypeOrmAccountRepository;
  readonly sessions: TypeOrmSessionRepository;
  readonly keys: TypeOrmApiKeyRepository;
  readonly passwords = new Argon2PasswordHasher();
  readonly commonPasswords = commonPasswords();

  constructor(dataSource: DataSource) {
    this.accounts = new TypeOrmAccountRepository(dataSource);
    this.sessions = new TypeOrmSessionRepository(dataSource);
    this.keys = new TypeOrmApiKeyRepository(dataSource);
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
      useFactory: ({ accounts, passwords, commonPasswords }: Shared) =>
        new AccountSettingsUseCases(accounts, passwords, commonPasswords, clock),
    },
    {
      provide: SessionUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new SessionUseCases(shared, new SignInThrottle(clock), clock, newId),
    },
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
      useFactory: (config: Config, dataSource: DataSource): RateLimitStore =>
        config.RATE_LIMIT_STORE === 'postgres'
          ? new PostgresRateLimitStore(dataSource, logFailure('purge of rate limits'))
          : new InMemoryRateLimitStore(clock),
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
    SessionUseCases,
    ApiKeyAuthenticator,
    ApiKeyUseCases,
    RATE_LIMIT_STORE,
    RateLimitStatuses,
  ],
})
export class AccountsModule {}
