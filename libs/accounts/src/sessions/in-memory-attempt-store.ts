import { hash } from 'node:crypto';
import type { Clock } from '@libs/kernel';
import type { AttemptStore, DelayedName } from './attempt.ports';
import { waitOf, withAttempt, type Attempts } from './growing-delay';

/** Maximum number of names in memory. The name with the oldest attempt is removed first. */
const MAX_NAMES = 200_000;

/** Counts attempts of one process. */
export class InMemoryAttemptStore implements AttemptStore {
  private readonly attempts = new Map<string, Attempts>();

  constructor(
    private readonly clock: Clock,
    private readonly maxNames = MAX_NAMES,
  ) {}

  async attempt(names: readonly DelayedName[]): Promise<number> {
    const now = this.clock().getTime();
    const counted = names.map(({ name, rule }) => {
      const key = keyOf(name);
      return { key, rule, attempts: this.attempts.get(key) ?? null };
    });
    const wait = Math.max(...counted.map(({ attempts, rule }) => waitOf(attempts, rule, now)));
    if (wait > 0) return wait;
    for (const { key, rule, attempts } of counted) this.save(key, withAttempt(attempts, rule, now));
    return 0;
  }

  async forget(names: readonly string[]): Promise<void> {
    for (const name of names) this.attempts.delete(keyOf(name));
  }

  /** Deleted first, so that the map stays ordered by the last attempt. */
  private save(key: string, attempts: Attempts): void {
    this.attempts.delete(key);
    this.attempts.set(key, attempts);
    if (this.attempts.size > this.maxNames) this.attempts.delete(this.attempts.keys().next().value!);
  }
}

/** A digest has a fixed length, so that long names don't use more memory. */
const keyOf = (name: string): string => hash('sha256', name, 'base64url');
