import {
  ownerActor,
  securityEvents,
  VISITOR,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Valid,
} from '@libs/kernel';
import { accountSuspended } from '../account/account';
import type { OwnerOfAccount } from '../account/account.ports';
import { digestOf } from '../digest';
import { isToken, type OpenedSession } from '../sessions/session';
import { SessionOpener, type SessionOpenerPorts } from '../sessions/session-opener';
import type { SignInThrottle } from '../sessions/sign-in-throttle';
import { CodeCheck, type CodeCheckPorts } from './code-check';
import { challengeExpired, isActiveFactor, type SecondStep, type SignInChallenge } from './second-factor';

/** The browser that completes a sign-in. */
export interface SecondStepBrowser {
  readonly userAgent?: string;
  readonly ip?: string;
  /** Whether the person with this email address has signed in with this browser before. */
  isKnown(email: string): boolean;
}

/** The second step of a sign-in (second-factor.md 3). */
export class SecondFactorSignIn {
  private readonly codes: CodeCheck;
  private readonly opener: SessionOpener;
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: SessionOpenerPorts & CodeCheckPorts,
    throttle: SignInThrottle,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.codes = new CodeCheck(ports, throttle, clock, newId);
    this.opener = new SessionOpener(ports, clock, newId);
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * A wrong code does not end the challenge.
   * @throws DomainError `authentication` `challenge_expired`, `invalid_code`; `permission` `account_suspended`; `rate_limit`
   */
  async complete(
    { challenge, code }: Valid<SecondStep>,
    { userAgent, ip, isKnown }: SecondStepBrowser,
  ): Promise<OpenedSession> {
    const { found, match } = await this.open(challenge);
    const { account, owner } = match;
    if (account.suspendedAt) throw accountSuspended();
    const from = isKnown(owner.email) ? 'device' : 'browser';
    const address = ip === undefined ? {} : { ip };
    const entered = { accountId: account.id, personId: owner.id, code, from } as const;
    await this.codes.use({ ...entered, by: { ...VISITOR, ...address } });
    if (!(await this.ports.challenges.take(found.digest))) throw challengeExpired();
    const event = this.newEvent(account.id, 'owner.signed_in', { ...ownerActor(owner.id), ...address });
    const opened = await this.opener.openVerified(match, userAgent, event);
    await this.assertPasswordUnchanged(found, opened);
    return opened;
  }

  /** Finds a challenge that is still valid. A change of the password, or of the factor to none, ends it. */
  private async open(
    token: string,
  ): Promise<{ readonly found: SignInChallenge; readonly match: OwnerOfAccount }> {
    const { accounts, challenges, secondFactors } = this.ports;
    const found = isToken(token) ? await challenges.find(digestOf(token)) : null;
    if (!found || found.expiresAt <= this.clock()) throw challengeExpired();
    const match = await accounts.findOwnerOf(found.accountId, found.personId);
    if (!match || !hasPasswordOf(found, match)) throw challengeExpired();
    if (!isActiveFactor(await secondFactors.find(found.personId))) throw challengeExpired();
    return { found, match };
  }

  /** A password change ends existing sessions only, so it could miss this one, which was created concurrently. */
  private async assertPasswordUnchanged(
    challenge: SignInChallenge,
    { signedIn: { accountId, ownerId, sessionId } }: OpenedSession,
  ): Promise<void> {
    const match = await this.ports.accounts.findOwnerOf(accountId, ownerId);
    if (match && hasPasswordOf(challenge, match)) return;
    await this.ports.sessions.remove(accountId, ownerId, sessionId);
    throw challengeExpired();
  }
}

const hasPasswordOf = ({ passwordDigest }: SignInChallenge, { owner }: OwnerOfAccount): boolean =>
  digestOf(owner.passwordHash).equals(passwordDigest);
