import {
  AccountAdministration,
  AccountSettingsUseCases,
  AccountUseCases,
  ApiKeyAuthenticator,
  ApiKeyUseCases,
  ApiUsageUseCases,
  Argon2PasswordHasher,
  EmailChangeUseCases,
  ForeignAccess,
  InvitationUseCases,
  MemberUseCases,
  PasswordResetUseCases,
  PersonUseCases,
  RequestCounter,
  SecondFactorAdministration,
  SecondFactorSignIn,
  SecondFactorUseCases,
  SecurityLogUseCases,
  SecurityNotices,
  SessionUseCases,
  SignInThrottle,
  type AttemptStore,
  type MailComposer,
} from '@libs/accounts';
import {
  PostgresApiUsage,
  PostgresEmailChangeRepository,
  PostgresPasswordResetRepository,
  PostgresSecondFactorRepository,
  PostgresSecurityLog,
  PostgresSignInChallengeRepository,
  PostgresAccountRepository,
  PostgresApiKeyRepository,
  PostgresInvitationRepository,
  PostgresMembershipRepository,
  PostgresPersonRepository,
  PostgresSessionRepository,
} from '@libs/postgres';
import type { SecretBox } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { commonPasswords } from '../accounts/common-passwords';
import { clock } from '../clock';
import { newId } from '../new-id';
import { reasonOf } from '../reason-of';

interface AccountOptions {
  /** Null if mail is off. */
  readonly mail: MailComposer | null;
  /** Logs an error of work that no request waits for. */
  readonly warn: (line: string) => void;
}

/** The accounts context on PostgreSQL, without sign-in, which needs keys: accounts, people, and API keys. */
export function createAccounts(db: DataSource, { mail, warn }: AccountOptions) {
  const onFailure = (what: string) => (error: unknown) => warn(`${what} failed: ${reasonOf(error)}`);
  const accounts = new PostgresAccountRepository(db);
  const notices = new SecurityNotices(accounts, mail, clock);
  const onUnrecorded = onFailure('recording a failed sign-in');
  const ports = {
    accounts,
    people: new PostgresPersonRepository(db),
    memberships: new PostgresMembershipRepository(db),
    invitations: new PostgresInvitationRepository(db),
    sessions: new PostgresSessionRepository(db),
    secondFactors: new PostgresSecondFactorRepository(db),
    challenges: new PostgresSignInChallengeRepository(db),
    resets: new PostgresPasswordResetRepository(db),
    changes: new PostgresEmailChangeRepository(db),
    securityLog: new SecurityLogUseCases(new PostgresSecurityLog(db), clock, newId, onUnrecorded),
    // One hasher, because it limits the number of concurrent hashes.
    passwords: new Argon2PasswordHasher(),
    notices,
    mail,
    onError: onFailure('sending a confirmation link'),
  };
  const common = commonPasswords();
  const keyRepository = new PostgresApiKeyRepository(db);
  const authenticator = new ApiKeyAuthenticator(keyRepository, clock, onFailure('last use of a key'));
  const onEnded = (keyId: string) => authenticator.forget(keyId);
  const keys = new ApiKeyUseCases(keyRepository, clock, newId, { onEnded, notices });
  const people = new PersonUseCases(ports, common, clock, newId);
  const foreignAccess = new ForeignAccess(ports, keys, clock, newId);
  const usage = new PostgresApiUsage(db);
  return {
    ports,
    accounts: new AccountUseCases(ports, common, clock, newId),
    settings: new AccountSettingsUseCases(ports, clock, newId),
    administration: new AccountAdministration(accounts, clock, newId),
    members: new MemberUseCases(ports, clock, newId),
    invitations: new InvitationUseCases(ports, common, clock, newId),
    people,
    passwordResets: new PasswordResetUseCases(ports, foreignAccess, people, clock),
    emailChanges: new EmailChangeUseCases(ports, clock, newId),
    secondFactorAdministration: new SecondFactorAdministration(ports, clock, newId),
    securityLog: ports.securityLog,
    keys,
    authenticator,
    requestCounter: new RequestCounter(usage, clock),
    usage: new ApiUsageUseCases(usage, clock),
  };
}

type Ports = ReturnType<typeof createAccounts>['ports'];

interface SignInOptions {
  readonly box: SecretBox;
  readonly attempts: AttemptStore;
}

/** Sessions and second factors of the accounts context. */
export function createSignIn(accounts: Ports, { box, attempts }: SignInOptions) {
  const ports = { ...accounts, box };
  const throttle = new SignInThrottle(attempts);
  return {
    sessions: new SessionUseCases(ports, throttle, clock, newId),
    secondFactorSignIn: new SecondFactorSignIn(ports, throttle, clock, newId),
    secondFactors: new SecondFactorUseCases(ports, throttle, clock, newId),
  };
}
