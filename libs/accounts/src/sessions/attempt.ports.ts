import type { DelayRule } from './growing-delay';

/** A name by which attempts are counted, and its rule. A name always has the same rule. */
export interface DelayedName {
  readonly name: string;
  readonly rule: DelayRule;
}

/** Counts password attempts by name. */
export interface AttemptStore {
  /**
   * Counts one attempt for every name if none of them has to wait, and for none otherwise. Atomic for concurrent calls.
   * @returns the milliseconds until an attempt is allowed; 0 if this one was counted
   */
  attempt(names: readonly DelayedName[]): Promise<number>;
  /** Resets the counts. */
  forget(names: readonly string[]): Promise<void>;
}
