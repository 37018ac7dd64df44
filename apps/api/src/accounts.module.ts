import { Logger, Module } from '@nestjs/common';
import {
  AccountUseCases,
  ApiKeyAuthenticator,
  Argon2PasswordHasher,
  InMemoryRateLimitStore,
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
import { clock, CONFIG, newId } from './ambient.module';
import type { Config } from './config';

export const RATE_LIMIT_STORE = Symbol('RateLimitStore');

/** Work beside the requests that failed: nobody waits for it, so the log is told. */
const noted = (what: string) => (error: unknown) =>
  new Logger('Accounts').warn(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);

/** One for all, because it bounds how many hashes run at once. */
const passwords = new Argon2PasswordHasher();

/** The accounts context, wired: who a key belongs to, what it may spend, which account a slug names. */
@Module({
  providers: [
    {
      provide: AccountUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new AccountUseCases(new TypeOrmAccountRepository(dataSource), passwords, clock, newId),
    },
    {
      provide: SessionUseCases,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new SessionUseCases(
          {
            sessions: new TypeOrmSessionRepository(dataSource),
            accounts: new TypeOrmAccountRepository(dataSource),
            passwords,
          },
          new SignInThrottle(clock),
          clock,
          newId,
        ),
    },
    {
      provide: ApiKeyAuthenticator,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new ApiKeyAuthenticator(new TypeOrmApiKeyRepository(dataSource), clock, noted('last use of a key')),
    },
    {
      provide: RATE_LIMIT_STORE,
      inject: [CONFIG, DataSource],
      useFactory: (config: Config, dataSource: DataSource): RateLimitStore =>
        config.RATE_LIMIT_STORE === 'postgres'
          ? new PostgresRateLimitStore(dataSource, noted('purge of rate limits'))
          : new InMemoryRateLimitStore(clock),
    },
  ],
  exports: [AccountUseCases, ApiKeyAuthenticator, SessionUseCases, RATE_LIMIT_STORE],
})
export class AccountsModule {}
