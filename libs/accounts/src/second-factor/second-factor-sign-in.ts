import {
  memberActor,
  securityEvents,
  VISITOR,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Valid,
} from '@libs/kernel';
import { digestOf } from '../secret-digest';
import type { SecurityNotices } from '../mail/security-notices';
import { firstActive, type AccountOfPerson } from '../memberships/membership';
import type { Person } from '../people/person';
import type { PersonRepository } from '../people/person.ports';
import { isToken, type OpenedSession } from '../sessions/session';
import type { JoiningSignIn } from '../sessions/session.use-cases';
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
    private readonly ports: SessionOpenerPorts &
      CodeCheckPorts & {
        readonly people: PersonRepository;
        readonly notices?: Pick<SecurityNotices, 'newSignIn' | 'secondFactorChanged'>;
      },
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
   * @param joining the account to join after the code, and to open
   * @throws DomainError `authentication` `challenge_expired`, `invalid_code`; `permission` `account_suspended`,
   *   `no_account`; `rate_limit`; and the errors of `joining`
   */
  async complete(
    { challenge, code }: Valid<SecondStep>,
    { userAgent, ip, isKnown }: SecondStepBrowser,
    joining?: JoiningSignIn,
  ): Promise<OpenedSession> {
    const { found, person } = await this.open(challenge);
    const offered = joining ? await joining.offer(person) : await this.accountOf(found);
    const from = isKnown(person.email) ? 'device' : 'browser';
    const address = ip === undefined ? {} : { ip };
    const recordedIn = joining ? await this.recordedIn(person, offered) : offered;
    const accountId = recordedIn.account.id;
    const entered = { accountId, person, code, from } as const;
    await this.codes.use({ ...entered, by: { ...VISITOR, ...address } });
    if (!(await this.ports.challenges.take(found.digest))) throw challengeExpired();
    const of = joining ? await joining.accept(person) : { ...offered, person };
    const event = this.newEvent(of.account.id, 'owner.signed_in', { ...memberActor(person.id), ...address });
    const mail =
      from === 'browser' ? this.ports.notices?.newSignIn(of.account, person, { ...address, userAgent }) : [];
    const opened = await this.opener.open(of, { userAgent, event, mail });
    await this.assertPasswordUnchanged(found, opened);
    return opened;
  }

  /** Finds a challenge that is still valid. A change of the password, or of the factor to none, ends it. */
  private async open(token: string): Promise<{ readonly found: SignInChallenge; readonly person: Person }> {
    const { people, challenges, secondFactors } = this.ports;
    const found = isToken(token) ? await challenges.find(digestOf(token)) : null;
    if (!found || found.expiresAt <= this.clock()) throw challengeExpired();
    const person = await people.find(found.personId);
    if (!person || !hasPasswordOf(found, person)) throw challengeExpired();
    if (!isActiveFactor(await secondFactors.find(found.personId))) throw challengeExpired();
    return { found, person };
  }

  /**
   * Returns the account of the first step, or the one that a new sign-in would open if the person can't use it any more.
   * @throws DomainError `permission` `no_account`, `account_suspended`
   */
  private async accountOf({ accountId, personId }: SignInChallenge): Promise<AccountOfPerson> {
    const all = await this.ports.memberships.listOf(personId);
    const chosen = all.find(({ account }) => account.id === accountId && !account.suspendedAt);
    return chosen ?? firstActive(all);
  }

  /** The account that records a recovery code: the person may only become a member of the offered one. */
  private async recordedIn({ id }: Person, offered: AccountOfPerson): Promise<AccountOfPerson> {
    return (await this.ports.memberships.listOf(id))[0] ?? offered;
  }

  /** A password change ends existing sessions only, so it could miss this one, which was created concurrently. */
  private async assertPasswordUnchanged(
    challenge: SignInChallenge,
    { signedIn: { personId, sessionId } }: OpenedSession,
  ): Promise<void> {
    const person = await this.ports.people.find(personId);
    if (person && hasPasswordOf(challenge, person)) return;
    await this.ports.sessions.remove(personId, sessionId);
    throw challengeExpired();
  }
}

const hasPasswordOf = ({ passwordDigest }: SignInChallenge, { passwordHash }: Person): boolean =>
  digestOf(passwordHash).equals(passwordDigest);
