import type { RateLimitPolicy, RateLimitState, WindowState } from './rate-limit';

/** Counts requests per bucket: that of one key, or of a key and its successor. */
export interface RateLimitStore {
  /**
   * Admits one request if every policy has quota left, and counts it in all of them; else counts it in none
   * (rate-limits.md 2). One step, however many ask at once. Answers at once where it can: this is the hot path.
   */
  take(bucketId: string, policies: readonly RateLimitPolicy[]): RateLimitState | Promise<RateLimitState>;
  /** What the next request would find; counts nothing. In the order of the policies. */
  peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]>;
}
