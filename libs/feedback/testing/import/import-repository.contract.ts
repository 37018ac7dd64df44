import { SYSTEM } from '@libs/kernel';
import type { Instant } from '@libs/kernel';
import { SORTS, type Feedback } from '../../src';
import { aFeedback, anAccountId, idAt } from '../items/feedback-builders';
import type { ImporterUnderTest } from './feedback-importer.contract';
import { after, NOON } from '../idempotency/idempotency-ledger';

const ALL = { limit: 100, offset: 0 };

/** Contract tests of `ImportRepository`, and of lists by import. Every adapter runs all of them. */
export function importRepositoryContract(name: string, make: () => Promise<ImporterUnderTest>): void {
  /** import.md 8 */
  describe(`ImportRepository, ${name}`, () => {
    let adapters: ImporterUnderTest;
    let accountId: string;

    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    /** Imports `count` items. Returns the import and its items, oldest first. */
    async function imported(
      count: number,
      at: Instant = NOON,
      overrides: Partial<Feedback> = {},
      of = accountId,
    ) {
      const id = idAt(at);
      const items = Array.from({ length: count }, (_, i) => {
        const createdAt = `2026-01-01T00:00:00.00${i}Z`;
        return aFeedback({ accountId: of, title: `Title ${i}`, created_at: createdAt, ...overrides });
      });
      await adapters.importer.run(of, false, async (target) => {
        await target.add(items, id);
        await target.record({ id, createdAt: at, created: count, requests: 0 }, 0);
      });
      return { id, items };
    }
    const change = (item: Feedback) =>
      adapters.items.revise(accountId, item.id, {
        change: { title: 'Changed' },
        expected: 'any',
        by: SYSTEM,
        at: NOON,
      });
    const stored = async () => (await adapters.lists.list(accountId, ALL)).map(({ id }) => id).sort();
    const ids = (items: readonly Feedback[]) => items.map(({ id }) => id).sort();
    const listed = async (end: Instant = after(-24), limit = 100, of = accountId) =>
      adapters.imports.list(of, end, limit);

    it.each(SORTS)('lists only the items of an import, sorted by %s', async (sort) => {
      const { id, items } = await imported(4);
      await imported(2);
      await adapters.items.add(aFeedback({ accountId }), SYSTEM);
      const read = (more: object) => adapters.lists.list(accountId, { ...ALL, sort, importId: id, ...more });
      expect(ids(await read({}))).toEqual(ids(items));
      expect(ids(await read({ status: 'new', q: 'title 2' }))).toEqual([items[2]!.id]);
      expect(await read({ status: 'planned' })).toEqual([]);
      expect(await adapters.lists.count(accountId, { importId: id })).toBe(4);
      expect(await adapters.lists.list(anAccountId(), { ...ALL, sort, importId: id })).toEqual([]);
    });

    it('lists the imports of an account after a given time, newest first', async () => {
      const old = await imported(1, after(-24));
      const first = await imported(2, after(-23));
      const last = await imported(3, NOON);
      await imported(1, NOON, {}, anAccountId());
      expect(await listed()).toEqual([
        { id: last.id, createdAt: NOON, created: 3, requests: 0 },
        { id: first.id, createdAt: after(-23), created: 2, requests: 0 },
      ]);
      expect(await listed(after(-24), 1)).toHaveLength(1);
      // The last import has removed the record of the import that is too old to undo.
      expect((await listed(after(-48))).map(({ id }) => id)).not.toContain(old.id);
    });

    it('counts the remaining items of an import, and the changed ones', async () => {
      const { id, items } = await imported(3);
      await change(items[0]!);
      await adapters.items.remove(accountId, items[1]!.id, 'any', SYSTEM);
      expect(await adapters.imports.count(accountId, id)).toEqual({ items: 2, changed: 1 });
      await adapters.items.add(aFeedback({ accountId }), SYSTEM);
      const byStatus = await adapters.lists.countByStatus(accountId, { importId: id });
      expect(Object.values(byStatus).reduce((sum, n) => sum + n, 0)).toBe(2);
      const nothing = { items: 0, changed: 0 };
      expect(await adapters.imports.count(anAccountId(), id)).toEqual(nothing);
      expect(await adapters.imports.count(accountId, idAt(NOON))).toEqual(nothing);
      expect(await adapters.imports.count(accountId, 'x')).toEqual(nothing);
    });

    it('undoes one import only, and does nothing if it is called again', async () => {
      const { id } = await imported(5);
      const other = await imported(1, after(-1));
      const own = aFeedback({ accountId });
      await adapters.items.add(own, SYSTEM);
      expect(await adapters.imports.undo(accountId, id, false, SYSTEM)).toBe(5);
      expect(await stored()).toEqual(ids([...other.items, own]));
      expect((await listed()).map((entry) => entry.id)).toEqual([other.id]);
      expect(await adapters.imports.undo(accountId, id, true, SYSTEM)).toBe(0);
      expect(await stored()).toHaveLength(2);
    });

    it('keeps items that were changed after the import, unless withChanged is true', async () => {
      const { id, items } = await imported(3);
      await change(items[1]!);
      expect(await adapters.imports.undo(accountId, id, false, SYSTEM)).toBe(2);
      expect(await stored()).toEqual([items[1]!.id]);
      expect(await listed()).toHaveLength(1);
      expect(await adapters.imports.undo(accountId, id, true, SYSTEM)).toBe(1);
      expect(await stored()).toEqual([]);
      expect(await listed()).toEqual([]);
    });

    it('does not undo an import of another account, or an unknown or malformed ID', async () => {
      const { id, items } = await imported(1);
      for (const [account, name] of [
        [anAccountId(), id],
        [accountId, 'x'],
        [accountId, idAt(NOON)],
      ] as const)
        expect(await adapters.imports.undo(account, name, true, SYSTEM)).toBe(0);
      expect(await stored()).toEqual(ids(items));
      expect(await listed()).toHaveLength(1);
    });

    it('keeps an item that is changed concurrently, or removes it before the change', async () => {
      for (let round = 0; round < 10; round++) {
        accountId = anAccountId();
        const { id, items } = await imported(5);
        const [removed, changed] = await Promise.all([
          adapters.imports.undo(accountId, id, false, SYSTEM),
          change(items[3]!),
        ]);
        expect(await stored()).toEqual(changed ? [items[3]!.id] : []);
        expect(removed).toBe(changed ? 4 : 5);
      }
    });

    it('removes each item once in concurrent undos', async () => {
      const { id } = await imported(9);
      const undo = () => adapters.imports.undo(accountId, id, false, SYSTEM);
      const [one, two] = await Promise.all([undo(), undo()]);
      expect(one + two).toBe(9);
      expect(await stored()).toEqual([]);
    });

    it('loses its records when all data of the account is removed', async () => {
      await imported(1);
      await adapters.items.removeAll(accountId);
      expect(await listed()).toEqual([]);
    });
  });
}
