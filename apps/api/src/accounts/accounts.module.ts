import { Inject, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import {
  AccountSettingsUseCases,
  AccountUseCases,
  EmailChangeUseCases,
  ForeignAccess,
  PasswordResetUseCases,
  SecurityNotices,
  ApiKeyAuthenticator,
  ApiKeyUseCases,
  ApiUsageUseCases,
  Argon2PasswordHasher,
  InvitationUseCases,
  MemberUseCases,
  PersonUseCases,
  RateLimitStatuses,
  RequestCounter,
  SecondFactorSignIn,
  SecondFactorUseCases,
  SecurityLogUseCases,
  SessionUseCases,
  SignInThrottle,
  type AttemptStore,
  type MailComposer,
  type RateLimitStore,
} from '@libs/accounts';
import {
  PostgresApiUsage,
  PostgresEmailChangeRepository,
  PostgresPasswordResetRepository,
  PostgresSecondFactorRepository,
  PostgresSecurityLog,
  PostgresSignInChallengeRepository,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmInvitationRepository,
  TypeOrmMembershipRepository,
  TypeOrmPersonRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { SecretBox } from '@libs/webhooks';
import { DataSource } from 'typeorm';
import { newId } from '../new-id';
import { clock, CONFIG } from '../shared.module';
import { ApiUsageRecording } from '../api-keys/api-usage-recording';
import { commonPasswords } from './common-passwords';
import { rateLimitsOf, type Config } from '../config';
import { MAIL_COMPOSER, MailModule } from '../mail/mail.module';
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
  readonly secondFactors: PostgresSecondFactorRepository;
  readonly challenges: PostgresSignInChallengeRepository;
  readonly securityLog: SecurityLogUseCases;
  readonly notices: SecurityNotices;
  readonly resets: PostgresPasswordResetRepository;
  readonly passwords = new Argon2PasswordHasher();
  readonly commonPasswords = commonPasswords();

  constructor(
    dataSource: DataSource,
    readonly box: SecretBox,
    /** Null if mail is off. */
    readonly mail: MailComposer | null,
  ) {
    this.accounts = new TypeOrmAccountRepository(dataSource);
    this.people = new TypeOrmPersonRepository(dataSource);
    this.memberships = new TypeOrmMembershipRepository(dataSource);
    this.invitations = new TypeOrmInvitationRepository(dataSource);
    this.sessions = new TypeOrmSessionRepository(dataSource);
    this.keys = new TypeOrmApiKeyRepository(dataSource);
    this.usage = new PostgresApiUsage(dataSource);
    this.secondFactors = new PostgresSecondFactorRepository(dataSource);
    this.challenges = new PostgresSignInChallengeRepository(dataSource);
    this.resets = new PostgresPasswordResetRepository(dataSource);
    this.notices = new SecurityNotices(this.accounts, mail, clock);
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
  imports: [LimitsModule, MailModule],
  providers: [
    {
      provide: Shared,
      inject: [DataSource, SecretBox, MAIL_COMPOSER],
      useFactory: (dataSource: DataSource, box: SecretBox, mail: MailComposer | null) =>
        new Shared(dataSource, box, mail),
    },
    {
      provide: PasswordResetUseCases,
      inject: [Shared, PersonUseCases, ApiKeyUseCases],
      useFactory: (shared: Shared, people: PersonUseCases, keys: ApiKeyUseCases) =>
        new PasswordResetUseCases(shared, new ForeignAccess(shared, keys, clock, newId), people, clock),
    },
    {
      provide: EmailChangeUseCases,
      inject: [Shared, DataSource],
      useFactory: ({ people, memberships, mail }: Shared, dataSource: DataSource) => {
        const changes = new PostgresEmailChangeRepository(dataSource);
        const onError = logFailure('sending a confirmation link');
        return new EmailChangeUseCases({ people, memberships, changes, mail, onError }, clock, newId);
      },
    },
    {
      provide: AccountUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new AccountUseCases(shared, shared.commonPasswords, clock, newId),
    },
    {
      provide: AccountSettingsUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new AccountSettingsUseCases(shared, clock, newId),
    },
    {
      provide: MemberUseCases,
      inject: [Shared],
      useFactory: (shared: Shared) => new MemberUseCases(shared, clock, newId),
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
    {
      provide: SecondFactorSignIn,
      inject: [Shared, ATTEMPT_STORE],
      useFactory: (shared: Shared, attempts: AttemptStore) =>
        new SecondFactorSignIn(shared, new SignInThrottle(attempts), clock, newId),
    },
    {
      provide: SecondFactorUseCases,
      inject: [Shared, ATTEMPT_STORE],
      useFactory: (shared: Shared, attempts: AttemptStore) =>
        new SecondFactorUseCases(shared, new SignInThrottle(attempts), clock, newId),
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
      useFactory: ({ keys, notices }: Shared, authenticator: ApiKeyAuthenticator) =>
        new ApiKeyUseCases(keys, clock, newId, {
          onEnded: (keyId) => authenticator.forget(keyId),
          notices,
        }),
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
    SecondFactorSignIn,
    SecondFactorUseCases,
    EmailChangeUseCases,
    PasswordResetUseCases,
    SecurityLogUseCases,
    SessionUseCases,
    ApiKeyAuthenticator,
    ApiKeyUseCases,
    RateLimitStatuses,
  ],
})
export class AccountsModule implements OnApplicationBootstrap {
  constructor(
    private readonly secondFactors: SecondFactorUseCases,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Encrypts stored secrets with the current key (webhooks.md 4). */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.SECRET_ENCRYPTION_KEY_PREVIOUS) return;
    const count = await this.secondFactors.resealAll();
    if (count > 0)
      new Logger('Accounts').warn(`Encrypted ${count} second factors with SECRET_ENCRYPTION_KEY`);
  }
}
