import { tooManyAuthFailures } from '../rate-limits/rate-limit';
import type { AttemptStore, DelayedName } from './attempt.ports';
import type { DelayRule } from './growing-delay';

const MINUTE_MS = 60_000;

/** 10 free attempts, which count for 15 minutes (dashboard.md 5). */
const PER_CLIENT: DelayRule = { freeAttempts: 10, memoryMs: 15 * MINUTE_MS };
/** For all unknown browsers together, regardless of IP address, and for all known browsers together. */
const PER_EMAIL: DelayRule = { freeAttempts: 100, memoryMs: 60 * MINUTE_MS };
/** 5 free attempts, which count for a day. One of a million codes has a chance of 3 in a million (second-factor.md 4). */
const PER_PERSON: DelayRule = { freeAttempts: 5, memoryMs: 24 * 60 * MINUTE_MS };

/** Where a code is entered: in a session, in a browser in which the person has signed in before, or in another one. */
export type CodeSource = 'session' | 'device' | 'browser';

export interface SignInAttempt {
  readonly email: string;
  /** The client's IP address or network. */
  readonly address: string;
  /** ID of a browser in which this email address has signed in before; null for any other browser. */
  readonly device: string | null;
}

/** An allowed attempt, which was counted. */
export interface StartedAttempt {
  /** Resets the count, because the password was correct. */
  succeeded(): Promise<void>;
}

/**
 * Slows down password guessing without locking out the person. Counts attempts:
 * - in unknown browsers by email address and IP address, and by email address alone with a higher limit
 * - in known browsers by browser, and together by email address with that higher limit, because someone who knew an old
 *   password may have registered many browsers
 * - in a session by session
 *
 * So a stranger cannot delay a person in a known browser or in a session. Email addresses without an account count too,
 * so that a delay does not reveal whether an account exists. An attempt counts when it starts; otherwise many parallel
 * attempts would count as one.
 */
export class SignInThrottle {
  constructor(private readonly attempts: AttemptStore) {}

  /** @throws DomainError `rate_limit`; a rejected attempt does not extend the delay */
  signIn({ email, address, device }: SignInAttempt): Promise<StartedAttempt> {
    const name = email.toLowerCase();
    return device === null
      ? this.start(of('client', PER_CLIENT, name, address), of('email', PER_EMAIL, name))
      : this.start(of('device', PER_CLIENT, device), of('email of devices', PER_EMAIL, name));
  }

  /** @throws DomainError `rate_limit`; a rejected attempt does not extend the delay */
  reauthentication(sessionId: string): Promise<StartedAttempt> {
    return this.start(of('session', PER_CLIENT, sessionId));
  }

  /**
   * Counts codes of a second factor by person: unknown browsers, known ones, and sessions each have one count, so that
   * someone who knows only the password can't delay the person in a known browser.
   * @throws DomainError `rate_limit`; a rejected attempt does not extend the delay
   */
  code(personId: string, from: CodeSource): Promise<StartedAttempt> {
    return this.start(of(`code in ${from}`, PER_PERSON, personId));
  }

  private async start(...counts: readonly DelayedName[]): Promise<StartedAttempt> {
    const wait = await this.attempts.attempt(counts);
    if (wait > 0) throw tooManyAuthFailures(Math.ceil(wait / 1000));
    return { succeeded: () => this.attempts.forget(counts.map(({ name }) => name)) };
  }
}

const of = (kind: string, rule: DelayRule, ...names: readonly string[]): DelayedName => ({
  name: [kind, ...names].join('\n'),
  rule,
});
