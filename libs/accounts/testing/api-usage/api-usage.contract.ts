import { randomUUID } from 'node:crypto';
import type { AccountRepository, ApiKeyRepository, ApiUsageRepository, DailyRequests } from '../../src';
import { aKey, anAccount, aPerson } from '../account/account-builders';

/** Stored requests, and the repositories of their keys. */
export interface ApiUsageHarness {
  readonly accounts: AccountRepository;
  readonly keys: ApiKeyRepository;
  readonly usage: ApiUsageRepository;
}

const requests = (keyId: string, date: string, [accepted, rateLimited, failed]: number[]): DailyRequests => ({
  keyId,
  date,
  accepted: accepted!,
  rateLimited: rateLimited!,
  failed: failed!,
});

/** Contract tests of `ApiUsageRepository` (api-keys.md 8). Every adapter runs all of them. */
export function apiUsageContract(name: string, make: () => Promise<ApiUsageHarness>): void {
  describe(`ApiUsageRepository, ${name}`, () => {
    let harness: ApiUsageHarness;
    let usage: ApiUsageRepository;
    beforeAll(async () => {
      harness = await make();
      usage = harness.usage;
    });

    /** Returns an account with a number of keys, sorted by ID. */
    async function withKeys(count: number) {
      const account = anAccount();
      await harness.accounts.add(account, aPerson());
      const keys = Array.from({ length: count }, () => aKey({ accountId: account.id }));
      for (const key of keys) await harness.keys.add(key, { active: 10, perHour: 1000 });
      return { accountId: account.id, keyIds: keys.map(({ id }) => id).sort() };
    }

    it('returns the requests of each key and day as they were added', async () => {
      const { accountId, keyIds } = await withKeys(2);
      const [a, b] = keyIds as [string, string];
      const all = [
        requests(a, '2026-03-03', [1, 2, 3]),
        requests(a, '2026-03-04', [4_000_000_000, 0, 0]),
        requests(b, '2026-03-03', [0, 0, 7]),
      ];
      await usage.add([...all].reverse());
      expect(await usage.list(accountId, '2026-01-01')).toEqual(all);
      expect(await usage.list(accountId, '2026-03-04')).toEqual([all[1]]);
    });

    it('adds to the stored numbers, also from several instances at once', async () => {
      const { accountId, keyIds } = await withKeys(3);
      const counted = (ids: readonly string[]) => ids.map((id) => requests(id, '2026-03-03', [1, 2, 3]));
      const flushes = Array.from({ length: 20 }, (_, i) =>
        usage.add(counted(i % 2 ? keyIds : [...keyIds].reverse())),
      );
      await Promise.all(flushes);
      expect(await usage.list(accountId, '2026-03-03')).toEqual(
        keyIds.map((id) => requests(id, '2026-03-03', [20, 40, 60])),
      );
    });

    it('ignores keys that do not exist, and accepts an empty list', async () => {
      const { accountId, keyIds } = await withKeys(1);
      await usage.add([]);
      await usage.add([
        requests(randomUUID(), '2026-03-03', [1, 0, 0]),
        requests(keyIds[0]!, '2026-03-03', [1, 0, 0]),
      ]);
      expect(await usage.list(accountId, '2026-03-03')).toEqual([
        requests(keyIds[0]!, '2026-03-03', [1, 0, 0]),
      ]);
    });

    it('returns nothing to another account, or for a malformed ID', async () => {
      const { keyIds } = await withKeys(1);
      await usage.add([requests(keyIds[0]!, '2026-03-03', [1, 0, 0])]);
      const other = await withKeys(1);
      for (const accountId of [other.accountId, randomUUID(), 'x', ''])
        expect(await usage.list(accountId, '2026-03-03')).toEqual([]);
    });

    it('deletes the days before a day', async () => {
      const { accountId, keyIds } = await withKeys(1);
      const [older, newer] = ['2000-03-02', '2000-03-03'].map((date) =>
        requests(keyIds[0]!, date, [1, 0, 0]),
      ) as [DailyRequests, DailyRequests];
      await usage.add([older, newer]);
      expect(await usage.removeBefore('2000-03-03')).toBe(1);
      expect(await usage.list(accountId, '2000-01-01')).toEqual([newer]);
      expect(await usage.removeBefore('2000-03-03')).toBe(0);
    });

    it('are deleted with the account', async () => {
      const { accountId, keyIds } = await withKeys(1);
      await usage.add([requests(keyIds[0]!, '2026-03-03', [1, 0, 0])]);
      await harness.accounts.remove(accountId, new Date());
      expect(await usage.list(accountId, '2026-03-03')).toEqual([]);
    });
  });
}
