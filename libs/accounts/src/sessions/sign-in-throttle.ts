import type { Clock } from '@libs/kernel';
import { GrowingDelay, type DelayRule } from './growing-delay';
import { tooManyAuthFailures } from '../rate-limits/rate-limit';

const MINUTE_MS = 60_000;

/** 10 free attempts, which count for 15 minutes (dashboard.md 5). */
const PER_CLIENT: DelayRule = { freeAttempts: 10, memoryMs: 15 * MINUTE_MS };
/** For all unknown browsers together, regardless of IP address, and for all known browsers together. */
const PER_EMAIL: DelayRule = { freeAttempts: 100, memoryMs: 60 * MINUTE_MS };

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
  succeeded(): void;
}

/**
 * Slows down password guessing without locking out the owner. Counts attempts:
 * - in unknown browsers by email address and IP address, and by email address alone with a higher limit
 * - in known browsers by browser, and together by email address with that higher limit, because someone who knew an old
 *   password may have registered many browsers
 * - in a session by session
 *
 * So a stranger cannot delay an owner in a known browser or in a session. Email addresses without an account count too,
 * so that a delay does not reveal whether an account exists. An attempt counts when it starts; otherwise many parallel
 * attempts would count as one.
 */
export class SignInThrottle {
  private readonly clients: GrowingDelay;
  private readonly emails: GrowingDelay;
  private readonly devices: GrowingDelay;
  private readonly emailsOfDevices: GrowingDelay;
  private readonly sessions: GrowingDelay;

  constructor(clock: Clock) {
    this.clients = new GrowingDelay(PER_CLIENT, clock);
    this.emails = new GrowingDelay(PER_EMAIL, clock);
    this.devices = new GrowingDelay(PER_CLIENT, clock);
    this.emailsOfDevices = new GrowingDelay(PER_EMAIL, clock);
    this.sessions = new GrowingDelay(PER_CLIENT, clock);
  }

  /** @throws DomainError `rate_limit`; a rejected attempt does not extend the delay */
  signIn({ email, address, device }: SignInAttempt): StartedAttempt {
    const name = email.toLowerCase();
    if (device !== null) return start([this.devices, device], [this.emailsOfDevices, name]);
    return start([this.clients, `${name}\n${address}`], [this.emails, name]);
  }

  /** @throws DomainError `rate_limit`; a rejected attempt does not extend the delay */
  reauthentication(sessionId: string): StartedAttempt {
    return start([this.sessions, sessionId]);
  }
}

function start(...counts: (readonly [delay: GrowingDelay, name: string])[]): StartedAttempt {
  const wait = Math.max(...counts.map(([delay, name]) => delay.wait(name)));
  if (wait > 0) throw tooManyAuthFailures(Math.ceil(wait / 1000));
  for (const [delay, name] of counts) delay.count(name);
  return {
    succeeded: () => {
      for (const [delay, name] of counts) delay.forget(name);
    },
  };
}
