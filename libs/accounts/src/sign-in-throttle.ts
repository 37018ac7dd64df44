import { hash } from 'node:crypto';
import type { Clock } from '@libs/kernel';
import { tooManyAuthFailures } from './rate-limit';

/** Failures before there is a delay, and how long they are remembered (API.md 4.3). */
const FREE_FAILURES = 10;
const MEMORY_MS = 15 * 60_000;
const LONGEST_DELAY_MS = 15 * 60_000;
const FIRST_DELAY_MS = 1000;
/** Addresses that are remembered; the one that failed longest ago is the first to go. */
const MAX_KNOWN = 100_000;

interface Attempts {
  readonly count: number;
  readonly lastAt: number;
}

/**
 * Slows down whoever guesses the password of one address, without ever locking its owner out: ten failures are free,
 * then each doubles the wait, from a second to a quarter of an hour. Addresses nobody has count just the same, so
 * that a refusal tells nothing. An attempt counts when it begins, or a thousand at once would be one.
 */
export class SignInThrottle {
  private readonly attempts = new Map<string, Attempts>();

  constructor(
    private readonly clock: Clock,
    private readonly maxKnown = MAX_KNOWN,
  ) {}

  /** @throws DomainError `rate_limit`; a refused attempt does not prolong the wait */
  begin(email: string): void {
    const now = this.clock().getTime();
    const name = nameOf(email);
    const { count, lastAt } = this.known(name, now);
    const wait = lastAt + delayAfter(count) - now;
    if (wait > 0) throw tooManyAuthFailures(Math.ceil(wait / 1000));
    this.attempts.delete(name);
    this.attempts.set(name, { count: count + 1, lastAt: now });
    if (this.attempts.size > this.maxKnown) this.attempts.delete(this.attempts.keys().next().value!);
  }

  /** The password was right. */
  succeeded(email: string): void {
    this.attempts.delete(nameOf(email));
  }

  private known(name: string, now: number): Attempts {
    const attempts = this.attempts.get(name);
    // A clock set back must not make anyone wait longer.
    if (!attempts || now < attempts.lastAt) return { count: attempts?.count ?? 0, lastAt: now };
    const isForgotten = now - attempts.lastAt >= MEMORY_MS + delayAfter(attempts.count);
    return isForgotten ? { count: 0, lastAt: now } : attempts;
  }
}

/** As long as any other, whatever a stranger sends as an address: so many of them take so much memory. */
const nameOf = (email: string): string => hash('sha256', email.toLowerCase(), 'base64url');

function delayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - FREE_FAILURES));
}
