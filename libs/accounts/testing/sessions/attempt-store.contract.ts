import { randomUUID } from 'node:crypto';
import type { AttemptStore, DelayRule } from '../../src';

/** A store and its clock. */
export interface AttemptHarness {
  readonly store: AttemptStore;
  /** Advances the clock, which is otherwise stopped. */
  advance(seconds: number): Promise<void>;
}

const TEN: DelayRule = { freeAttempts: 10, memoryMs: 15 * 60_000 };
const HUNDRED: DelayRule = { freeAttempts: 100, memoryMs: 60 * 60_000 };

/** Contract tests of `AttemptStore`. Every adapter runs all of them. */
export function attemptStoreContract(name: string, make: () => Promise<AttemptHarness>): void {
  /** dashboard.md 5 */
  describe(`AttemptStore, ${name}`, () => {
    let store: AttemptStore;
    let advance: AttemptHarness['advance'];
    let ada: string;
    let grace: string;

    beforeAll(async () => {
      ({ store, advance } = await make());
    });
    beforeEach(() => {
      [ada, grace] = [`ada ${randomUUID()}`, `grace ${randomUUID()}`];
    });

    /** Attempts once and returns the seconds to wait. */
    const attempt = async (of = ada, rule = TEN) => (await store.attempt([{ name: of, rule }])) / 1000;
    const allowed = async (times: number, of = ada) => {
      for (let i = 0; i < times; i++) expect(await attempt(of)).toBe(0);
    };

    it('allows 10 attempts, and then doubles the delay up to 15 minutes', async () => {
      await allowed(10);
      const waits: number[] = [];
      for (let i = 0; i < 13; i++) {
        waits.push(await attempt());
        await advance(waits.at(-1)!);
        await allowed(1);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    });

    it('does not count rejected attempts', async () => {
      await allowed(10);
      for (let i = 0; i < 50; i++) expect(await attempt()).toBe(1);
      await advance(1);
      await allowed(1);
      expect(await attempt()).toBe(2);
    });

    it('resets the count some time after the end of the delay', async () => {
      await allowed(10);
      await advance(15 * 60 + 1 - 0.001);
      await allowed(1);
      expect(await attempt()).toBe(2);
      await advance(15 * 60 + 2);
      await allowed(10);
      expect(await attempt()).toBe(1);
    });

    it('resets the counts of the given names', async () => {
      await allowed(10);
      await allowed(10, grace);
      await store.forget([grace, 'unknown']);
      expect(await attempt()).toBe(1);
      await allowed(10, grace);
      expect(await attempt(grace)).toBe(1);
    });

    it('returns the longest wait of several names', async () => {
      await allowed(10);
      await allowed(10, grace);
      await advance(1);
      await allowed(1, grace);
      await advance(1);
      await allowed(1);
      const both = [ada, grace].map((name) => ({ name, rule: TEN }));
      expect(await store.attempt(both)).toBe(2000);
      expect(await store.attempt(both.reverse())).toBe(2000);
    });

    it('counts an attempt for no name if one of them has to wait', async () => {
      await allowed(9, grace);
      await allowed(10);
      const both = [ada, grace].map((name) => ({ name, rule: TEN }));
      for (let i = 0; i < 3; i++) expect(await store.attempt(both)).toBe(1000);
      await allowed(1, grace);
      expect(await attempt(grace)).toBe(1);
    });

    it('allows exactly the free attempts of 40 concurrent ones, also with a shared name', async () => {
      const waits = await Promise.all(
        Array.from({ length: 40 }, (_, i) => {
          const client = { name: `${i % 2} ${ada}`, rule: TEN };
          return store.attempt(
            i % 4 < 2 ? [client, { name: grace, rule: HUNDRED }] : [{ name: grace, rule: HUNDRED }, client],
          );
        }),
      );
      expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
      expect(waits.filter((wait) => wait === 1000)).toHaveLength(20);
    });
  });
}
