import { randomUUID } from 'node:crypto';
import { policiesOf, type RateLimitState, type RateLimitStore } from '../../src';

/** A store, and the time that passes for it. */
export interface RateLimitHarness {
  readonly store: RateLimitStore;
  /** Its clock stands still, but for this. */
  advance(seconds: number): Promise<void>;
}

const policies = (hour: number, minute: number) =>
  policiesOf('free', { free: { hour, minute }, pro: { hour: 0, minute: 0 } });

/** What every `RateLimitStore` promises; each adapter runs all of it. */
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

    it('names the same end all through a window', async () => {
      const before = await take();
      await advance(19);
      const after = await take();
      expect(r(after)).toEqual([98, 8]);
      expect(t(after)).toEqual([3581, 41]);
      expect(after.windows.map(({ resetAt }) => resetAt)).toEqual(
        before.windows.map(({ resetAt }) => resetAt),
      );
    });

    it('admits the quota and refuses the next, with the time until the end', async () => {
      expect(r(await times(10))).toEqual([90, 0]);
      await advance(31);
      const refused = await take();
      expect(refused.admitted).toBe(false);
      expect(r(refused)).toEqual([90, 0]);
      expect(t(refused)).toEqual([3569, 29]);
    });

    it('counts a refused request nowhere and does not prolong the wait', async () => {
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

    it('lets the hour refuse what the minute would admit, and leaves the minute alone', async () => {
      const tight = policies(3, 10);
      await times(3, tight);
      const refused = await take(tight);
      expect(refused.admitted).toBe(false);
      expect(r(refused)).toEqual([0, 7]);
    });

    it('reports a window that is not running as untouched', async () => {
      const tight = policies(3, 10);
      await times(3, tight);
      await advance(60);
      const refused = await take(tight);
      expect(refused.admitted).toBe(false);
      expect(r(refused)).toEqual([0, 10]);
      expect(t(refused)).toEqual([3540, 60]);
      const [hour, minute] = refused.windows;
      expect(hour!.resetAt - minute!.resetAt).toBe(3480);
    });

    it('starts again when the hour ends, and only then', async () => {
      const tight = policies(3, 10);
      await times(3, tight);
      await advance(3599);
      expect((await take(tight)).admitted).toBe(false);
      await advance(1);
      const state = await take(tight);
      expect(r(state)).toEqual([2, 9]);
      expect(t(state)).toEqual([3600, 60]);
    });

    it('knows one window when the other is off, and none when both are', async () => {
      expect(r(await times(2, policies(0, 10)))).toEqual([8]);
      expect(t(await take(policies(0, 10)))).toEqual([60]);
      expect(r(await take(policies(100, 0), randomUUID()))).toEqual([99]);
      expect(await times(30, policies(0, 0))).toEqual({ admitted: true, windows: [] });
    });

    it('starts a window that was off with the first request that counts', async () => {
      await take(policies(100, 0));
      await advance(30);
      const state = await take();
      expect(r(state)).toEqual([98, 9]);
      expect(t(state)).toEqual([3570, 60]);
    });

    it('never goes below nothing when the quota shrinks, nor forgets what was counted when it grows', async () => {
      await times(20, policies(100, 60));
      const smaller = await take(policies(100, 10));
      expect(smaller.admitted).toBe(false);
      expect(r(smaller)).toEqual([80, 0]);
      expect(r(await take(policies(100, 60)))).toEqual([79, 39]);
    });

    it('shows what is left without counting', async () => {
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

    it('counts every key for itself', async () => {
      await times(10);
      expect(r(await take(free, randomUUID()))).toEqual([99, 9]);
    });

    it('admits exactly the quota when fifty ask at once, each with its own remainder', async () => {
      const states = await Promise.all(Array.from({ length: 50 }, () => take()));
      const admitted = states.filter((state) => state.admitted);
      expect(admitted.map((state) => r(state)[1]).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      expect(admitted.map((state) => r(state)[0]).sort()).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
      for (const state of states.filter((it) => !it.admitted)) expect(r(state)).toEqual([90, 0]);
      for (const state of states) expect(t(state)).toEqual([3600, 60]);
    });
  });
}
