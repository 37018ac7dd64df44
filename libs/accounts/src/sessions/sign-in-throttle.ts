import type { Clock } from '@libs/kernel';
import { GrowingDelay, type DelayRule } from './growing-delay';
import { tooManyAuthFailures } from '../rate-limits/rate-limit';

const MINUTE_MS = 60_000;

/** dashboard.md 5: ten free attempts, remembered for a quarter of an hour. */
const PER_CLIENT: DelayRule = { freeAttempts: 10, memoryMs: 15 * MINUTE_MS };
/** All unknown browsers together, whatever their IP addresses; and all known browsers together. */
const PER_EMAIL: DelayRule = { freeAttempts: 100, memoryMs: 60 * MINUTE_MS };

export interface SignInAttempt {
  readonly email: string;
  /** The client's IP address or network. */
  readonly address: string;
  /** Id of a browser in which this email address has signed in before; null for any other browser. */
  readonly device: string | null;
}

/** An attempt that may be made, and was counted. */
export interface StartedAttempt {
  /** The password was right: forgets the attempts before it. */
  succeeded(): void;
}

/**
 * Slows down password guessing without locking out the owner. Counts unknown browsers by email address and IP address,
 * and by email address alone with a much higher limit; browsers that have signed in before by themselves, and together
 * with that higher limit, because one who knows an old password can have made many; and a signed-in owner by session. So
 * no stranger delays an owner in a known browser or a session. Email addresses without an account
 * count too, so a delay does not reveal whether an account exists. An attempt counts when it begins; otherwise a
 * thousand parallel attempts would count as one.
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
