import {
  isEmail,
  ownerActor,
  securityEvents,
  VISITOR,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type SecurityEvent,
} from '@libs/kernel';
import { accountSuspended } from '../account/account';
import type { AccountRepository, OwnerOfAccount, PasswordHasher } from '../account/account.ports';
import type { OutboxMessage } from '../mail/mail';
import type { SecurityNotices } from '../mail/security-notices';
import type { SecurityLogUseCases } from '../security-log/security-log.use-cases';
import type { SessionRepository } from './session.ports';
import {
  isLive,
  isReauthenticated,
  isToken,
  newSession,
  newToken,
  sessionBounds,
  sessionNotFound,
  sessionRequired,
  wrongCredentials,
  type OpenedSession,
  type Session,
  type SignedIn,
} from './session';
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
  private dummyHash: Promise<string> | undefined;
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly sessions: SessionRepository;
      readonly accounts: AccountRepository;
      readonly passwords: PasswordHasher;
      readonly securityLog: Pick<SecurityLogUseCases, 'noteFailedSignIn'>;
      readonly notices?: Pick<SecurityNotices, 'newSignIn'>;
    },
    private readonly throttle: SignInThrottle,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Takes the same time for an unknown email address as for a wrong password.
   * @throws DomainError `authentication` `invalid_credentials`; `permission` `account_suspended`; `rate_limit`
   */
  async signIn(
    { email, password }: Credentials,
    { userAgent, address, device, ip }: Browser,
  ): Promise<OpenedSession> {
    const trimmedEmail = email.trim();
    const attempt = await this.throttle.signIn({ email: trimmedEmail, address, device });
    // An invalid email address matches no owner, so it needs no query.
    const match = isEmail(trimmedEmail) ? await this.ports.accounts.findOwner(trimmedEmail) : null;
    const from = ip === undefined ? {} : { ip };
    await this.assertPassword(match, password, { ...VISITOR, ...from });
    const { account, owner } = match!;
    if (account.suspendedAt) throw accountSuspended();
    const event = this.newEvent(account.id, 'owner.signed_in', { ...ownerActor(owner.id), ...from });
    const mail = device === null ? this.ports.notices?.newSignIn(match!, { ...from, userAgent }) : [];
    const opened = await this.open({ account, owner }, userAgent, event, mail);
    await this.assertPasswordUnchanged(opened, match!, password);
    await attempt.succeeded();
    return opened;
  }

  /** Ends the session of this token, if there is one, because its browser gets a new session. */
  async endByToken(token: string): Promise<void> {
    const { sessions } = this.ports;
    const match = isToken(token) ? await sessions.findByDigest(digestOf(token)) : null;
    if (match) await sessions.remove(match.account.id, match.owner.id, match.session.id);
  }

  /**
   * Creates a session for an owner who has just signed up or entered the password.
   * @throws DomainError `invalid_credentials` if the account is deleted concurrently
   */
  async open(
    { account, owner }: OwnerOfAccount,
    userAgent?: string,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<OpenedSession> {
    const now = this.clock();
    const token = newToken();
    const input = { accountId: account.id, ownerId: owner.id, digest: digestOf(token), userAgent };
    const session = newSession(input, this.newId(now), now);
    await this.ports.sessions.removeEnded(account.id, owner.id, sessionBounds(now));
    if (!(await this.ports.sessions.add(session, event, mail))) throw wrongCredentials();
    return { token, signedIn: signedInBy(session, { account, owner }, now) };
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
    return signedInBy(session, match, now);
  }

  /**
   * Checks the password again and replaces the token.
   * @throws DomainError `authentication` `invalid_credentials`, `session_required`; `rate_limit`
   */
  async reauthenticate(signedIn: SignedIn, password: string, by: Requester): Promise<OpenedSession> {
    const { accountId, ownerId, sessionId } = signedIn;
    const attempt = await this.throttle.reauthentication(sessionId);
    await this.assertPassword(await this.ports.accounts.findOwnerOf(accountId, ownerId), password, by);
    await attempt.succeeded();
    const token = await this.renew(signedIn, this.clock());
    return { token, signedIn: { ...signedIn, isReauthenticated: true } };
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

  /** @throws DomainError `invalid_credentials`, after the same time for an unknown owner and a wrong password */
  private async assertPassword(match: OwnerOfAccount | null, password: string, by: Requester): Promise<void> {
    const { passwords, accounts, securityLog } = this.ports;
    const dummyHash = await (this.dummyHash ??= passwords.hash(newToken()));
    const hash = match?.owner.passwordHash ?? dummyHash;
    const isRight = await passwords.verify(hash, password);
    if (match && !isRight) securityLog.noteFailedSignIn(match.account.id, by);
    if (!match || !isRight) throw wrongCredentials();
    if (!passwords.isOutdated(hash)) return;
    await accounts.setPasswordHash(match.account.id, match.owner.id, await passwords.hash(password));
  }
}

/** Minimum interval between writes of `lastSeenAt`. */
const SEEN_MS = 60_000;

function signedInBy(session: Session, { account, owner }: OwnerOfAccount, now: Date): SignedIn {
  return {
    accountId: account.id,
    ownerId: owner.id,
    sessionId: session.id,
    account,
    email: owner.email,
    isReauthenticated: isReauthenticated(session, now),
  };
}
