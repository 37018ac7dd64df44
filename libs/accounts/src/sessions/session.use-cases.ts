import {
  isEmail,
  ownerActor,
  securityEvents,
  VISITOR,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import { accountSuspended } from '../account/account';
import type { OwnerOfAccount, PasswordHasher } from '../account/account.ports';
import type { SecurityLogUseCases } from '../security-log/security-log.use-cases';
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
import { digestOf } from '../digest';
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

/** Use cases of sessions (dashboard.md 2). */
export class SessionUseCases {
  private readonly passwords: PasswordCheck;
  private readonly opener: SessionOpener;
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: SessionOpenerPorts & {
      readonly passwords: PasswordHasher;
      readonly securityLog: Pick<SecurityLogUseCases, 'noteFailure'>;
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
   * Takes the same time for an unknown email address as for a wrong password.
   * @throws DomainError `authentication` `invalid_credentials`, `second_factor_required`; `permission`
   *   `account_suspended`; `rate_limit`
   */
  async signIn(
    { email, password }: Credentials,
    { userAgent, address, device, ip }: Browser,
  ): Promise<OpenedSession> {
    const trimmedEmail = email.trim();
    const attempt = await this.throttle.signIn({ email: trimmedEmail, address, device });
    // An invalid email address matches no owner, so it needs no query.
    const found = isEmail(trimmedEmail) ? await this.ports.accounts.findOwner(trimmedEmail) : null;
    const from = ip === undefined ? {} : { ip };
    const match = await this.passwords.assert(found, password, { ...VISITOR, ...from });
    const { account, owner } = match;
    if (account.suspendedAt) throw accountSuspended();
    const event = this.newEvent(account.id, 'owner.signed_in', { ...ownerActor(owner.id), ...from });
    const opened = await this.opener.open(match, userAgent, event).catch(async (error: unknown) => {
      if (isSecondFactorRequired(error)) await attempt.succeeded();
      throw error;
    });
    await this.assertPasswordUnchanged(opened, match, password);
    await attempt.succeeded();
    return opened;
  }

  /** Ends the session of this token, if there is one, because its browser gets a new session. */
  async endByToken(token: string): Promise<void> {
    const { sessions } = this.ports;
    const match = isToken(token) ? await sessions.findByDigest(digestOf(token)) : null;
    if (match) await sessions.remove(match.account.id, match.owner.id, match.session.id);
  }

  /** Opens a session for an owner who has just signed up, as `SessionOpener.open`. */
  open(match: OwnerOfAccount, userAgent?: string): Promise<OpenedSession> {
    return this.opener.open(match, userAgent);
  }

  /** A suspended account has no sessions until it is resumed. @throws DomainError `authentication` `session_required` */
  async authenticate(token: string): Promise<SignedIn> {
    if (!isToken(token)) throw sessionRequired();
    const now = this.clock();
    const match = await this.ports.sessions.findByDigest(digestOf(token));
    if (!match || match.account.suspendedAt || !isLive(match.session, now)) throw sessionRequired();
    const { session } = match;
    if (now.getTime() - session.lastSeenAt.getTime() >= SEEN_MS) {
      await this.ports.sessions.touch(session.accountId, session.id, now);
    }
    return this.opener.signedInBy(session, match, now);
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

  /** Checks the password of a signed-in owner again. @throws DomainError `invalid_credentials`; `rate_limit` */
  async checkPassword(
    { accountId, ownerId, sessionId }: SignedIn,
    password: string,
    by: Requester,
  ): Promise<void> {
    const attempt = await this.throttle.reauthentication(sessionId);
    await this.passwords.assert(await this.ports.accounts.findOwnerOf(accountId, ownerId), password, by);
    await attempt.succeeded();
  }

  /** After a password change: replaces the token and ends all other sessions. @throws DomainError `session_required` */
  async restart(signedIn: SignedIn): Promise<OpenedSession> {
    // End the other sessions first, so that they cannot outlive this one if it ends concurrently.
    const { accountId, ownerId, sessionId } = signedIn;
    await this.ports.sessions.removeAll(accountId, ownerId, sessionId);
    const token = await this.renew(signedIn, null);
    return { token, signedIn: { ...signedIn, isReauthenticated: false } };
  }

  /** Returns the live sessions, newest first. A suspended account has none until it is resumed. */
  async list(accountId: string, ownerId: string): Promise<readonly Session[]> {
    const now = this.clock();
    const match = await this.ports.accounts.findOwnerOf(accountId, ownerId);
    if (!match || match.account.suspendedAt) return [];
    const sessions = await this.ports.sessions.list(accountId, ownerId);
    return sessions.filter((session) => isLive(session, now));
  }

  /** Ends the session of the request. */
  async signOut({ accountId, ownerId, sessionId }: SignedIn): Promise<void> {
    await this.ports.sessions.remove(accountId, ownerId, sessionId);
  }

  /** @throws DomainError `not_found` */
  async end(accountId: string, ownerId: string, id: string, by: Requester): Promise<void> {
    const event = this.newEvent(accountId, 'session.ended', by);
    if (!(await this.ports.sessions.remove(accountId, ownerId, id.toLowerCase(), event)))
      throw sessionNotFound();
  }

  async endOthers({ accountId, ownerId, sessionId }: SignedIn, by: Requester): Promise<void> {
    const event = this.newEvent(accountId, 'session.ended', by);
    await this.ports.sessions.removeAll(accountId, ownerId, sessionId, event);
  }

  /** @throws DomainError `session_required` if the session was ended in the meantime */
  private async renew({ accountId, sessionId }: SignedIn, reauthenticatedAt: Date | null): Promise<string> {
    const token = newToken();
    const renewal = { digest: digestOf(token), reauthenticatedAt };
    if (!(await this.ports.sessions.renew(accountId, sessionId, renewal))) throw sessionRequired();
    return token;
  }

  /**
   * Checks the password again after the session was created. A password change ends existing sessions only, so a
   * session that is created concurrently with the old password would stay.
   * @throws DomainError `invalid_credentials`
   */
  private async assertPasswordUnchanged(
    { signedIn: { accountId, ownerId, sessionId } }: OpenedSession,
    { owner: { passwordHash } }: OwnerOfAccount,
    password: string,
  ): Promise<void> {
    const { accounts, passwords, sessions } = this.ports;
    const now = (await accounts.findOwnerOf(accountId, ownerId))?.owner.passwordHash;
    if (now === passwordHash || (now !== undefined && (await passwords.verify(now, password)))) return;
    await sessions.remove(accountId, ownerId, sessionId);
    throw wrongCredentials();
  }
}

/** Minimum interval between writes of `lastSeenAt`. */
const SEEN_MS = 60_000;
