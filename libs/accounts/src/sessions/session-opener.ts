import type { Clock, NewId, SecurityEvent } from '@libs/kernel';
import type { Account } from '../account/account';
import { digestOf } from '../secret-digest';
import type { OutboxMessage } from '../mail/mail';
import { CHALLENGE_SECONDS, isActiveFactor, secondFactorRequired } from '../second-factor/second-factor';
import type { SecondFactorRepository, SignInChallengeRepository } from '../second-factor/second-factor.ports';
import {
  isReauthenticated,
  newSession,
  newToken,
  sessionBounds,
  wrongCredentials,
  type OpenedSession,
  type SignedIn,
} from './session';
import type { MatchedSession, SessionRepository } from './session.ports';

export interface SessionOpenerPorts {
  readonly sessions: SessionRepository;
  readonly secondFactors: SecondFactorRepository;
  readonly challenges: SignInChallengeRepository;
}

/** A member for whom a session is opened. */
type MemberWithAccount = Omit<MatchedSession, 'session'>;

/** The browser of a new session, and what is stored with it in one transaction. */
export interface Opening {
  readonly userAgent?: string | undefined;
  readonly event?: SecurityEvent;
  readonly mail?: readonly OutboxMessage[] | undefined;
}

/** Creates sessions. No other code does. */
export class SessionOpener {
  constructor(
    private readonly ports: SessionOpenerPorts,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /**
   * Checks whether a person who has proved who they are with a password, or with a link in a mail, needs no second step.
   * With an active second factor, opens a challenge (second-factor.md 3).
   * @throws DomainError `authentication` `second_factor_required` with the challenge
   */
  async askForSecondFactor(of: Pick<MemberWithAccount, 'account' | 'person'>): Promise<void> {
    if (!isActiveFactor(await this.ports.secondFactors.find(of.person.id))) return;
    throw secondFactorRequired(await this.challenge(of));
  }

  /**
   * Opens a session after `askForSecondFactor`, or after the second factor.
   * @throws DomainError `invalid_credentials` if the membership is removed concurrently
   */
  async open(of: MemberWithAccount, { userAgent, event, mail }: Opening): Promise<OpenedSession> {
    const now = this.clock();
    const token = newToken();
    const personId = of.person.id;
    const input = { accountId: of.account.id, personId, digest: digestOf(token), userAgent };
    const session = newSession(input, this.newId(now), now);
    await this.ports.sessions.removeEnded(personId, sessionBounds(now));
    if (!(await this.ports.sessions.add(session, event, mail))) throw wrongCredentials();
    return { token, signedIn: await this.signedInBy({ ...of, session }, now) };
  }

  /** The member of a session. */
  async signedInBy({ session, account, person, role }: MatchedSession, now: Date): Promise<SignedIn> {
    const { id, name, email, emailConfirmedAt } = person;
    return {
      accountId: account.id,
      personId: id,
      sessionId: session.id,
      account,
      person: { id, name, email, emailConfirmedAt },
      role,
      isReauthenticated: isReauthenticated(session, now),
      mustSetUpSecondFactor: await this.mustSetUpSecondFactor(account, id),
    };
  }

  /** Whether the account requires a second factor that the person doesn't have (second-factor.md 5). */
  async mustSetUpSecondFactor({ requiresSecondFactor }: Account, personId: string): Promise<boolean> {
    return requiresSecondFactor && !isActiveFactor(await this.ports.secondFactors.find(personId));
  }

  private async challenge({
    account,
    person,
  }: Pick<MemberWithAccount, 'account' | 'person'>): Promise<string> {
    const now = this.clock();
    const token = newToken();
    const challenge = {
      digest: digestOf(token),
      accountId: account.id,
      personId: person.id,
      passwordDigest: digestOf(person.passwordHash),
      expiresAt: new Date(now.getTime() + CHALLENGE_SECONDS * 1000),
    };
    await this.ports.challenges.add(challenge, now);
    return token;
  }
}
