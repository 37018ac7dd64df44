import { apiKeyActor, parse, SYSTEM } from '@libs/kernel';
import {
  eventsOf,
  MOVES_MAX,
  STATUSES,
  type Status,
  publicCardRule,
  PublicCardUseCases,
  type CardTexts,
  type ExpectedVersion,
  type Feedback,
  type FeedbackRepository,
  type PublicCardFinder,
  type RecordedChange,
} from '../../src';
import { aFeedback, mergeItem } from '../items/feedback-builders';
import { NO_STORAGE_LIMIT } from '../storage/no-storage-limit';

export interface PublicCardHarness {
  readonly items: FeedbackRepository;
  readonly finder: PublicCardFinder;
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
  /** Returns the recorded changes of an account, in their order. */
  changes(accountId: string): Promise<readonly RecordedChange[]>;
}

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const FORM = 'https://feedback.test/f/acme';
const TEXTS = { title: 'Dark theme', text: 'For "nights" \\ 😀\nand caves' };
const OPEN = ['new', 'planned'] as const;

/** Contract tests of public cards (public.md 1). Every adapter runs all of them. */
export function publicCardContract(name: string, make: () => Promise<PublicCardHarness>): void {
  describe(`public cards, ${name}`, () => {
    let harness: PublicCardHarness;
    let accountId: string;
    let now: Date;
    beforeAll(async () => {
      harness = await make();
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
      now = new Date('2026-03-04T10:00:00.000Z');
    });

    const add = async (more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...more });
      await harness.items.add(item, SYSTEM);
      return item;
    };
    const cards = () => new PublicCardUseCases(harness.items, () => now, NO_STORAGE_LIMIT);
    const urlOf = (id: string) => `${FORM}/items/${id}`;
    const publish = (id: string, texts: CardTexts = TEXTS, expected: ExpectedVersion = 'any') =>
      cards().publish(accountId, id, {
        texts: parse(publicCardRule, texts),
        formUrl: FORM,
        by: KEY,
        expected,
      });
    const end = (id: string, expected: ExpectedVersion = 'any') =>
      cards().end(accountId, id, { by: KEY, expected });
    const next = () => (now = new Date(now.getTime() + 60_000)).toISOString();
    const move = (id: string, status: Status) =>
      harness.items.revise(accountId, id, { change: { status }, expected: 'any', by: KEY, at: next() });
    const moves = async (statuses: readonly Status[], limit = 10) =>
      (await harness.finder.listMoves(accountId, statuses, limit)).map(({ card, status, at }) => [
        card.id,
        status,
        at,
      ]);
    const find = (id: string) => harness.finder.find(accountId, id);
    const shown = async (statuses: Parameters<PublicCardFinder['list']>[1] = OPEN, limit = 10) =>
      (await harness.finder.list(accountId, statuses, limit)).map(({ id }) => id);

    it('publishes an item with texts of its own', async () => {
      const item = await add({ title: 'Private', description: 'Private, too' });
      const card = { url: urlOf(item.id), ...TEXTS, published_at: now.toISOString() };
      const published = await publish(item.id.toUpperCase());
      expect(published).toEqual({ ...item, public: card, version: 2, updated_at: now.toISOString() });
      expect(await harness.items.find(accountId, item.id)).toEqual(published);
      expect(await find(item.id)).toEqual({
        kind: 'card',
        card: {
          id: item.id,
          ...TEXTS,
          status: 'new',
          requestCount: 1,
          unconfirmedVotes: 0,
          publishedAt: now.toISOString(),
          movedAt: now.toISOString(),
        },
        moves: [{ status: 'new', at: now.toISOString() }],
      });
      expect((await harness.items.findAll(accountId, [item.id]))[0]).toEqual(published);
    });

    it('keeps the card when the item changes', async () => {
      const { id } = await add();
      const { public: card } = await publish(id);
      const change = { title: 'Other', description: 'Other', status: 'planned' } as const;
      const revision = { change, expected: 'any', by: KEY, at: now.toISOString() } as const;
      expect(await harness.items.revise(accountId, id, revision)).toMatchObject({ public: card, version: 3 });
      const batch = { updates: [{ id, title: 'Third' }], by: KEY, at: now.toISOString() };
      expect((await harness.items.reviseAll(accountId, batch)).after).toMatchObject([{ public: card }]);
    });

    it('changes a card, keeps its first time, and changes nothing for the same texts', async () => {
      const { id } = await add();
      const first = await publish(id);
      now = new Date('2026-03-05T10:00:00.000Z');
      expect(await publish(id)).toEqual(first);
      const changed = await publish(id, { title: 'Dark mode' });
      expect(changed).toMatchObject({
        public: { title: 'Dark mode', text: null, published_at: first.public!.published_at },
        version: 3,
      });
      expect(await publish(id, { title: 'Dark mode', text: '' })).toMatchObject({
        public: { text: '' },
        version: 4,
      });
    });

    it('ends a card, remembers that it existed, and can publish the item again', async () => {
      const { id } = await add();
      expect(await find(id)).toEqual({ kind: 'none' });
      expect(await end(id)).toMatchObject({ public: null, version: 1 });
      expect(await find(id)).toEqual({ kind: 'none' });
      await publish(id);
      expect(await end(id)).toMatchObject({ public: null, version: 3 });
      expect(await find(id)).toEqual({ kind: 'ended' });
      expect(await end(id)).toMatchObject({ version: 3 });
      now = new Date('2026-03-06T10:00:00.000Z');
      expect(await publish(id)).toMatchObject({ public: { published_at: now.toISOString() }, version: 4 });
      expect(await find(id)).toMatchObject({ card: TEXTS, moves: [{ at: now.toISOString() }] });
      expect(await shown()).toEqual([id]);
    });

    it('records the card before and after a change', async () => {
      const { id } = await add();
      const { public: card } = await publish(id);
      await end(id);
      const events = (await harness.changes(accountId)).flatMap(eventsOf);
      expect(events).toMatchObject([
        { type: 'feedback.created', data: { feedback: { public: null } } },
        {
          type: 'feedback.updated',
          actor: KEY,
          data: { feedback: { public: card }, previous: { public: null } },
        },
        {
          type: 'feedback.updated',
          data: { feedback: { public: null }, previous: { public: card }, version: 3 },
        },
      ]);
      expect(Object.keys(events[1]!.data).sort()).toEqual(['feedback', 'previous', 'version']);
    });

    it('compares the expected version', async () => {
      const { id } = await add();
      const mismatch = { kind: 'precondition_failed', facts: { currentVersion: 1 } };
      await expect(publish(id, TEXTS, [2])).rejects.toMatchObject(mismatch);
      await expect(end(id, [2])).rejects.toMatchObject(mismatch);
      expect(await publish(id, TEXTS, [1])).toMatchObject({ version: 2 });
      expect(await end(id, [2])).toMatchObject({ version: 3 });
    });

    it('finds no item of another account, and none with a malformed ID', async () => {
      const { id } = await add();
      await publish(id);
      const own = accountId;
      accountId = await harness.addAccount();
      const missing = { kind: 'not_found', code: 'feedback_not_found' };
      await expect(publish(id, TEXTS)).rejects.toMatchObject(missing);
      await expect(end(id)).rejects.toMatchObject(missing);
      await expect(publish('17')).rejects.toMatchObject(missing);
      expect(await find(id)).toEqual({ kind: 'none' });
      expect(await find('17')).toEqual({ kind: 'none' });
      expect(await shown()).toEqual([]);
      expect(await harness.finder.listMoves(accountId, STATUSES, 10)).toEqual([]);
      expect(await harness.items.find(own, id)).toMatchObject({ public: TEXTS });
    });

    it('keeps the card of a merged item, shows it no longer, and does not change it', async () => {
      const [item, target] = [await add(), await add()];
      const { public: card } = await publish(item.id);
      await mergeItem(harness.items, accountId, item.id, target.id);
      const conflict = { kind: 'conflict', code: 'feedback_merged', facts: { mergedInto: target.id } };
      await expect(publish(item.id, { title: 'Other' })).rejects.toMatchObject(conflict);
      await expect(end(item.id)).rejects.toMatchObject(conflict);
      expect(await publish(item.id)).toMatchObject({ public: card });
      expect(await shown()).toEqual([]);
      expect(await find(item.id)).toEqual({ kind: 'ended' });
      expect(await find(target.id)).toEqual({ kind: 'none' });
      await publish(target.id);
      expect(await find(item.id)).toEqual({ kind: 'merged', into: target.id });
      expect(await moves(OPEN)).toEqual([[target.id, 'new', now.toISOString()]]);
      await end(target.id);
      await mergeItem(harness.items, accountId, item.id, null);
      expect(await shown()).toEqual([item.id]);
    });

    /** public.md 4 */
    it('lists cards by status, the last moved one first', async () => {
      const statuses = ['new', 'planned', 'shipped', 'planned'] as const;
      const items: Feedback[] = [];
      for (const [i, status] of statuses.entries())
        items.push(await add({ status, created_at: `2026-03-0${i + 1}T10:00:00.000Z` }));
      await add({ status: 'planned' });
      for (const { id } of items.toReversed()) {
        now = new Date(now.getTime() + 60_000);
        await publish(id);
      }
      expect(await shown(['planned', 'shipped'])).toEqual([items[1]!.id, items[2]!.id, items[3]!.id]);
      expect(await shown(['planned'], 1)).toEqual([items[3]!.id]);
      expect(await shown([])).toEqual([]);
      await move(items[0]!.id, 'planned');
      expect(await shown(['planned'])).toEqual([items[0]!.id, items[1]!.id, items[3]!.id]);
      await end(items[3]!.id);
      expect(await shown(['planned'])).toEqual([items[0]!.id, items[1]!.id]);
    });

    /** public.md 4 */
    it('has the statuses that an item got while it was public, the newest one first', async () => {
      const [one, other] = [await add({ status: 'planned' }), await add()];
      await move(one.id, 'new');
      await publish(one.id);
      const published = now.toISOString();
      await publish(other.id);
      await move(one.id, 'planned');
      const planned = now.toISOString();
      await publish(one.id, { title: 'Other' });
      const batch = { updates: [{ id: one.id, status: 'declined' }], by: KEY, at: next() } as const;
      await harness.items.reviseAll(accountId, batch);
      expect(await find(one.id)).toMatchObject({
        card: { status: 'declined', publishedAt: published, movedAt: batch.at },
        moves: [
          { status: 'declined', at: batch.at },
          { status: 'planned', at: planned },
          { status: 'new', at: published },
        ],
      });
      expect(await moves(OPEN)).toEqual(
        [
          [one.id, 'planned', planned],
          [other.id, 'new', published],
          [one.id, 'new', published],
        ].sort(([a, , x], [b, , y]) => y!.localeCompare(x!) || b!.localeCompare(a!)),
      );
      expect((await moves(OPEN, 1)).map(([id]) => id)).toEqual([one.id]);
      for (let i = 0; i < MOVES_MAX; i++) await move(one.id, i % 2 ? 'new' : 'building');
      expect(await find(one.id)).toMatchObject({ moves: { length: MOVES_MAX } });
      await end(one.id);
      expect(await moves(STATUSES)).toEqual([[other.id, 'new', published]]);
      await publish(one.id);
      expect(await find(one.id)).toMatchObject({ moves: [{ status: 'new', at: now.toISOString() }] });
      await harness.items.remove(accountId, one.id, 'any', KEY);
      expect(await find(one.id)).toEqual({ kind: 'none' });
      expect(await moves(STATUSES)).toEqual([[other.id, 'new', published]]);
    });

    /** public.md 7 */
    it('finds cards with similar public titles', async () => {
      const titles = ['Dark mode for the editor', 'Export as CSV', 'ダークモードの追加'];
      const items = [];
      for (const title of titles) {
        const { id } = await add({ title: 'Billing in euros' });
        await publish(id, { title });
        items.push(id);
      }
      const similar = async (title: string, statuses: readonly Status[] = OPEN) =>
        (await harness.finder.listSimilar(accountId, statuses, 10, title)).map((card) => card.title);
      expect(await similar('DARK theme in editors')).toContain(titles[0]);
      expect(await similar('ダークモードの追加をお願い')).toContain(titles[2]);
      expect(await similar('Billing')).toEqual([]);
      expect(await similar('dark mode', ['planned'])).toEqual([]);
      await end(items[0]!);
      expect(await similar('dark mode')).toEqual([]);
    });

    it('publishes for each of two at the same time', async () => {
      const { id } = await add();
      const both = await Promise.all([publish(id, { title: 'One' }), publish(id, { title: 'Two' })]);
      expect(both.map(({ version }) => version).sort()).toEqual([2, 3]);
      expect(await harness.items.find(accountId, id)).toMatchObject({ version: 3 });
    });
  });
}
