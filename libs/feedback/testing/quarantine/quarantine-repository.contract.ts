import { SYSTEM } from '@libs/kernel';
import { released, type QuarantinedFeedback, type QuarantineRepository } from '../../src';
import { QUARANTINE_REASONS } from '../../src';
import { aContext, anAccountId, aQuarantined, idAt } from '../items/feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';

const minute = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();

export interface QuarantineAndFeedback extends ItemAdapters {
  readonly entries: QuarantineRepository;
}

/** Contract tests of `QuarantineRepository`. Every adapter runs all of them. */
export function quarantineRepositoryContract(name: string, make: () => Promise<QuarantineAndFeedback>): void {
  describe(`QuarantineRepository, ${name}`, () => {
    let entries: QuarantineRepository;
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let accountId: string;

    beforeAll(async () => {
      ({ entries, items, lists } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (overrides: Partial<QuarantinedFeedback> = {}) => {
      const entry = aQuarantined({ accountId, ...overrides });
      await entries.add(entry);
      return entry;
    };
    const all = () => entries.list(accountId, { limit: 100 });
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

    it('returns an entry exactly as it was added', async () => {
      const entry = await add({
        title: `${'😀'.repeat(199)}é`,
        description: '  kept as it came: \r\n\t"quotes" \\ \u2028 e\u0301 <script>',
        submitter_email: 'Ada@Example.com',
        source: 'widget',
        context: aContext(),
        reason: 'token_too_old',
        created_at: '2026-03-03T10:00:00.123Z',
      });
      expect(await all()).toEqual([entry]);
    });

    it.each(QUARANTINE_REASONS)('stores the reason %s', async (reason) => {
      await add({ reason });
      expect(await all()).toMatchObject([{ reason }]);
    });

    it('lists newest first, ties by ID, one entry more than the page, and continues after an ID', async () => {
      const same = await Promise.all(Array.from({ length: 5 }, () => add({ created_at: minute(2) })));
      const [old, newest] = [await add({ created_at: minute(1) }), await add({ created_at: minute(3) })];
      const expected = [newest.id, ...ids(same).sort().reverse(), old.id];
      expect(ids(await all())).toEqual(expected);
      expect(ids(await entries.list(accountId, { limit: 1 }))).toEqual(expected.slice(0, 2));
      expect(ids(await entries.list(accountId, { limit: 2, after: expected[2] }))).toEqual(
        expected.slice(3, 6),
      );
      await entries.remove(accountId, expected[2]!);
      expect(ids(await entries.list(accountId, { limit: 2, after: expected[2] }))).toEqual(
        expected.slice(3, 6),
      );
      expect(await entries.list(accountId, { limit: 2, after: old.id })).toEqual([]);
    });

    it('counts the entries', async () => {
      expect(await entries.count(accountId)).toBe(0);
      await add();
      await add();
      expect(await entries.count(accountId)).toBe(2);
    });

    it('replaces a released entry with an item of the same ID and time', async () => {
      const bystander = await add();
      const details = { description: 'D', submitter_email: 'a@b.co', context: aContext() };
      const entry = await add({ ...details, created_at: minute(1) });
      expect(await items.find(accountId, entry.id)).toBeNull();
      expect(await entries.release(accountId, entry.id, SYSTEM)).toEqual(released(entry));
      expect(await items.find(accountId, entry.id)).toEqual(released(entry));
      expect(await all()).toEqual([bystander]);
      expect(await entries.release(accountId, entry.id, SYSTEM)).toBeNull();
      expect(await entries.remove(accountId, entry.id)).toBe(false);
    });

    it('releases an entry once in concurrent calls', async () => {
      const entry = await add();
      const results = await Promise.all(
        Array.from({ length: 8 }, () => entries.release(accountId, entry.id, SYSTEM)),
      );
      expect(results.filter((item) => item !== null)).toEqual([released(entry)]);
      expect(await lists.count(accountId)).toBe(1);
    });

    it('either releases or removes an entry in concurrent calls', async () => {
      for (let i = 0; i < 10; i++) {
        const { id } = await add();
        const [item, isRemoved] = await Promise.all([
          entries.release(accountId, id, SYSTEM),
          entries.remove(accountId, id),
        ]);
        expect(isRemoved).toBe(item === null);
        expect((await items.find(accountId, id)) === null).toBe(isRemoved);
      }
    });

    it('removes an entry permanently, and no other', async () => {
      const bystander = await add();
      const { id } = await add();
      expect(await entries.remove(accountId, id)).toBe(true);
      expect(await entries.remove(accountId, id)).toBe(false);
      expect(await entries.release(accountId, id, SYSTEM)).toBeNull();
      expect(await items.find(accountId, id)).toBeNull();
      expect(await all()).toEqual([bystander]);
    });

    it('does not let another account read or change an entry', async () => {
      const entry = await add();
      const other = anAccountId();
      expect(await entries.list(other, { limit: 20 })).toEqual([]);
      expect(await entries.count(other)).toBe(0);
      expect(await entries.release(other, entry.id, SYSTEM)).toBeNull();
      expect(await entries.remove(other, entry.id)).toBe(false);
      await entries.removeAll(other);
      expect(await all()).toEqual([entry]);
      expect(await items.find(other, entry.id)).toBeNull();
    });

    it('finds nothing for unknown and malformed IDs', async () => {
      for (const id of [idAt(minute(1)), 'abc', '', '{0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f}', "'; --"]) {
        expect(await entries.release(accountId, id, SYSTEM)).toBeNull();
        expect(await entries.remove(accountId, id)).toBe(false);
      }
    });

    it('removes all entries of an account, and none of others', async () => {
      await add();
      await add();
      const theirs = await add({ accountId: anAccountId() });
      await entries.removeAll(accountId);
      await entries.removeAll(accountId);
      expect(await all()).toEqual([]);
      expect(await entries.count(theirs.accountId)).toBe(1);
    });
  });
}
