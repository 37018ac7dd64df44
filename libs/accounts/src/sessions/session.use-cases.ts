import {
  isEmail,
  memberActor,
  securityEvents,
  VISITOR,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import { accountNotFound, accountSuspended } from '../account/account';
import type { PasswordHasher } from '../account/account.ports';
import type { SecurityNotices } from '../mail/security-notices';
import { firstActive, type AccountOfPerson } from '../memberships/membership';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { Person } from '../people/person';
import type { PersonRepository } from '../people/person.ports';
import type { SecurityLogUseCases } from '../security-log/security-log.use-cases';
import type { MatchedSession } from './session.ports';
import {
  isLive,
  isToken,
  newToken,
  sessionNotFound,
  sessionRequired,
  wrongCredentials,
  type OpenedSession,
  type Session,
  type SignedIn,
} from './session';
import { isSecondFactorRequired } from '../second-factor/second-factor';
import { PasswordCheck } from './password-check';
import { SessionOpener, type SessionOpenerPorts } from './session-opener';
import { digestOf } from '../secret-digest';
import type { SignInAttempt, SignInThrottle } from './sign-in-throttle';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The browser that signs in. */
export interface Browser extends Omit<SignInAttempt, 'email'> {
  readonly userAgent?: string;
  readonly ip?: string;
}

/** Joins an account with the sign-in that an invitation asks for (team.md 5). */
export interface JoiningSignIn {
  /** Returns the account, and throws the errors of `accept`. Changes nothing. */
  offer(person: Person): Promise<AccountOfPerson>;
  /** Makes the person a member, and returns them with their new name if they got one. */
  accept(person: Person): Promise<AccountOfPerson & { readonly person: Person }>;
}

/** Use cases of sessions (dashboard.md 2). */
export class SessionUseCases {
  private readonly passwords: PasswordCheck;
  private readonly opener: SessionOpener;
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: SessionOpenerPorts & {
      readonly people: PersonRepository;
      readonly memberships: MembershipRepository;
      readonly passwords: PasswordHasher;
      readonly securityLog: Pick<SecurityLogUseCases, 'noteFailure'>;
      readonly notices?: Pick<SecurityNotices, 'newSignIn'>;
    },
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.passwords = new PasswordCheck(ports);
    this.opener = new SessionOpener(ports, clock, newId);
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Opens the account that the person joined first. Takes the same time for an unknown email address as for a wrong
   * password.
   * @param joining the account to join, after the second factor if the person has one, and to open
   * @throws DomainError `authentication` `invalid_credentials`, `second_factor_required`; `permission`
   *   `account_suspended`, `no_account`; `rate_limit`
   */
  async signIn(
    { email, password }: Credentials,
    { userAgent, address, device, ip }: Browser,
    joining?: JoiningSignIn,
  ): Promise<OpenedSession> {
    const trimmedEmail = email.trim();
    const attempt = await this.throttle.signIn({ email: trimmedEmail, address, device });
    // An invalid email address matches no person, so it needs no query.
    const match = isEmail(trimmedEmail) ? await this.ports.people.findByEmail(trimmedEmail) : null;
    const from = ip === undefined ? {} : { ip };
    const person = await this.passwords.assert(match, password, { ...VISITOR, ...from });
    const offered = joining
      ? await joining.offer(person)
      : firstActive(await this.ports.memberships.listOf(person.id));
    await this.opener.askForSecondFactor({ ...offered, person }).catch(async (error: unknown) => {
      if (isSecondFactorRequired(error)) await attempt.succeeded();
      throw error;
    });
    const of = joining ? await joining.accept(person) : { ...offered, person };
    const event = this.newEvent(of.account.id, 'owner.signed_in', { ...memberActor(person.id), ...from });
    const mail =
      device === null ? this.ports.notices?.newSignIn(of.account, person, { ...from, userAgent }) : [];
    const opened = await this.opener.open(of, { userAgent, event, mail });
    await this.assertPasswordUnchanged(opened, person, password);
    await attempt.succeeded();
    return opened;
  }

  /** Ends the session of this token, if there is one, because its browser gets a new session. */
  async endByToken(token: string): Promise<void> {
    const { sessions } = this.ports;
    const match = isToken(token) ? await sessions.findByDigest(digestOf(token)) : null;
    if (match) await sessions.remove(match.person.id, match.session.id);
  }

  /**
   * Opens a session for a member who has just signed up.
   * @throws DomainError `authentication` `second_factor_required`, `invalid_credentials`
   */
  async open(of: Omit<MatchedSession, 'session'>, userAgent?: string): Promise<OpenedSession> {
    await this.opener.askForSecondFactor(of);
    return this.opener.open(of, { userAgent });
  }

  /** A suspended account has no sessions until it is resumed. @throws DomainError `authentication` `session_required` */
  async authenticate(token: string): Promise<SignedIn> {
    if (!isToken(token)) throw sessionRequired();
    const now = this.clock();
    const match = await this.ports.sessions.findByDigest(digestOf(token));
    if (!match || match.account.suspendedAt || !isLive(match.session, now)) throw sessionRequired();
    const { session } = match;
    if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_MS) {
      await this.ports.sessions.touch(session.personId, session.id, now);
    }
    return this.opener.signedInBy(match, now);
  }

  /**
   * Checks the password again and replaces the token.
   * @throws DomainError `authentication` `invalid_credentials`, `session_required`; `rate_limit`
   */
  async reauthenticate(signedIn: SignedIn, password: string, by: Requester): Promise<OpenedSession> {
    await this.checkPassword(signedIn, password, by);
    const token = await this.renew(signedIn, this.clock());
    return { token, signedIn: { ...signedIn, isReauthenticated: true } };
  }

  /** Checks the password of a signed-in member again. @throws DomainError `invalid_credentials`; `rate_limit` */
  async checkPassword({ personId, sessionId }: SignedIn, password: string, by: Requester): Promise<void> {
    const attempt = await this.throttle.reauthentication(sessionId);
    await this.passwords.assert(await this.ports.people.find(personId), password, by);
    await attempt.succeeded();
  }

  /** After a password change: replaces the token and ends all other sessions. @throws DomainError `session_required` */
  async restart(signedIn: SignedIn): Promise<OpenedSession> {
    // End the other sessions first, so that they cannot outlive this one if it ends concurrently.
    const { personId, sessionId } = signedIn;
    await this.ports.sessions.removeAll(personId, sessionId);
    const token = await this.renew(signedIn, null);
    return { token, signedIn: { ...signedIn, isReauthenticated: false } };
  }

  /**
   * Makes another account of the person the current one.
   * @throws DomainError `not_found` if the person is not a member; `permission` `account_suspended`
   */
  async switchAccount(signedIn: SignedIn, accountId: string): Promise<SignedIn> {
    const { personId, sessionId } = signedIn;
    const accounts = await this.accountsOf(personId);
    const found = accounts.find(({ account }) => account.id === accountId.toLowerCase());
    if (!found) throw accountNotFound();
    if (found.account.suspendedAt) throw accountSuspended();
    const { account, role } = found;
    if (!(await this.ports.sessions.switchAccount(personId, sessionId, account.id))) throw accountNotFound();
    const mustSetUpSecondFactor = await this.opener.mustSetUpSecondFactor(account, personId);
    return { ...signedIn, accountId: account.id, account, role, mustSetUpSecondFactor };
  }

  /** Returns the accounts of a person, in the order of joining. */
  accountsOf(personId: string): Promise<readonly AccountOfPerson[]> {
    return this.ports.memberships.listOf(personId);
  }

  /**
   * Checks whether a member may still read what a response streams. Doesn't count as a request of the session, and
   * accepts one whose token was replaced.
   * @throws DomainError `authentication` `session_required`
   */
  async assertOpen({ accountId, personId, sessionId }: SignedIn): Promise<void> {
    const sessions = await this.list(personId);
    const session = sessions.find(({ id }) => id === sessionId);
    const accounts = await this.accountsOf(personId);
    const current = accounts.find(({ account }) => account.id === accountId);
    if (session?.accountId !== accountId || !current || current.account.suspendedAt) throw sessionRequired();
  }

  /** Returns the live sessions, newest first. */
  async list(personId: string): Promise<readonly Session[]> {
    const now = this.clock();
    return (await this.ports.sessions.list(personId)).filter((session) => isLive(session, now));
  }

  /** Ends the session of the request. */
  async signOut({ personId, sessionId }: SignedIn): Promise<void> {
    await this.ports.sessions.remove(personId, sessionId);
  }

  /** @throws DomainError `not_found` */
  async end({ accountId, personId }: SignedIn, id: string, by: Requester): Promise<void> {
    const event = this.newEvent(accountId, 'session.ended', by);
    if (!(await this.ports.sessions.remove(personId, id.toLowerCase(), event))) throw sessionNotFound();
  }

  async endOthers({ accountId, personId, sessionId }: SignedIn, by: Requester): Promise<void> {
    const event = this.newEvent(accountId, 'session.ended', by);
    await this.ports.sessions.removeAll(personId, sessionId, event);
  }

  /** @throws DomainError `session_required` if the session was ended in the meantime */
  private async renew({ personId, sessionId }: SignedIn, reauthenticatedAt: Date | null): Promise<string> {
    const token = newToken();
    const renewal = { digest: digestOf(token), reauthenticatedAt };
    if (!(await this.ports.sessions.renew(personId, sessionId, renewal))) throw sessionRequired();
    return token;
  }

  /**
   * Checks the password again after the session was created. A password change ends existing sessions only, so a
   * session that is created concurrently with the old password would stay.
   * @throws DomainError `invalid_credentials`
   */
  private async assertPasswordUnchanged(
    { signedIn: { personId, sessionId } }: OpenedSession,
    { passwordHash }: Person,
    password: string,
  ): Promise<void> {
    const { people, passwords, sessions } = this.ports;
    const now = (await people.find(personId))?.passwordHash;
    if (now === passwordHash || (now !== undefined && (await passwords.verify(now, password)))) return;
    await sessions.remove(personId, sessionId);
    throw wrongCredentials();
  }
}

/** Minimum interval between writes of `lastSeenAt`. */
const SEEN_MS = 60_000;
