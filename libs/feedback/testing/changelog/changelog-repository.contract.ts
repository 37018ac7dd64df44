import { randomUUID } from 'node:crypto';
import { SYSTEM } from '@libs/kernel';
import type { ChangelogEntry, ChangelogRepository, FeedbackRepository } from '../../src';
import { aFeedback, aPublicCard, idAt, mergeItem } from '../items/feedback-builders';

export interface ChangelogHarness {
  readonly entries: ChangelogRepository;
  readonly items: FeedbackRepository;
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
}

const AT = '2026-03-04T10:00:00.000Z';
const LATER = '2026-03-05T10:00:00.000Z';
const by = (at: string) => ({ by: SYSTEM, at });

export const anEntry = (
  overrides: Partial<ChangelogEntry> & Pick<ChangelogEntry, 'accountId'>,
): ChangelogEntry => {
  const { created_at = AT } = overrides;
  return {
    id: idAt(created_at),
    title: 'Dark theme',
    text: 'Choose **Dark**.',
    items: [],
    status: 'draft',
    published_at: null,
    notification: null,
    created_at,
    updated_at: created_at,
    ...overrides,
  };
};

/** Contract tests of `ChangelogRepository` (changelog.md 1). Every adapter runs all of them. */
export function changelogRepositoryContract(name: string, make: () => Promise<ChangelogHarness>): void {
  describe(`ChangelogRepository, ${name}`, () => {
    let harness: ChangelogHarness;
    let entries: ChangelogRepository;
    let accountId: string;
    beforeAll(async () => {
      harness = await make();
      ({ entries } = harness);
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
    });

    const addItem = async (): Promise<string> => {
      const item = aFeedback({ accountId });
      await harness.items.add(item, SYSTEM);
      return item.id;
    };
    const add = async (overrides: Partial<ChangelogEntry> = {}) => {
      const entry = anEntry({ accountId, ...overrides });
      await entries.add(entry);
      return entry;
    };
    const publishCard = async (id: string, title: string) => {
      const change = { public: { ...aPublicCard(), title } };
      await harness.items.revise(accountId, id, { change, expected: 'any', by: SYSTEM, at: AT });
    };
    const find = (id: string) => entries.find(accountId, id);
    const list = async (query: object = {}) =>
      (await entries.list(accountId, { limit: 10, ...query })).map(({ id }) => id);

    it('returns what was stored', async () => {
      const items = [await addItem(), await addItem(), await addItem()].toReversed();
      const text = ' ü 日本 🙂 "quoted" \\ {a,b}\r\n\t %_';
      const entry = await add({ title: text.trim(), text, items });
      const published = await add({ status: 'published', published_at: AT, text: '' });
      expect(await find(entry.id)).toEqual(entry);
      expect(await find(published.id)).toEqual(published);
    });

    it('lists pages, newest first, also of one status', async () => {
      const [first, second, third] = [
        await add({ created_at: '2026-03-01T10:00:00.000Z' }),
        await add({ created_at: '2026-03-02T10:00:00.000Z', status: 'published', published_at: LATER }),
        await add({ created_at: '2026-03-03T10:00:00.000Z' }),
      ];
      expect(await list()).toEqual([third.id, second.id, first.id]);
      expect(await list({ limit: 1 })).toEqual([third.id, second.id]);
      expect(await list({ after: third.id })).toEqual([second.id, first.id]);
      expect(await list({ status: 'draft' })).toEqual([third.id, first.id]);
      expect(await list({ status: 'published', after: third.id })).toEqual([second.id]);
      expect(await list({ after: first.id })).toEqual([]);
    });

    it('changes the given fields, and keeps the time of the first publication', async () => {
      const [one, other] = [await addItem(), await addItem()];
      const { id, ...entry } = await add({ items: [one, other] });
      const published = { ...entry, id, status: 'published', published_at: LATER, updated_at: LATER };
      expect(await entries.revise(accountId, id, { status: 'published' }, by(LATER))).toEqual(published);
      const next = '2026-03-06T10:00:00.000Z';
      const change = { title: 'Other', text: '', items: [other], status: 'draft' } as const;
      const draft = { ...published, ...change, updated_at: next };
      expect(await entries.revise(accountId, id, change, by(next))).toEqual(draft);
      expect(await find(id)).toEqual(draft);
      expect(await entries.revise(accountId, id, change, by('2026-03-07T10:00:00.000Z'))).toEqual(draft);
      expect(await entries.revise(accountId, id, { items: [other, one] }, by(next))).toMatchObject({
        items: [other, one],
      });
      expect(await find(id)).toMatchObject({ items: [other, one] });
    });

    it('rejects items that are not found, and changes nothing', async () => {
      const known = await addItem();
      const items = [known, randomUUID(), '17'];
      const missing = {
        kind: 'not_found',
        code: 'feedback_not_found',
        facts: { issues: [{ param: 'items[1]' }, { param: 'items[2]' }] },
      };
      await expect(add({ items })).rejects.toMatchObject(missing);
      expect(await list()).toEqual([]);
      const entry = await add({ items: [known] });
      const change = { title: 'Other', items };
      await expect(entries.revise(accountId, entry.id, change, by(LATER))).rejects.toMatchObject(missing);
      expect(await find(entry.id)).toEqual(entry);
    });

    it('takes a deleted item out of all entries', async () => {
      const [one, other] = [await addItem(), await addItem()];
      const both = await add({ items: [one, other] });
      const only = await add({ items: [one] });
      await harness.items.remove(accountId, one, 'any', SYSTEM);
      expect(await find(both.id)).toEqual({ ...both, items: [other] });
      expect(await find(only.id)).toEqual({ ...only, items: [] });
    });

    it('deletes an entry, but not its items', async () => {
      const items = [await addItem()];
      const [entry, other] = [await add({ items }), await add({ items })];
      expect(await entries.remove(accountId, entry.id)).toBe(true);
      expect(await entries.remove(accountId, entry.id)).toBe(false);
      expect(await find(entry.id)).toBeNull();
      expect(await find(other.id)).toEqual(other);
    });

    it('finds nothing of another account, and nothing with a malformed ID', async () => {
      const [entry, foreign] = [await add(), await addItem()];
      const own = accountId;
      accountId = await harness.addAccount();
      for (const id of [entry.id, '17', randomUUID()]) {
        expect(await find(id)).toBeNull();
        expect(await entries.revise(accountId, id, { title: 'Other' }, by(LATER))).toBeNull();
        expect(await entries.remove(accountId, id)).toBe(false);
      }
      expect(await list()).toEqual([]);
      await expect(add({ items: [foreign] })).rejects.toMatchObject({ code: 'feedback_not_found' });
      await entries.removeAll(accountId);
      expect(await entries.find(own, entry.id)).toEqual(entry);
    });

    it('finds the items that are in an entry', async () => {
      const [one, other, free] = [await addItem(), await addItem(), await addItem()];
      await add({ items: [one] });
      await add({ items: [one, other], status: 'published', published_at: AT });
      const used = (...ids: string[]) => entries.findUsed(accountId, ids);
      expect((await used(free, other, one, randomUUID(), '17')).toSorted()).toEqual([one, other].toSorted());
      expect(await used()).toEqual([]);
      accountId = await harness.addAccount();
      expect(await used(one)).toEqual([]);
    });

    /** changelog.md 5 */
    it('shows published entries, the last published one first', async () => {
      const publish = (published_at: string, more: Partial<ChangelogEntry> = {}) =>
        add({ status: 'published', published_at, ...more });
      const [first, last] = [await publish(AT, { text: 'A **b**' }), await publish(LATER)];
      const middle = await publish('2026-03-04T12:00:00.000Z');
      const draft = await add({ published_at: LATER });
      const shown = async (query: object = {}) =>
        (await entries.listShown(accountId, { limit: 10, ...query })).map(({ id }) => id);
      expect(await shown()).toEqual([last.id, middle.id, first.id]);
      expect(await shown({ limit: 2 })).toEqual([last.id, middle.id]);
      expect(await shown({ after: last.id, limit: 1 })).toEqual([middle.id]);
      expect(await shown({ after: first.id })).toEqual([]);
      for (const after of [draft.id, randomUUID(), '17']) expect(await shown({ after })).toEqual([]);
      const { id, title, text } = first;
      expect(await entries.findShown(accountId, id)).toEqual({
        id,
        title,
        text,
        publishedAt: AT,
        updatedAt: AT,
        cards: [],
      });
      for (const hidden of [draft.id, randomUUID(), '17'])
        expect(await entries.findShown(accountId, hidden)).toBeNull();
      accountId = await harness.addAccount();
      expect(await shown()).toEqual([]);
      expect(await entries.findShown(accountId, id)).toBeNull();
    });

    it('shows the cards of its items that are public, and those of targets, each once', async () => {
      const [one, hidden, merged, target] = [
        await addItem(),
        await addItem(),
        await addItem(),
        await addItem(),
      ];
      await publishCard(one, 'One');
      await publishCard(target, 'Target');
      await mergeItem(harness.items, accountId, merged, target);
      const items = [target, hidden, merged, one];
      const { id } = await add({ items, status: 'published', published_at: AT });
      const cards = [
        { id: target, title: 'Target' },
        { id: one, title: 'One' },
      ];
      expect(await entries.findShown(accountId, id)).toMatchObject({ cards });
      expect(await entries.listShown(accountId, { limit: 1 })).toMatchObject([{ cards }]);
    });

    /** public.md 4 */
    it('finds published entries about an item or its duplicates, the last published one first', async () => {
      const [item, duplicate, other] = [await addItem(), await addItem(), await addItem()];
      await mergeItem(harness.items, accountId, duplicate, item);
      const publish = (title: string, items: readonly string[], published_at: string) =>
        add({ title, items, status: 'published', published_at });
      await publish('First', [other, item], AT);
      await publish('Second', [duplicate], LATER);
      await publish('Of another', [other], LATER);
      await add({ items: [item] });
      const about = async (id: string, limit = 10) =>
        (await entries.listAbout(accountId, id, limit)).map(({ title }) => title);
      expect(await about(item)).toEqual(['Second', 'First']);
      expect(await about(item, 1)).toEqual(['Second']);
      for (const none of [randomUUID(), '17']) expect(await about(none)).toEqual([]);
      accountId = await harness.addAccount();
      expect(await about(item)).toEqual([]);
    });

    it('applies concurrent changes one after the other', async () => {
      const { id } = await add();
      const [one, other] = [await addItem(), await addItem()];
      await Promise.all([
        entries.revise(accountId, id, { title: 'Other', items: [one, other] }, by(LATER)),
        entries.revise(accountId, id, { text: 'Other text', items: [other, one] }, by(LATER)),
        entries.revise(accountId, id, { status: 'published' }, by(LATER)),
      ]);
      const entry = (await find(id))!;
      expect(entry).toMatchObject({ title: 'Other', text: 'Other text', status: 'published' });
      expect(entry.items.toSorted()).toEqual([one, other].toSorted());
    });

    it('removes all entries of an account', async () => {
      await add({ items: [await addItem()] });
      await add();
      await entries.removeAll(accountId);
      expect(await list()).toEqual([]);
      await entries.removeAll(accountId);
    });
  });
}
