import { IMPORT, SYSTEM } from '@libs/kernel';
import type { Assignee, Feedback, RecordedChange } from '../../src';
import { aFeedback, aMerge, anAccountId, idAt } from '../items/feedback-builders';
import type { ImporterUnderTest } from './feedback-importer.contract';

const NOON = '2026-03-03T12:00:00.000Z';

export interface ImporterWithMembers extends ImporterUnderTest {
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
  addMember(accountId: string, name: string): Promise<Assignee>;
  /** Returns the recorded changes of an account, in their order. */
  changes(accountId: string): Promise<readonly RecordedChange[]>;
}

/** Contract tests of imported merges and assignees (import.md 13). Every adapter runs all of them. */
export function importMergesContract(name: string, make: () => Promise<ImporterWithMembers>): void {
  describe(`FeedbackImporter of merges, ${name}`, () => {
    let adapters: ImporterWithMembers;
    let accountId: string;
    let importId: string;

    beforeAll(async () => {
      adapters = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
      importId = idAt(NOON);
    });

    const anItem = (overrides: Partial<Feedback> = {}) =>
      aFeedback({ accountId, created_at: NOON, ...overrides });
    const some = (count: number) =>
      Array.from({ length: count }, (_, i) => anItem({ submitter_email: `${i}@example.com` }));
    const imported = (
      items: readonly Feedback[],
      pairs: readonly (readonly [Feedback | string, Feedback | string])[],
      dryRun = false,
    ) =>
      adapters.importer.run(accountId, dryRun, async (target) => {
        const created = await target.add(items, importId);
        const idOf = (item: Feedback | string) => (typeof item === 'string' ? item : item.id);
        const merges = pairs.map(([one, other]) => ({ id: idOf(one), target: idOf(other) }));
        const outcomes = await target.merge(merges, importId);
        await target.record({ id: importId, createdAt: NOON, created, requests: 0 }, 0);
        return outcomes;
      });
    const shown = async ({ id }: Feedback) => {
      const item = (await adapters.items.find(accountId, id))!;
      return [item.merged_into, item.duplicate_count, item.request_count, item.version];
    };
    const all = async () =>
      (await adapters.lists.list(accountId, { limit: 100, offset: 0, merged: 'include' })).length;
    const undo = (withChanged = false) => adapters.imports.undo(accountId, importId, withChanged, SYSTEM);

    it('merges items of the import, through other merges too, without new versions and times', async () => {
      const [a, b, c, d] = some(4) as [Feedback, Feedback, Feedback, Feedback];
      expect(
        await imported(
          [a, b, c, d],
          [
            [a, b],
            [b, c],
          ],
        ),
      ).toEqual(['merged', 'merged']);
      expect(await Promise.all([a, b, c, d].map(shown))).toEqual([
        [c.id, 0, 1, 1],
        [c.id, 0, 1, 1],
        [null, 2, 3, 1],
        [null, 0, 1, 1],
      ]);
      expect((await adapters.items.find(accountId, c.id))!.updated_at).toBe(c.updated_at);
      expect((await adapters.changes(accountId)).map(({ kind }) => kind)).toEqual(['imported']);
    });

    it('restores what was there when an item is unmerged', async () => {
      const [a, b, c] = some(3) as [Feedback, Feedback, Feedback];
      await imported(
        [a, b, c],
        [
          [a, b],
          [b, c],
        ],
      );
      await adapters.items.merge(accountId, aMerge([{ id: b.id, merged_into: null }]));
      expect((await shown(a)).slice(0, 3)).toEqual([b.id, 0, 1]);
      expect((await shown(b)).slice(0, 3)).toEqual([null, 1, 2]);
      expect((await shown(c)).slice(0, 3)).toEqual([null, 0, 1]);
    });

    it('merges into items that existed, which change', async () => {
      const [target, duplicate] = some(2) as [Feedback, Feedback];
      for (const item of [target, duplicate]) await adapters.items.add(item, SYSTEM);
      await adapters.items.merge(accountId, aMerge([{ id: duplicate.id, merged_into: target.id }]));
      const before = await shown(target);
      const added = [anItem({ submitter_email: 'new@example.com' }), anItem({ submitter_email: null })];
      expect(
        await imported(added, [
          [added[0]!, duplicate],
          [added[1]!, target],
        ]),
      ).toEqual(['merged', 'merged']);
      expect(await shown(added[0]!)).toEqual([target.id, 0, 1, 1]);
      expect(await shown(target)).toEqual([null, 3, 4, (before[3] as number) + 1]);
      const changes = (await adapters.changes(accountId)).slice(-2);
      expect(changes).toMatchObject([
        { kind: 'updated', actor: IMPORT, item: { id: target.id, duplicate_count: 3 } },
        { kind: 'imported' },
      ]);
      expect(await undo()).toBe(2);
      expect((await shown(target)).slice(0, 3)).toEqual(before.slice(0, 3));
      expect(await all()).toBe(2);
    });

    it('says what it does not merge, also in a dry run, which stores nothing', async () => {
      const [a, b, existing] = some(3) as [Feedback, Feedback, Feedback];
      await adapters.items.add(existing, SYSTEM);
      const theirs = anItem({ accountId: anAccountId() });
      await adapters.items.add(theirs, SYSTEM);
      const pairs = [
        [a, b],
        [b, a],
        [b, aFeedback().id],
        [b, 'x'],
        [b, ''],
        [b, theirs],
        [existing, b],
        [b, existing],
      ] as const;
      const unknown = Array<string>(4).fill('unknown');
      const outcomes = ['merged', 'circular', ...unknown, 'skipped', 'merged'];
      expect(await imported([a, b, existing], pairs, true)).toEqual(outcomes);
      expect(await all()).toBe(1);
      expect(await imported([a, b, existing], pairs)).toEqual(outcomes);
      expect(await shown(existing)).toEqual([null, 2, 3, 2]);
    });

    /** import.md 8 */
    it('is undone completely, whatever the parts in which items are deleted', async () => {
      const items = some(9);
      const [target, ...rest] = items;
      await imported(
        items,
        rest.slice(1).map((item) => [item, target!] as const),
      );
      expect(await adapters.imports.count(accountId, importId)).toEqual({ items: 9, changed: 0 });
      expect(await undo()).toBe(9);
      expect(await all()).toBe(0);
    });

    it('keeps items that changed since, without their duplicates', async () => {
      const items = some(6);
      const [target, ...rest] = items;
      await imported(
        items,
        rest.map((item) => [item, target!] as const),
      );
      const change = { title: 'Changed' };
      await adapters.items.revise(accountId, target!.id, { change, expected: 'any', by: SYSTEM, at: NOON });
      expect(await undo()).toBe(5);
      expect((await shown(target!)).slice(0, 3)).toEqual([null, 0, 1]);
      expect(await undo(true)).toBe(1);
    });

    it('finds members by exactly their names, and stores assignees', async () => {
      accountId = await adapters.addAccount();
      const people: Assignee[] = [];
      for (const name of ['Ada Lovelace', 'Grace', 'Grace'])
        people.push(await adapters.addMember(accountId, name));
      const find = (...names: string[]) =>
        adapters.importer.run(accountId, true, (target) => target.findMembers(names));
      const [ada, grace] = people as [Assignee, Assignee];
      expect(await find(ada.name, 'Unknown')).toEqual([ada]);
      expect(await find(ada.name.toLowerCase(), '')).toEqual([]);
      expect(await find(grace.name)).toHaveLength(2);
      const items = [anItem({ accountId, assignee: ada }), anItem({ accountId })];
      await imported(items, []);
      for (const item of items) expect(await adapters.items.find(accountId, item.id)).toEqual(item);
    });
  });
}
