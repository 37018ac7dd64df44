import fc from 'fast-check';
import { InMemoryRateLimitStore } from './in-memory-rate-limit-store';
import { DEFAULT_RATE_LIMITS, policiesOf, type RateLimitPolicy } from './rate-limit';

/** Simple reference implementation that stores every admitted request. */
class Model {
  private readonly starts = new Map<RateLimitPolicy, number>();
  private admitted: number[] = [];

  constructor(private readonly policies: readonly RateLimitPolicy[]) {}

  take(now: number) {
    const admitted = this.policies.every((policy) => this.remaining(policy, now).r > 0);
    if (admitted) {
      for (const policy of this.policies) if (!this.isRunning(policy, now)) this.starts.set(policy, now);
      this.admitted.push(now);
    }
    return { admitted, windows: this.policies.map((policy) => this.remaining(policy, now)) };
  }

  private isRunning(policy: RateLimitPolicy, now: number): boolean {
    const start = this.starts.get(policy);
    return start !== undefined && now < start + policy.windowSeconds * 1000;
  }

  private remaining(policy: RateLimitPolicy, now: number) {
    if (!this.isRunning(policy, now)) return { r: policy.quota, t: policy.windowSeconds };
    const start = this.starts.get(policy)!;
    const used = this.admitted.filter((time) => time >= start).length;
    return { r: policy.quota - used, t: Math.ceil((start + policy.windowSeconds * 1000 - now) / 1000) };
  }
}

describe('InMemoryRateLimitStore', () => {
  it('behaves like the reference implementation for requests at random times', () => {
    const quota = fc.integer({ min: 0, max: 6 });
    const pause = fc.oneof(
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 0, max: 90_000 }),
      fc.constantFrom(1, 999, 1000, 59_999, 60_000, 60_001, 3_540_000, 3_599_999, 3_600_000),
    );
    fc.assert(
      fc.property(quota, quota, fc.array(pause, { maxLength: 80 }), (hour, minute, pauses) => {
        const policies = policiesOf('free', { ...DEFAULT_RATE_LIMITS, free: { hour, minute } });
        let now = 1_772_532_000_123;
        const store = new InMemoryRateLimitStore(() => new Date(now));
        const model = new Model(policies);
        for (const pause of pauses) {
          now += pause;
          const { admitted, windows } = store.take('key', policies);
          const seen = { admitted, windows: windows.map((it) => ({ r: it.remaining, t: it.resetSeconds })) };
          expect(seen).toEqual(model.take(now));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never returns a wait longer than a window after the clock was set back', () => {
    let now = Date.parse('2026-03-03T10:00:00Z');
    const store = new InMemoryRateLimitStore(() => new Date(now));
    const policies = policiesOf('free', { ...DEFAULT_RATE_LIMITS, free: { hour: 0, minute: 1 } });
    store.take('key', policies);
    now -= 3_600_000;
    expect(store.take('key', policies)).toMatchObject({ admitted: false, windows: [{ resetSeconds: 60 }] });
    now += 59_999;
    expect(store.take('key', policies)).toMatchObject({ admitted: false, windows: [{ resetSeconds: 1 }] });
    now += 1;
    expect(store.take('key', policies).admitted).toBe(true);
  });

  it('removes buckets whose windows have ended, while others are used', () => {
    let now = 0;
    const store = new InMemoryRateLimitStore(() => new Date(now));
    const policies = policiesOf('free', DEFAULT_RATE_LIMITS);
    for (let i = 0; i < 5000; i++) store.take(`old ${i}`, policies);
    now += 1_800_000;
    for (let i = 0; i < 100; i++) store.take(`busy ${i}`, policies);
    expect(store.size).toBe(5100);
    now += 1_800_000;
    for (let i = 0; i < 2500; i++) store.take(`busy ${i % 100}`, policies);
    expect(store.size).toBe(100);
    expect(store.take('busy 0', policies).windows[0]!.remaining).toBeLessThan(99);
  });

  it('keeps a limited number of buckets, and removes the oldest', () => {
    const store = new InMemoryRateLimitStore(() => new Date(0), 2);
    const policies = policiesOf('free', { ...DEFAULT_RATE_LIMITS, free: { hour: 1, minute: 0 } });
    for (const bucket of ['a', 'b', 'c']) store.take(bucket, policies);
    expect(store.size).toBe(2);
    expect(store.take('b', policies).admitted).toBe(false);
    expect(store.take('a', policies).admitted).toBe(true);
  });

  it('removes them even if an older bucket is still in use', () => {
    let now = 0;
    const store = new InMemoryRateLimitStore(() => new Date(now));
    const policies = policiesOf('free', DEFAULT_RATE_LIMITS);
    const takeWithOldKeys = (n: number) =>
      Array.from({ length: n }, () => store.take(`old ${store.size}`, policies));
    takeWithOldKeys(50);
    store.take('busy', policies);
    takeWithOldKeys(50);
    now += 3_600_000;
    for (let i = 0; i < 50; i++) store.take('busy', policies);
    expect(store.size).toBe(1);
  });
});
