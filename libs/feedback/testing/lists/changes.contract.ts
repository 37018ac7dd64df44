import { SYSTEM } from '@libs/kernel';
import type { ChangesQuery, Feedback, ListedChange } from '../../src';
import { aFeedback, mergeItem } from '../items/feedback-builders';
import type { ItemAdapters } from './item-adapters';

interface ChangesAdapters extends ItemAdapters {
  /** Returns the ID of a new account. */
  newAccount(): Promise<string>;
  /** Publishes what was recorded. */
  publish(): Promise<void>;
}

const PAST = '2026-03-03T10:00:00.000Z';
const MINUTE_MS = 60_000;
const inMinutes = (n: number) => new Date(Date.now() + n * MINUTE_MS).toISOString();

/** Contract tests of `ItemLists.listChanges` (lists.md 10). Every adapter runs all of them. */
export function changesContract(name: string, make: () => Promise<ChangesAdapters>): void {
  describe(`changed and deleted items, ${name}`, () => {
    let adapters: ChangesAdapters;
    let accountId: string;
    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(async () => {
      accountId = await adapters.newAccount();
    });

    const add = async (more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...more });
      await adapters.items.add(item, SYSTEM);
      return item;
    };
    const remove = async (...ids: readonly string[]) => {
      for (const id of ids) await adapters.items.remove(accountId, id, 'any', SYSTEM);
      await adapters.publish();
    };
    const list = (more: Partial<ChangesQuery> = {}, ofAccount = accountId) =>
      adapters.lists.listChanges(ofAccount, { limit: 100, updated_after: PAST, ...more });
    const shown = ({ item, deleted }: ListedChange) => item?.title ?? `deleted ${deleted!.external_id}`;
    const titles = async (more: Partial<ChangesQuery> = {}) => (await list(more)).map(shown);

    it('are in the order of their times', async () => {
      await add({ title: 'before', updated_at: '2026-03-03T09:59:59.999Z' });
      const changed = await add({ title: 'past', updated_at: PAST });
      const removed = [await add({ external_id: 'board:1' }), await add()] as const;
      await add({ title: 'future', updated_at: inMinutes(60) });
      const before = new Date().toISOString();
      await remove(removed[0].id, removed[1].id);
      expect(await titles()).toEqual(['past', 'deleted board:1', 'deleted null', 'future']);
      const [first, second] = await list();
      expect(first!.item).toEqual(changed);
      expect(second!.deleted).toEqual({
        id: removed[0].id,
        external_id: 'board:1',
        deleted_at: expect.any(String),
      });
      expect(second!.deleted!.deleted_at >= before).toBe(true);
      const since = { updated_after: second!.deleted!.deleted_at };
      expect((await titles(since))[0]).toBe('deleted board:1');
      expect(await titles({ updated_before: inMinutes(30) })).not.toContain('future');
      expect(await titles({ updated_before: '2026-03-03T11:00:00.000Z' })).toEqual(['past']);
      expect(await titles({ updated_after: inMinutes(30) })).toEqual(['future']);
    });

    it('are each on one page', async () => {
      const removed = [];
      for (let n = 0; n < 7; n++) removed.push(await add());
      for (const title of ['a', 'b', 'c']) await add({ title, updated_at: PAST });
      const last = inMinutes(60);
      for (const title of ['d', 'e']) await add({ title, updated_at: last });
      await remove(...removed.map(({ id }) => id));
      const seen: string[] = [];
      for (let after: ChangesQuery['after']; ;) {
        const rows = await list({ limit: 2, after });
        seen.push(...rows.slice(0, 2).map(({ position }) => position.id));
        if (rows.length <= 2) break;
        after = rows[1]!.position;
      }
      const all = await list();
      expect(seen).toEqual(all.map(({ position }) => position.id));
      expect(new Set(seen).size).toBe(12);
      expect(all.slice(3, 10).every(({ deleted }) => deleted)).toBe(true);
    });

    it('leave merged items out, as other lists', async () => {
      const target = await add({ title: 'target' });
      const merged = await add({ title: 'merged' });
      await mergeItem(adapters.items, accountId, merged.id, target.id);
      const removed = await add();
      await remove(removed.id);
      const updated_after = PAST;
      const sorted = async (merged?: 'include' | 'only') => (await titles({ merged, updated_after })).sort();
      expect(await sorted()).toEqual(['deleted null', 'target']);
      expect(await sorted('include')).toEqual(['deleted null', 'merged', 'target']);
      expect(await sorted('only')).toEqual(['deleted null', 'merged']);
    });

    it('have no deletion of an item that was added again', async () => {
      const item = await add({ title: 'first' });
      await remove(item.id);
      expect(await titles()).toEqual(['deleted null']);
      await adapters.items.add({ ...item, title: 'second' }, SYSTEM);
      expect(await titles()).toEqual(['second']);
    });

    it('belong to one account', async () => {
      const item = await add();
      await remove(item.id);
      expect(await list({}, await adapters.newAccount())).toEqual([]);
    });
  });
}
