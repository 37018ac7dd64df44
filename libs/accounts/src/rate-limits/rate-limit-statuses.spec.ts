import { InMemoryRateLimitStore } from './in-memory-rate-limit-store';
import { policiesOf, type RateLimits } from './rate-limit';
import { RateLimitStatuses } from './rate-limit-statuses';

describe('RateLimitStatuses', () => {
  const now = new Date('2026-03-03T10:00:00.000Z');
  const limits: Record<'free' | 'pro', RateLimits> = {
    free: { hour: 100, minute: 10 },
    pro: { hour: 0, minute: 60 },
  };
  const store = new InMemoryRateLimitStore(() => now);
  const statuses = new RateLimitStatuses(store, limits);

  it('returns the limits of a plan, null if a policy is off', () => {
    expect(statuses.limitsOf('free')).toEqual({ hour: 100, minute: 10 });
    expect(statuses.limitsOf('pro')).toEqual({ hour: null, minute: 60 });
  });

  it('returns the remaining requests of a bucket without counting one', async () => {
    store.take('a', policiesOf('free', limits));
    for (let n = 0; n < 2; n++) {
      expect(await statuses.statusOf('a', 'free')).toMatchObject({
        hour: { remaining: 99, resetSeconds: 3600 },
        minute: { remaining: 9, resetSeconds: 60 },
      });
    }
    expect(await statuses.statusOf('b', 'pro')).toMatchObject({ hour: null, minute: { remaining: 60 } });
    expect(store.size).toBe(1);
  });
});
