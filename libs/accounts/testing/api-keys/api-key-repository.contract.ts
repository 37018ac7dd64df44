import { randomUUID } from 'node:crypto';
import type { Account, AccountRepository, ApiKey, ApiKeyRepository } from '../../src';
import { aKey, anAccount, aPerson, idAt } from '../account/account-builders';

/** A key repository, and the repository of its accounts. */
export interface ApiKeyHarness {
  readonly accounts: AccountRepository;
  readonly keys: ApiKeyRepository;
}

const at = (second: number) => new Date(Date.UTC(2026, 2, 3, 12, 0, second));

/** Contract tests of `ApiKeyRepository`. Every adapter runs all of them. */
export function apiKeyRepositoryContract(name: string, make: () => Promise<ApiKeyHarness>): void {
  describe(`ApiKeyRepository, ${name}`, () => {
    let accounts: AccountRepository;
    let keys: ApiKeyRepository;
    let account: Account;
    let ownerId: string;

    beforeAll(async () => {
      ({ accounts, keys } = await make());
    });
    beforeEach(async () => {
      ({ account, ownerId } = await addAccount());
    });

    async function addAccount() {
      const account = anAccount();
      const owner = aPerson();
      await accounts.add(account, owner);
      return { account, ownerId: owner.id };
    }
    async function add(overrides: Partial<ApiKey> = {}, active = 10) {
      const key = aKey({ accountId: account.id, ...overrides });
      expect(await keys.add(key, limits(active))).toBe('added');
      return key;
    }
    const limits = (active: number) => ({ active, perHour: 1000 });
    const find = async ({ digest }: ApiKey) => (await keys.findByDigest(digest))?.key ?? null;

    it('returns a key exactly as it was added', async () => {
      const key = await add({
        name: '😀'.repeat(100),
        permission: 'submit',
        allowedOrigins: ['https://a.example', 'http://localhost:5173', 'https://{odd},"one"\\.example'],
        createdAt: new Date('2026-03-03T10:00:00.123Z'),
        createdBy: ownerId,
        lastUsedAt: new Date('2026-03-03T11:00:00.456Z'),
        expiresAt: new Date('2026-04-03T10:00:00.789Z'),
        revokedAt: new Date('2026-03-05T10:00:00.001Z'),
      });
      expect(await find(key)).toEqual(key);
      expect(await keys.list(account.id)).toEqual([key]);
    });

    it('returns empty fields as they were added', async () => {
      const key = await add();
      expect(await find(key)).toEqual(key);
      expect(await keys.list(account.id)).toEqual([key]);
    });

    it('finds a key by the whole digest only', async () => {
      const key = await add();
      for (const digest of [aKey().digest, key.digest.subarray(0, 31), Buffer.alloc(0), Buffer.alloc(32)]) {
        expect(await keys.findByDigest(digest)).toBeNull();
      }
    });

    it('returns the current plan of the account', async () => {
      const key = await add();
      expect((await keys.findByDigest(key.digest))?.plan).toBe('free');
      await accounts.revise(account.id, (current) => ({ ...current, plan: 'pro' }));
      expect((await keys.findByDigest(key.digest))?.plan).toBe('pro');
    });

    it('returns whether the account is suspended', async () => {
      const key = await add();
      const setSuspended = (suspendedAt: Date | null) =>
        accounts.revise(account.id, (current) => ({ ...current, suspendedAt }));
      expect((await keys.findByDigest(key.digest))?.isSuspended).toBe(false);
      await setSuspended(new Date('2026-03-03T12:00:00.000Z'));
      expect((await keys.findByDigest(key.digest))?.isSuspended).toBe(true);
      await setSuspended(null);
      expect((await keys.findByDigest(key.digest))?.isSuspended).toBe(false);
    });

    it('returns whether the account requires identity tokens', async () => {
      const key = await add();
      const required = async () => (await keys.findByDigest(key.digest))?.requiresIdentity;
      expect(await required()).toBe(false);
      await accounts.revise(account.id, (current) => ({
        ...current,
        form: { ...current.form, requireIdentity: true },
      }));
      expect(await required()).toBe(true);
    });

    it('returns a key with its current account, including expired and revoked keys', async () => {
      const key = await add({ createdBy: ownerId, lastUsedAt: at(1), expiresAt: at(2) });
      const { name, slug } = account;
      expect(await keys.find(account.id, key.id)).toEqual({ key, account: { name, slug, plan: 'free' } });
      const changed = { name: 'Acme & Söhne', slug: `${slug}-2`, plan: 'pro' as const };
      await accounts.revise(account.id, (current) => ({ ...current, ...changed }));
      await keys.revoke(account.id, key.id, at(3));
      expect(await keys.find(account.id, key.id)).toEqual({
        key: { ...key, revokedAt: at(3) },
        account: changed,
      });
    });

    it('lists keys newest first, including expired and revoked ones', async () => {
      const revoked = await add({ createdAt: at(1), revokedAt: at(30) });
      const expired = await add({ createdAt: at(2), expiresAt: at(3) });
      const active = await add({ createdAt: at(3) });
      expect(await keys.list(account.id)).toEqual([active, expired, revoked]);
    });

    it('lists the keys that end last, with all active ones', async () => {
      const forever = await add({ createdAt: at(1) });
      const lasting = await add({ createdAt: at(2), expiresAt: at(50_000) });
      const oldest = await add({ createdAt: at(3), expiresAt: at(4) });
      const isRevoked = (i: number) => i % 2 === 0 && { expiresAt: null, revokedAt: at(6 + i) };
      const addEnded = (_: unknown, i: number) =>
        add({ createdAt: at(5 + i), expiresAt: at(6 + i), ...isRevoked(i) }, 200);
      const ended = await Promise.all(Array.from({ length: 98 }, addEnded));
      const listed = await keys.list(account.id);
      expect(listed).toEqual([...ended.reverse(), lasting, forever]);
      expect(listed).not.toContainEqual(oldest);
    });

    it('does not let another account read or change a key', async () => {
      const key = await add();
      const { account: other } = await addAccount();
      expect(await keys.list(other.id)).toEqual([]);
      expect(await keys.find(other.id, key.id)).toBeNull();
      expect(await keys.revoke(other.id, key.id, at(1))).toBe(false);
      expect(await find(key)).toEqual(key);
    });

    it('finds nothing for unknown and malformed IDs', async () => {
      for (const id of [idAt(at(1)), 'abc', '', "'; --"]) {
        expect(await keys.revoke(account.id, id, at(1))).toBe(false);
        expect(await keys.revoke(id, id, at(1))).toBe(false);
        expect(await keys.find(account.id, id)).toBeNull();
        expect(await keys.find(id, id)).toBeNull();
        expect(await keys.list(id)).toEqual([]);
        await keys.touch(id, at(1));
      }
    });

    it('stores no key for an account that does not exist', async () => {
      const key = aKey({ accountId: randomUUID() });
      expect(await keys.add(key, limits(10))).toBe('account_not_found');
      expect(await find(key)).toBeNull();
    });

    it('throws if the same key is added twice, and keeps the first', async () => {
      const key = await add();
      await expect(keys.add({ ...key, name: 'again' }, limits(10))).rejects.toThrow();
      await expect(
        keys.add({ ...aKey({ accountId: account.id }), digest: key.digest }, limits(10)),
      ).rejects.toThrow();
      expect(await keys.list(account.id)).toEqual([key]);
    });

    it('revokes a key permanently, with the time of the first call', async () => {
      const key = await add();
      const unrelated = await add();
      expect(await keys.revoke(account.id, key.id, at(1))).toBe(true);
      expect(await keys.revoke(account.id, key.id, at(2))).toBe(true);
      expect(await find(key)).toEqual({ ...key, revokedAt: at(1) });
      expect(await find(unrelated)).toEqual(unrelated);
    });

    it('does not count revoked keys, expired keys, or keys of other accounts', async () => {
      await add({ revokedAt: at(1) });
      await add({ expiresAt: at(5) });
      await add({ accountId: (await addAccount()).account.id });
      await add({ expiresAt: at(6) }, 2);
      await add({ createdAt: at(5) }, 2);
      const late = aKey({ accountId: account.id, createdAt: at(5) });
      expect(await keys.add(late, limits(2))).toBe('limit_reached');
      expect(await find(late)).toBeNull();
    });

    it('adds exactly one of 20 concurrent keys if one more is allowed', async () => {
      // Opens the connections first. Otherwise the calls would run one after the other.
      await Promise.all(Array.from({ length: 20 }, () => keys.list(account.id)));
      for (let round = 0; round < 5; round++) {
        ({ account } = await addAccount());
        for (let i = 0; i < 9; i++) await add();
        const late = Array.from({ length: 20 }, () => aKey({ accountId: account.id }));
        const results = await Promise.all(late.map((key) => keys.add(key, limits(10))));
        expect(results.filter((result) => result === 'added')).toHaveLength(1);
        expect(results.filter((result) => result === 'limit_reached')).toHaveLength(19);
        expect(await keys.list(account.id)).toHaveLength(10);
      }
    });

    describe('hourly limit of new keys', () => {
      const HOUR = 3600;
      const limit = { active: 10, perHour: 3 };
      const addNew = (createdAt: Date, overrides: Partial<ApiKey> = {}) =>
        keys.add(aKey({ accountId: account.id, createdAt, ...overrides }), limit);

      it('includes revoked keys, until the oldest key is an hour old', async () => {
        for (const seconds of [1, 2, 3]) {
          expect(await addNew(at(seconds), { revokedAt: at(seconds) })).toBe('added');
        }
        expect(await addNew(at(4))).toEqual(at(1 + HOUR));
        expect(await keys.list(account.id)).toHaveLength(3);
        expect(await addNew(new Date(at(1 + HOUR).getTime() - 1))).toEqual(at(1 + HOUR));
        expect(await addNew(at(1 + HOUR))).toBe('added');
        expect(await addNew(at(1 + HOUR))).toEqual(at(2 + HOUR));
      });

      it('does not include successors or keys of other accounts', async () => {
        const key = await add({ createdAt: at(1) });
        await add({ createdAt: at(2) });
        for (const seconds of [3, 4, 5]) {
          const successor = aKey({ accountId: account.id, createdAt: at(seconds), bucketId: key.bucketId });
          const change = (current: ApiKey) => ({ predecessor: current, successor });
          expect(await keys.rotate(account.id, key.id, change, limits(20))).toBe('rotated');
        }
        await add({ accountId: (await addAccount()).account.id, createdAt: at(6) });
        expect(await addNew(at(7))).toBe('added');
        expect(await addNew(at(8))).toEqual(at(1 + HOUR));
      });

      it('applies to 20 concurrent calls together', async () => {
        await Promise.all(Array.from({ length: 20 }, () => keys.list(account.id)));
        const results = await Promise.all(Array.from({ length: 20 }, () => addNew(at(1))));
        expect(results.filter((result) => result === 'added')).toHaveLength(3);
        expect(await keys.list(account.id)).toHaveLength(3);
      });
    });

    describe('rotation', () => {
      const to = (overrides: Partial<ApiKey> = {}, expiresAt: Date | null = at(40)) => {
        const successor = aKey({ accountId: account.id, createdAt: at(30), ...overrides });
        return {
          successor,
          change: (current: ApiKey) => ({ predecessor: { ...current, expiresAt }, successor }),
        };
      };

      it('sets the expiry of the key and adds the successor', async () => {
        const key = await add();
        const unrelated = await add();
        const { successor, change } = to({ bucketId: key.bucketId });
        let seen: ApiKey | undefined;
        const outcome = await keys.rotate(
          account.id,
          key.id,
          (current) => change((seen = current)),
          limits(20),
        );
        expect(outcome).toBe('rotated');
        expect(seen).toEqual(key);
        expect(await find(key)).toEqual({ ...key, expiresAt: at(40) });
        expect(await find(successor)).toEqual(successor);
        expect(await find(unrelated)).toEqual(unrelated);
      });

      it('counts a key and its successor as one', async () => {
        const key = await add();
        const { change } = to({ bucketId: key.bucketId });
        await keys.rotate(account.id, key.id, change, limits(20));
        const other = await add({ createdAt: at(31) }, 2);
        expect(await keys.add(aKey({ accountId: account.id, createdAt: at(32) }), limits(2))).toBe(
          'limit_reached',
        );
        await keys.revoke(account.id, other.id, at(33));
        await add({ createdAt: at(34) }, 2);
      });

      it('has an hourly limit, which new keys do not count for', async () => {
        const key = await add({ createdAt: at(1) });
        const rotate = (createdAt: Date) => {
          const { change } = to({ bucketId: key.bucketId, createdAt });
          return keys.rotate(account.id, key.id, change, { active: 20, perHour: 2 });
        };
        await add({ createdAt: at(2) });
        expect([await rotate(at(3)), await rotate(at(4))]).toEqual(['rotated', 'rotated']);
        expect(await rotate(at(5))).toEqual(at(3 + 3600));
        expect(await keys.list(account.id)).toHaveLength(4);
        expect(await rotate(at(3 + 3600))).toBe('rotated');
      });

      it('changes nothing if the account has the maximum number of active keys', async () => {
        const key = await add();
        await add();
        const { successor, change } = to({ bucketId: key.bucketId });
        expect(await keys.rotate(account.id, key.id, change, limits(2))).toBe('limit_reached');
        expect(await find(key)).toEqual(key);
        expect(await find(successor)).toBeNull();
      });

      it('changes nothing if the change throws, for another account, or for an unknown key', async () => {
        const key = await add();
        const { account: other } = await addAccount();
        const { successor, change } = to();
        const rotation = keys.rotate(
          account.id,
          key.id,
          () => {
            throw new Error('no');
          },
          limits(20),
        );
        await expect(rotation).rejects.toThrow('no');
        expect(await keys.rotate(other.id, key.id, change, limits(20))).toBe('not_found');
        for (const id of [idAt(at(1)), 'abc', '', "'; --"]) {
          expect(await keys.rotate(account.id, id, change, limits(20))).toBe('not_found');
          expect(await keys.rotate(id, key.id, change, limits(20))).toBe('not_found');
        }
        expect(await keys.list(account.id)).toEqual([key]);
        expect(await find(successor)).toBeNull();
      });

      it('applies the limit to concurrent rotations of different keys together', async () => {
        await Promise.all(Array.from({ length: 10 }, () => keys.list(account.id)));
        for (let round = 0; round < 5; round++) {
          ({ account } = await addAccount());
          const all = await Promise.all(Array.from({ length: 6 }, () => add()));
          const results = await Promise.all(
            all.map((key) =>
              keys.rotate(account.id, key.id, to({ bucketId: key.bucketId }).change, limits(7)),
            ),
          );
          expect(results.filter((result) => result === 'rotated')).toHaveLength(1);
        }
      });

      it('applies the limit to concurrent rotations of one key', async () => {
        const key = await add();
        const rotations = Array.from({ length: 8 }, () => to({ bucketId: key.bucketId }).change);
        const results = await Promise.all(
          rotations.map((rotation) => keys.rotate(account.id, key.id, rotation, limits(2))),
        );
        expect(results.filter((result) => result === 'rotated')).toHaveLength(1);
        expect(await keys.list(account.id)).toHaveLength(2);
      });
    });

    it('stores a use, and none within a minute after it', async () => {
      const key = await add();
      const lastUsedAt = async () => (await find(key))?.lastUsedAt;
      await keys.touch(key.id, at(0));
      expect(await lastUsedAt()).toEqual(at(0));
      await keys.touch(key.id, new Date(at(60).getTime() - 1));
      expect(await lastUsedAt()).toEqual(at(0));
      await keys.touch(key.id, at(60));
      expect(await lastUsedAt()).toEqual(at(60));
      await keys.touch(key.id, at(0));
      expect(await lastUsedAt()).toEqual(at(60));
    });
  });
}
