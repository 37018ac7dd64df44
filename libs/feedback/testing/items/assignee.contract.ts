import { memberActor, parse, SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  AssigneeUseCases,
  memberBatchRule,
  memberChangeRule,
  SORTS,
  type Assignee,
  type AssigneeFinder,
  type Feedback,
  type FeedbackFilter,
  type RecordedChange,
} from '../../src';
import { aBatch, aFeedback, mergeItem } from './feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';

export interface AssigningAdapters extends ItemAdapters {
  readonly members: AssigneeFinder;
  addAccount(): Promise<string>;
  addMember(accountId: string, name: string): Promise<Assignee>;
  /** Returns the recorded changes of an account, in their order. */
  changesOf(accountId: string): Promise<readonly RecordedChange[]>;
}

const AT = '2026-03-03T10:09:00.000Z';
const notMember = (param: string) => ({
  kind: 'validation',
  facts: { issues: [{ param, code: 'invalid_value' }] },
});

/** Contract tests of `AssigneeFinder`, and of the assignees of items (items.md 12). Every set of adapters runs all of them. */
export function assigneeContract(name: string, make: () => Promise<AssigningAdapters>): void {
  describe(`AssigneeFinder, ${name}`, () => {
    let adapters: AssigningAdapters;
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let assignees: AssigneeUseCases;
    let accountId: string;
    let ada: Assignee;
    let ben: Assignee;
    beforeAll(async () => {
      adapters = await make();
      ({ items, lists } = adapters);
      assignees = new AssigneeUseCases(adapters.members);
    });
    beforeEach(async () => {
      accountId = await adapters.addAccount();
      ada = await adapters.addMember(accountId, 'Ada');
      ben = await adapters.addMember(accountId, 'Ben "B", 日本');
    });

    const add = async (more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...more });
      await items.add(item, SYSTEM);
      return item;
    };
    const assign = (item: Feedback, assignee: Assignee | null) =>
      items.revise(accountId, item.id, {
        change: { assignee },
        expected: 'any',
        by: memberActor(ada.id),
        at: AT,
      });
    const found = async (filter: FeedbackFilter) =>
      (await lists.list(accountId, { ...filter, limit: 10, offset: 0 })).map(({ id }) => id);

    it.each(SORTS)('are in items found by a search in the order %s', async (sort) => {
      for (let i = 0; i < 5; i++) await assign(await add({ title: `Dark mode ${i}` }), ada);
      const items = await lists.list(accountId, { q: 'dark', sort, limit: 10, offset: 0 });
      expect(items.map(({ assignee }) => assignee)).toEqual(Array(5).fill(ada));
    });

    it('finds members of the account, and no one else', async () => {
      const other = await adapters.addMember(await adapters.addAccount(), 'Cleo');
      const ids = [ada.id, other.id, randomUUID(), 'x', ben.id];
      const members = await adapters.members.find(accountId, ids);
      expect([...members].sort((a, b) => a.name.localeCompare(b.name))).toEqual([ada, ben]);
      expect(await adapters.members.find('x', [ada.id])).toEqual([]);
    });

    it('resolves IDs in any case, and rejects people who are not members', async () => {
      const change = parse(memberChangeRule, { assignee_id: ada.id.toUpperCase(), title: 'New' });
      expect(await assignees.changeOf(accountId, change)).toEqual({ title: 'New', assignee: ada });
      const nothing = parse(memberChangeRule, { assignee_id: null });
      expect(await assignees.changeOf(accountId, nothing)).toEqual({ assignee: null });
      expect(await assignees.changeOf(accountId, parse(memberChangeRule, { title: 'x' }))).toEqual({
        title: 'x',
      });
      const unknown = parse(memberChangeRule, { assignee_id: randomUUID() });
      await expect(assignees.changeOf(accountId, unknown)).rejects.toMatchObject(notMember('assignee_id'));
      const lines = [ada.id, 'x'].map((id) => ({ id: randomUUID(), assignee_id: id }));
      const batch = assignees.updatesOf(accountId, parse(memberBatchRule, { updates: lines }));
      await expect(batch).rejects.toMatchObject(notMember('updates[1].assignee_id'));
    });

    it('assigns, reassigns, and unassigns an item, and records each change', async () => {
      const item = await add({ tags: [] });
      expect(item.assignee).toBeNull();
      const first = await assign(item, ada);
      expect(first).toMatchObject({ assignee: ada, version: 2, updated_at: AT });
      expect(await assign(item, ada)).toEqual(first);
      expect(await assign(item, ben)).toMatchObject({ assignee: ben, version: 3 });
      expect(await items.find(accountId, item.id)).toMatchObject({ assignee: ben });
      expect(await assign(item, null)).toMatchObject({ assignee: null, version: 4 });
      const changes = (await adapters.changesOf(accountId)).filter(({ kind }) => kind === 'updated');
      expect(
        changes.map(
          (change) => change.kind === 'updated' && [change.previous.assignee, change.item.assignee],
        ),
      ).toEqual([
        [null, ada],
        [ada, ben],
        [ben, null],
      ]);
    });

    it('keeps the assignee when other values change', async () => {
      const item = await add();
      await assign(item, ada);
      const revision = { change: { status: 'planned' }, expected: 'any', by: SYSTEM, at: AT } as const;
      expect(await items.revise(accountId, item.id, revision)).toMatchObject({
        assignee: ada,
        status: 'planned',
      });
      expect(
        (await items.reviseAll(accountId, aBatch([{ id: item.id, title: 'x' }]))).after[0]!.assignee,
      ).toEqual(ada);
    });

    it('assigns the items of a batch', async () => {
      const [one, other] = [await add(), await add()];
      const lines = [
        { id: one.id, assignee: ada, add_tags: [] },
        { id: other.id, assignee: null },
      ];
      const { after } = await items.reviseAll(accountId, aBatch(lines));
      expect(after.map(({ assignee }) => assignee)).toEqual([ada, null]);
      expect((await items.findAll(accountId, [one.id, other.id])).map((item) => item?.assignee)).toEqual([
        ada,
        null,
      ]);
    });

    it('does not assign a merged item', async () => {
      const [target, duplicate] = [await add(), await add()];
      await assign(duplicate, ben);
      expect(await mergeItem(items, accountId, duplicate.id, target.id)).toMatchObject({ assignee: ben });
      await expect(assign(duplicate, ada)).rejects.toMatchObject({ code: 'feedback_merged' });
    });

    it('filters by assignee, with other filters, and in every order', async () => {
      const [a, b, c] = [await add({ status: 'planned' }), await add(), await add({ title: 'Export' })];
      await assign(a, ada);
      await assign(c, ada);
      await assign(b, ben);
      const none = await add();
      const mine = { assigneeId: ada.id };
      expect(await found({ ...mine, ...{ sort: 'created_at' } })).toEqual([a.id, c.id].sort());
      expect(await found({ ...mine, status: 'planned' })).toEqual([a.id]);
      expect(await found({ ...mine, q: 'export' })).toEqual([c.id]);
      expect(await found({ ...mine, ...{ sort: '-title' } })).toEqual([c.id, a.id]);
      expect(await found({ isUnassigned: true })).toEqual([none.id]);
      expect(await found({ assigneeId: randomUUID() })).toEqual([]);
      expect(await lists.count(accountId, mine)).toBe(2);
      expect(await lists.countByStatus(accountId, mine)).toMatchObject({ new: 1, planned: 1 });
      expect(await lists.countUpTo(accountId, [mine, { isUnassigned: true }], 10)).toEqual([2, 1]);
    });
  });
}
