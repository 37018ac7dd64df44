const MAX_DELAY_MS = 15 * 60_000;
const FIRST_DELAY_MS = 1000;

/** The first attempts are free; then each doubles the delay, from 1 second to 15 minutes. */
export interface DelayRule {
  /** Number of attempts without a delay. */
  readonly freeAttempts: number;
  /** How long attempts count after the end of the delay, in milliseconds. */
  readonly memoryMs: number;
}

/** Attempts, and the time of the last one in Unix milliseconds. */
export interface Attempts {
  readonly count: number;
  readonly lastAt: number;
}

/** Returns the milliseconds until the next attempt is allowed; 0 if it is allowed now. */
export function waitOf(attempts: Attempts | null, rule: DelayRule, now: number): number {
  const { count, lastAt } = countedAt(attempts, rule, now);
  return Math.max(0, lastAt + delayAfter(count, rule) - now);
}

/** Returns the attempts after one more. */
export function withAttempt(attempts: Attempts | null, rule: DelayRule, now: number): Attempts {
  return { count: countedAt(attempts, rule, now).count + 1, lastAt: now };
}

/** Returns the time in Unix milliseconds from which the attempts no longer count. */
export const forgottenAt = ({ count, lastAt }: Attempts, rule: DelayRule): number =>
  lastAt + rule.memoryMs + delayAfter(count, rule);

function countedAt(attempts: Attempts | null, rule: DelayRule, now: number): Attempts {
  // If the clock was set back, the delay must not become longer.
  if (!attempts || now < attempts.lastAt) return { count: attempts?.count ?? 0, lastAt: now };
  return now >= forgottenAt(attempts, rule) ? { count: 0, lastAt: now } : attempts;
}

function delayAfter(count: number, { freeAttempts }: DelayRule): number {
  if (count < freeAttempts) return 0;
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - freeAttempts));
}
