import { apiKeyActor, memberActor, SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type {
  FeedbackRepository,
  HistoryQuery,
  HistoryRepository,
  SubmitterRepository,
  TagRepository,
} from '../../src';
import { aFeedback, mergeItem } from '../items/feedback-builders';

export interface HistoryHarness {
  readonly history: HistoryRepository;
  readonly items: FeedbackRepository;
  readonly submitters: SubmitterRepository;
  readonly tags: TagRepository;
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
  /** Adds an item as an import does: without an entry. */
  importItem(item: ReturnType<typeof aFeedback>): Promise<void>;
  /** Writes the entries of the recorded changes. */
  publish(): Promise<void>;
}

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const MEMBER = memberActor('01900000-0000-7000-8000-000000000002');
const AT = '2026-03-03T10:09:00.000Z';
const ALL: HistoryQuery = { before: null, limit: 100 };

/** Contract tests of `HistoryRepository` (history.md 1). Every adapter runs all of them. */
export function historyContract(name: string, make: () => Promise<HistoryHarness>): void {
  describe(`HistoryRepository, ${name}`, () => {
    let harness: HistoryHarness;
    let accountId: string;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
    });

    const add = async (more: object = {}) => {
      const item = aFeedback({ accountId, ...more });
      await harness.items.add(item, KEY);
      return item;
    };
    const revise = (id: string, change: object) =>
      harness.items.revise(accountId, id, { change, expected: 'any', by: MEMBER, at: AT });
    const entriesOf = async (id: string, query: HistoryQuery = ALL) => {
      await harness.publish();
      const found = await harness.history.list(accountId, id, query);
      return found!.entries;
    };

    it('returns entries with their values, newest first', async () => {
      const item = await add({ title: 'Dark', description: null });
      await revise(item.id, { title: 'Dark "mode"', description: 'ü\n🙂', status: 'planned' });
      await revise(item.id, { description: null });
      const common = { at: expect.stringMatching(/^\d{4}-.*T.*\.\d{3}Z$/), position: expect.any(Number) };
      const [third, second, first, ...more] = await entriesOf(item.id);
      expect(more).toEqual([]);
      expect(third).toEqual({
        ...common,
        actor: MEMBER,
        type: 'updated',
        changes: { description: { from: 'ü\n🙂', to: null } },
      });
      expect(second).toEqual({
        ...common,
        actor: MEMBER,
        type: 'updated',
        changes: {
          title: { from: 'Dark', to: 'Dark "mode"' },
          description: { from: null, to: 'ü\n🙂' },
          status: { from: 'new', to: 'planned' },
        },
      });
      expect(Object.keys(second!.changes)).toEqual(['title', 'description', 'status']);
      expect(first).toEqual({ ...common, actor: KEY, type: 'created', changes: {} });
    });

    /** items.md 13 */
    it('has the links before and after a change', async () => {
      const links = [{ url: 'https://a.example/"', kind: 'ticket', title: 'Say "hi"' }];
      const other = [{ ...links[0], title: null }];
      const item = await add();
      for (const after of [links, links, other, []]) await revise(item.id, { links: after });
      expect((await entriesOf(item.id)).map(({ changes }) => changes)).toEqual([
        { links: { from: other, to: [] } },
        { links: { from: links, to: other } },
        { links: { from: [], to: links } },
        {},
      ]);
    });

    /** public.md 1 */
    it('has the card before and after a change', async () => {
      const card = {
        url: 'https://a.example/f/a/items/1',
        text: 'a "b"\nc',
        title: 'Card',
        published_at: AT,
      };
      const item = await add();
      for (const after of [card, { ...card }, null]) await revise(item.id, { public: after });
      expect((await entriesOf(item.id)).map(({ changes }) => changes)).toEqual([
        { public: { from: card, to: null } },
        { public: { from: null, to: card } },
        {},
      ]);
    });

    it('returns the values that the item has: no tags are an empty array', async () => {
      await harness.tags.ensure(accountId, ['Bug', 'UI'], randomUUID);
      const item = await add({ tags: [] });
      const target = await add();
      await revise(item.id, { tags: ['Bug', 'UI'] });
      await revise(item.id, { tags: [] });
      await mergeItem(harness.items, accountId, item.id, target.id);
      expect((await entriesOf(item.id)).map(({ changes }) => changes)).toEqual([
        { merged_into: { from: null, to: target.id } },
        { tags: { from: ['Bug', 'UI'], to: [] } },
        { tags: { from: [], to: ['Bug', 'UI'] } },
        {},
      ]);
      const counts = { duplicate_count: { from: 0, to: 1 }, request_count: { from: 1, to: 2 } };
      expect((await entriesOf(target.id)).map(({ changes }) => changes)).toEqual([counts, {}]);
    });

    it('returns pages with an extra entry, and the item', async () => {
      const item = await add({ source: 'form' });
      for (const title of ['A', 'B', 'C']) await revise(item.id, { title });
      const all = await entriesOf(item.id);
      expect(all.map(({ position }) => position)).toEqual(
        all.map(({ position }) => position).toSorted((a, b) => b - a),
      );
      expect(await entriesOf(item.id, { before: null, limit: 2 })).toEqual(all.slice(0, 3));
      const page = await harness.history.list(accountId, item.id, { before: all[1]!.position, limit: 1 });
      expect(page!.entries).toEqual(all.slice(2, 4));
      expect(page!.item).toMatchObject({ created_at: item.created_at, source: 'form' });
      expect(await entriesOf(item.id, { before: all.at(-1)!.position, limit: 1 })).toEqual([]);
    });

    it('has only the entries of the item', async () => {
      const [item, other] = [await add(), await add()];
      await revise(other.id, { title: 'Other' });
      expect(await entriesOf(item.id)).toHaveLength(1);
    });

    it('has no entry for the creation of an imported item', async () => {
      const item = aFeedback({ accountId, source: 'import' });
      await harness.importItem(item);
      expect(await entriesOf(item.id)).toEqual([]);
      await revise(item.id, { status: 'planned' });
      expect(await entriesOf(item.id)).toMatchObject([
        { changes: { status: { from: 'new', to: 'planned' } } },
      ]);
    });

    it('has an entry without values for an erasure', async () => {
      const item = await add({ title: 'Mail', submitter_email: 'ada@example.com' });
      const erasure = { deletes: false, at: AT, by: SYSTEM };
      await harness.submitters.eraseItems(accountId, 'ada@example.com', [item.id], erasure);
      expect((await entriesOf(item.id))[0]).toMatchObject({ type: 'updated', actor: SYSTEM, changes: {} });
    });

    it('finds no unknown, malformed, or deleted item, and none of another account', async () => {
      const item = await add();
      await harness.publish();
      expect(await harness.history.list(await harness.addAccount(), item.id, ALL)).toBeNull();
      await harness.items.remove(accountId, item.id, 'any', KEY);
      for (const id of [item.id, aFeedback().id, 'x', '']) {
        expect([id, await harness.history.list(accountId, id, ALL)]).toEqual([id, null]);
      }
    });

    it('starts again for an item that was deleted and added again', async () => {
      const item = await add();
      await revise(item.id, { title: 'Old' });
      await harness.publish();
      await harness.items.remove(accountId, item.id, 'any', KEY);
      await harness.items.add(item, MEMBER);
      expect(await entriesOf(item.id)).toMatchObject([{ type: 'created', actor: MEMBER }]);
    });
  });
}
