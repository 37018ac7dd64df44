import type { Clock } from '@libs/kernel';
import type { RateLimitStore } from './rate-limit.ports';
import {
  isRunning,
  UNLIMITED,
  windowState,
  type RateLimitPolicy,
  type RateLimitState,
  type Window,
  type WindowState,
} from './rate-limit';

/** The windows of one bucket, and the end of the last one in Unix milliseconds. */
interface Bucket {
  hour: Window;
  minute: Window;
  end: number;
}

const NONE: Window = { start: 0, count: 0 };

/**
 * Counts requests of one process. Buckets are in the order in which their longest window started, so that ended ones
 * come first. Each request checks two of them, which limits memory to the buckets of the last hour.
 */
export class InMemoryRateLimitStore implements RateLimitStore {
  private readonly buckets = new Map<string, Bucket>();

  /** @param maxBuckets above it, the bucket whose window started first is removed */
  constructor(
    private readonly clock: Clock,
    private readonly maxBuckets = Infinity,
  ) {}

  /** Number of buckets in memory. */
  get size(): number {
    return this.buckets.size;
  }

  take(keyId: string, policies: readonly RateLimitPolicy[]): RateLimitState {
    if (policies.length === 0) return UNLIMITED;
    const now = this.clock().getTime();
    this.forgetEnded(now);
    const bucket = this.buckets.get(keyId) ?? { hour: NONE, minute: NONE, end: 0 };
    let admitted = true;
    for (const policy of policies) {
      const { start, count } = bucket[policy.name];
      // If the clock was set back, the window must not become longer.
      if (start > now) bucket[policy.name] = { start: now, count };
      if (count >= policy.quota && isRunning(bucket[policy.name], policy, now)) admitted = false;
    }
    if (admitted) this.count(keyId, bucket, policies, now);
    return { admitted, windows: policies.map((policy) => windowState(policy, bucket[policy.name], now)) };
  }

  async clear(bucketId: string): Promise<void> {
    this.buckets.delete(bucketId);
  }

  async peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]> {
    const now = this.clock().getTime();
    const bucket = this.buckets.get(bucketId);
    return policies.map((policy) => windowState(policy, bucket?.[policy.name] ?? NONE, now));
  }

  private count(keyId: string, bucket: Bucket, policies: readonly RateLimitPolicy[], now: number): void {
    const longest = policies[0]!;
    if (!isRunning(bucket[longest.name], longest, now)) {
      this.buckets.delete(keyId);
      this.buckets.set(keyId, bucket);
      if (this.buckets.size > this.maxBuckets) this.buckets.delete(this.buckets.keys().next().value!);
    }
    for (const policy of policies) {
      const window = bucket[policy.name];
      const { start, count } = isRunning(window, policy, now) ? window : { start: now, count: 0 };
      bucket[policy.name] = { start, count: count + 1 };
      bucket.end = Math.max(bucket.end, start + policy.windowSeconds * 1000);
    }
  }

  private forgetEnded(now: number): void {
    let looks = 2;
    for (const [keyId, { end }] of this.buckets) {
      if (looks-- === 0 || now < end) return;
      this.buckets.delete(keyId);
    }
  }
}
