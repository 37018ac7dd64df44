import type { Clock, NewId, SecurityEvent } from '@libs/kernel';
import type { AccountRepository, OwnerOfAccount } from '../account/account.ports';
import { digestOf } from '../digest';
import { CHALLENGE_SECONDS, isActiveFactor, secondFactorRequired } from '../second-factor/second-factor';
import type { SecondFactorRepository, SignInChallengeRepository } from '../second-factor/second-factor.ports';
import {
  isReauthenticated,
  newSession,
  newToken,
  sessionBounds,
  wrongCredentials,
  type OpenedSession,
  type Session,
  type SignedIn,
} from './session';
import type { SessionRepository } from './session.ports';

export interface SessionOpenerPorts {
  readonly sessions: SessionRepository;
  readonly accounts: AccountRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly challenges: SignInChallengeRepository;
}

/** Creates sessions. No other code does. */
export class SessionOpener {
  constructor(
    private readonly ports: SessionOpenerPorts,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /**
   * Opens a session for a person who has proved who they are with a password, or with a link in a mail. With an active
   * second factor, opens a challenge instead (second-factor.md 3).
   * @throws DomainError `authentication` `second_factor_required` with the challenge
   */
  async open(match: OwnerOfAccount, userAgent?: string, event?: SecurityEvent): Promise<OpenedSession> {
    if (isActiveFactor(await this.ports.secondFactors.find(match.owner.id))) {
      throw secondFactorRequired(await this.challenge(match));
    }
    return this.openVerified(match, userAgent, event);
  }

  /**
   * As `open`, after the second factor.
   * @throws DomainError `invalid_credentials` if the account is deleted concurrently
   */
  async openVerified(
    { account, owner }: OwnerOfAccount,
    userAgent?: string,
    event?: SecurityEvent,
  ): Promise<OpenedSession> {
    const now = this.clock();
    const token = newToken();
    const input = { accountId: account.id, ownerId: owner.id, digest: digestOf(token), userAgent };
    const session = newSession(input, this.newId(now), now);
    await this.ports.sessions.removeEnded(account.id, owner.id, sessionBounds(now));
    if (!(await this.ports.sessions.add(session, event))) throw wrongCredentials();
    return { token, signedIn: await this.signedInBy(session, { account, owner }, now) };
  }

  /** The person of a session. */
  async signedInBy(session: Session, { account, owner }: OwnerOfAccount, now: Date): Promise<SignedIn> {
    return {
      accountId: account.id,
      ownerId: owner.id,
      sessionId: session.id,
      account,
      email: owner.email,
      isReauthenticated: isReauthenticated(session, now),
      mustSetUpSecondFactor:
        account.requiresSecondFactor && !isActiveFactor(await this.ports.secondFactors.find(owner.id)),
    };
  }

  private async challenge({ account, owner }: OwnerOfAccount): Promise<string> {
    const now = this.clock();
    const token = newToken();
    const challenge = {
      digest: digestOf(token),
      accountId: account.id,
      personId: owner.id,
      passwordDigest: digestOf(owner.passwordHash),
      expiresAt: new Date(now.getTime() + CHALLENGE_SECONDS * 1000),
    };
    await this.ports.challenges.add(challenge, now);
    return token;
  }
}
