import { Logger, Module } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  AccountUseCases,
  ApiKeyAuthenticator,
  ApiKeyUseCases,
  ApiUsageUseCases,
  Argon2PasswordHasher,
  InvitationUseCases,
  MemberUseCases,
  PersonUseCases,
  RateLimitStatuses,
  RequestCounter,
  SecurityLogUseCases,
  SessionUseCases,
  SignInThrottle,
  type AttemptStore,
  type RateLimitStore,
} from '@libs/accounts';
import {
  PostgresApiUsage,
  PostgresSecurityLog,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmInvitationRepository,
  TypeOrmMembershipRepository,
  TypeOrmPersonRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { DataSource } from 'typeorm';
import { clock, CONFIG, newId } from '../shared.module';
import { ApiUsageRecording } from './api-usage-recording';
import { commonPasswords } from './common-passwords';
import { rateLimitsOf, type Config } from '../config';
import { ATTEMPT_STORE, LimitsModule, RATE_LIMIT_STORE } from '../limits/limits.module';

/** Logs an error of background work. */
const logFailure = (what: string) => (error: unknown) =>
  new Logger('Accounts').warn(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);

/** Dependencies that the use cases share. One hasher limits the number of concurrent hashes. */
class Shared {
  readonly accounts: TypeOrmAccountRepository;
  readonly people: TypeOrmPersonRepository;
  readonly memberships: TypeOrmMembershipRepository;
  readonly invitations: TypeOrmInvitationRepository;
  readonly sessions: TypeOrmSessionRepository;
  readonly keys: TypeOrmApiKeyRepository;
  readonly usage: PostgresApiUsage;
  readonly securityLog: SecurityLogUseCases;
  readonly passwords = new Argon2PasswordHasher();
  readonly commonPasswords = commonPasswords();

  constructor(dataSource: DataSource) {
    this.accounts = new TypeOrmAccountRepository(dataSource);
    this.people = new TypeOrmPersonRepository(dataSource);
    this.memberships = new TypeOrmMembershipRepository(dataSource);
    this.invitations = new TypeOrmInvitationRepository(dataSource);
    this.sessions = new TypeOrmSessionRepository(dataSource);
    this.keys = new TypeOrmApiKeyRepository(dataSource);
    this.usage = new PostgresApiUsage(dataSource);
    this.securityLog = new SecurityLogUseCases(
      new PostgresSecurityLog(dataSource),
      clock,
      newId,
      logFailure('recording a failed sign-in'),
    );
  }
}

/** Wires the accounts context: accounts, API keys, and sessions. */
@Module({
  imports: [LimitsModule],
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
      useFactory: ({ accounts }: Shared) => new AccountSettingsUseCases(accounts, clock, newId),
    },
    {
      provide: MemberUseCases,
      inject: [Shared],
      useFactory: ({ memberships }: Shared) => new MemberUseCases(memberships, clock, newId),
    },
    {
      provide: InvitationUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new InvitationUseCases(shared, shared.commonPasswords, clock, newId),
    },
    {
      provide: PersonUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new PersonUseCases(shared, shared.commonPasswords, clock, newId),
    },
    {
      provide: SessionUseCases,
      inject: [Shared, ATTEMPT_STORE],
      useFactory: (shared: Shared, attempts: AttemptStore) =>
        new SessionUseCases(shared, new SignInThrottle(attempts), clock, newId),
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
      provide: RateLimitStatuses,
      inject: [RATE_LIMIT_STORE, CONFIG],
      useFactory: (store: RateLimitStore, config: Config) =>
        new RateLimitStatuses(store, rateLimitsOf(config)),
    },
    {
      provide: RequestCounter,
      inject: [Shared],
      useFactory: ({ usage }: Shared) => new RequestCounter(usage, clock),
    },
    {
      provide: ApiUsageUseCases,
      inject: [Shared],
      useFactory: ({ usage }: Shared) => new ApiUsageUseCases(usage, clock),
    },
    {
      provide: ApiUsageRecording,
      inject: [RequestCounter, ApiUsageUseCases],
      useFactory: (counter: RequestCounter, usage: ApiUsageUseCases) => new ApiUsageRecording(counter, usage),
    },
  ],
  exports: [
    AccountUseCases,
    AccountSettingsUseCases,
    PersonUseCases,
    MemberUseCases,
    InvitationUseCases,
    ApiUsageUseCases,
    SecurityLogUseCases,
    SessionUseCases,
    ApiKeyAuthenticator,
    ApiKeyUseCases,
    RateLimitStatuses,
  ],
})
export class AccountsModule {}
