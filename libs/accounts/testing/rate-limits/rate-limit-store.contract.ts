import { randomUUID } from 'node:crypto';
import { policiesOf, type RateLimitState, type RateLimitStore } from '../../src';

/** A store and its clock. */
export interface RateLimitHarness {
  readonly store: RateLimitStore;
  /** Advances the clock, which is otherwise stopped. */
  advance(seconds: number): Promise<void>;
}

const policies = (hour: number, minute: number) =>
  policiesOf('free', { free: { hour, minute }, pro: { hour: 0, minute: 0 } });

/** Contract tests of `RateLimitStore`. Every adapter runs all of them. */
export function rateLimitStoreContract(name: string, make: () => Promise<RateLimitHarness>): void {
  /** rate-limits.md 2 */
  describe(`RateLimitStore, ${name}`, () => {
    let store: RateLimitStore;
    let advance: RateLimitHarness['advance'];
    let keyId: string;

    beforeAll(async () => {
      ({ store, advance } = await make());
    });
    beforeEach(() => {
      keyId = randomUUID();
    });

    const free = policies(100, 10);
    const take = async (limits = free, key = keyId) => store.take(key, limits);
    async function times(n: number, limits = free): Promise<RateLimitState> {
      for (let i = 1; i < n; i++) await take(limits);
      return take(limits);
    }
    const r = ({ windows }: RateLimitState) => windows.map(({ remaining }) => remaining);
    const t = ({ windows }: RateLimitState) => windows.map(({ resetSeconds }) => resetSeconds);

    it('starts both windows with the first request', async () => {
      const state = await take();
      expect(state.admitted).toBe(true);
      expect(state.windows.map(({ policy }) => policy)).toEqual(free);
      expect(r(state)).toEqual([99, 9]);
      expect(t(state)).toEqual([3600, 60]);
      const [hour, minute] = state.windows;
      expect(hour!.resetAt - minute!.resetAt).toBe(3540);
    });

    it('returns the same end during a window', async () => {
      const before = await take();
      await advance(19);
      const after = await take();
      expect(r(after)).toEqual([98, 8]);
      expect(t(after)).toEqual([3581, 41]);
      expect(after.windows.map(({ resetAt }) => resetAt)).toEqual(
        before.windows.map(({ resetAt }) => resetAt),
      );
    });

    it('admits requests up to the quota, and rejects the next with the time until the end', async () => {
      expect(r(await times(10))).toEqual([90, 0]);
      await advance(31);
      const rejected = await take();
      expect(rejected.admitted).toBe(false);
      expect(r(rejected)).toEqual([90, 0]);
      expect(t(rejected)).toEqual([3569, 29]);
    });

    it('does not count a rejected request or extend the wait', async () => {
      await times(10);
      await advance(59);
      expect((await times(50)).admitted).toBe(false);
      expect(t(await take())).toEqual([3541, 1]);
      await advance(1);
      const state = await take();
      expect(state.admitted).toBe(true);
      expect(r(state)).toEqual([89, 9]);
      expect(t(state)).toEqual([3540, 60]);
    });

    it('rejects by the hourly policy alone, without counting for the minute', async () => {
      const tight = policies(3, 10);
      await times(3, tight);
      const rejected = await take(tight);
      expect(rejected.admitted).toBe(false);
      expect(r(rejected)).toEqual([0, 7]);
    });

    it('returns the full quota for a window that is not running', async () => {
      const tight = policies(3, 10);
      await times(3, tight);
      await advance(60);
      const rejected = await take(tight);
      expect(rejected.admitted).toBe(false);
      expect(r(rejected)).toEqual([0, 10]);
      expect(t(rejected)).toEqual([3540, 60]);
      const [hour, minute] = rejected.windows;
      expect(hour!.resetAt - minute!.resetAt).toBe(3480);
    });

    it('resets the count exactly at the end of the hour', async () => {
      const tight = policies(3, 10);
      await times(3, tight);
      await advance(3599);
      expect((await take(tight)).admitted).toBe(false);
      await advance(1);
      const state = await take(tight);
      expect(r(state)).toEqual([2, 9]);
      expect(t(state)).toEqual([3600, 60]);
    });

    it('returns one window if the other policy is off, and none if both are', async () => {
      expect(r(await times(2, policies(0, 10)))).toEqual([8]);
      expect(t(await take(policies(0, 10)))).toEqual([60]);
      expect(r(await take(policies(100, 0), randomUUID()))).toEqual([99]);
      expect(await times(30, policies(0, 0))).toEqual({ admitted: true, windows: [] });
    });

    it('starts the window of a policy that was off with its first counted request', async () => {
      await take(policies(100, 0));
      await advance(30);
      const state = await take();
      expect(r(state)).toEqual([98, 9]);
      expect(t(state)).toEqual([3570, 60]);
    });

    it('keeps the count if the quota changes, and never returns a negative remainder', async () => {
      await times(20, policies(100, 60));
      const smaller = await take(policies(100, 10));
      expect(smaller.admitted).toBe(false);
      expect(r(smaller)).toEqual([80, 0]);
      expect(r(await take(policies(100, 60)))).toEqual([79, 39]);
    });

    it('peek returns the remaining requests without counting', async () => {
      expect(await store.peek(keyId, free)).toEqual([
        { policy: free[0], remaining: 100, resetSeconds: 3600, resetAt: expect.any(Number) },
        { policy: free[1], remaining: 10, resetSeconds: 60, resetAt: expect.any(Number) },
      ]);
      const { windows } = await times(3);
      for (let i = 0; i < 3; i++) expect(await store.peek(keyId, free)).toEqual(windows);
      await advance(60);
      const later = { admitted: true, windows: await store.peek(keyId, free) };
      expect([r(later), t(later)]).toEqual([
        [97, 10],
        [3540, 60],
      ]);
      expect(r(await take())).toEqual([96, 9]);
      await times(20);
      expect((await store.peek(keyId, free))[1]!.remaining).toBe(0);
      expect((await store.peek(keyId, policies(0, 20))).map(({ remaining }) => remaining)).toEqual([10]);
      expect(await store.peek(keyId, [])).toEqual([]);
    });

    it('clear gives the requests of one bucket back', async () => {
      const other = randomUUID();
      await take(policies(1, 0), other);
      await times(10);
      expect((await take()).admitted).toBe(false);
      await store.clear(keyId);
      const state = await take();
      expect([state.admitted, r(state), t(state)]).toEqual([true, [99, 9], [3600, 60]]);
      expect((await take(policies(1, 0), other)).admitted).toBe(false);
      await store.clear(randomUUID());
    });

    it('counts each bucket separately', async () => {
      await times(10);
      expect(r(await take(free, randomUUID()))).toEqual([99, 9]);
    });

    it('admits exactly the quota of 50 concurrent requests, each with a different remainder', async () => {
      const states = await Promise.all(Array.from({ length: 50 }, () => take()));
      const admitted = states.filter((state) => state.admitted);
      expect(admitted.map((state) => r(state)[1]).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(admitted.map((state) => r(state)[0]).sort()).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
      for (const state of states.filter((it) => !it.admitted)) expect(r(state)).toEqual([90, 0]);
      for (const state of states) expect(t(state)).toEqual([3600, 60]);
    });
  });
}
