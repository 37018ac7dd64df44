import type { RateLimitPolicy, RateLimitState, WindowState } from './rate-limit';

/** Counts requests per bucket. A key and its successors share a bucket. */
export interface RateLimitStore {
  /**
   * Counts one request in every policy if each has at least one request remaining, and in none otherwise
   * (rate-limits.md 2). Atomic for concurrent calls. Returns synchronously if possible: it runs for every request.
   */
  take(bucketId: string, policies: readonly RateLimitPolicy[]): RateLimitState | Promise<RateLimitState>;
  /** Gives all counted requests of a bucket back. No effect on an unknown one. */
  clear(bucketId: string): Promise<void>;
  /** Returns the current window of each policy, in their order, without counting a request. */
  peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]>;
}
