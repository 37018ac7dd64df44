import { hash } from 'node:crypto';
import type { Clock } from '@libs/kernel';

const MAX_DELAY_MS = 15 * 60_000;
const FIRST_DELAY_MS = 1000;
/** Maximum number of names in memory. The name with the oldest attempt is removed first. */
const MAX_NAMES = 100_000;

export interface DelayRule {
  /** Number of attempts without a delay. */
  readonly freeAttempts: number;
  /** How long attempts count after the end of the delay, in milliseconds. */
  readonly memoryMs: number;
}

interface Attempts {
  readonly count: number;
  readonly lastAt: number;
}

/** Counts attempts by name. The first ones are free; then each doubles the delay, from 1 second to 15 minutes. */
export class GrowingDelay {
  private readonly attempts = new Map<string, Attempts>();

  constructor(
    private readonly rule: DelayRule,
    private readonly clock: Clock,
    private readonly maxNames = MAX_NAMES,
  ) {}

  /** Returns the milliseconds until the next attempt is allowed; 0 if it is allowed now. */
  wait(name: string): number {
    const now = this.now();
    const { count, lastAt } = this.attemptsOf(keyOf(name), now);
    return Math.max(0, lastAt + this.delayAfter(count) - now);
  }

  count(name: string): void {
    const key = keyOf(name);
    const now = this.now();
    const { count } = this.attemptsOf(key, now);
    this.attempts.delete(key);
    this.attempts.set(key, { count: count + 1, lastAt: now });
    if (this.attempts.size > this.maxNames) this.attempts.delete(this.attempts.keys().next().value!);
  }

  forget(name: string): void {
    this.attempts.delete(keyOf(name));
  }

  private now(): number {
    return this.clock().getTime();
  }

  private attemptsOf(key: string, now: number): Attempts {
    const attempts = this.attempts.get(key);
    // If the clock was set back, the delay must not become longer.
    if (!attempts || now < attempts.lastAt) return { count: attempts?.count ?? 0, lastAt: now };
    const isForgotten = now - attempts.lastAt >= this.rule.memoryMs + this.delayAfter(attempts.count);
    return isForgotten ? { count: 0, lastAt: now } : attempts;
  }

  private delayAfter(count: number): number {
    const { freeAttempts } = this.rule;
    if (count < freeAttempts) return 0;
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - freeAttempts));
  }
}

/** A digest has a fixed length, so that long names don't use more memory. */
const keyOf = (name: string): string => hash('sha256', name, 'base64url');
