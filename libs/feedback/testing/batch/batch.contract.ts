import { SYSTEM } from '@libs/kernel';
import {
  revised,
  type Feedback,
  type FeedbackRepository,
  type BatchRevision,
  type Revision,
} from '../../src';
import { aBatch, aFeedback, anAccountId, idAt } from '../items/feedback-builders';

/** Contract tests of batches (batch.md 2). */
export function feedbackBatchContract(name: string, make: () => Promise<FeedbackRepository>): void {
  describe(`FeedbackRepository batches, ${name}`, () => {
    let items: FeedbackRepository;
    let accountId: string;

    beforeAll(async () => {
      items = await make();
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (overrides: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...overrides });
      await items.add(item, SYSTEM);
      return item;
    };
    const some = (count: number, overrides: Partial<Feedback> = {}) =>
      Promise.all(Array.from({ length: count }, () => add(overrides)));
    const batch = async (updates: BatchRevision['updates']) =>
      (await items.reviseAll(accountId, aBatch(updates))).before;
    const now = (id: string) => items.find(accountId, id);

    const changes: Revision['change'][] = [
      {},
      { title: 'Darker' },
      { status: 'shipped' },
      { description: 'after' },
      { description: null },
      { description: '' },
      { title: 'Dark mode', status: 'new' },
      { title: 'Dark mode', status: 'planned', description: 'before' },
      { title: '{"a",NULL}', status: 'planned', description: '\\ "quoted", {braces}' },
    ];
    it('applies each line like a single update, and returns the items before the batch, in its order', async () => {
      const created = await some(changes.length, { title: 'Dark mode', description: 'before', version: 3 });
      const unrelated = await add();
      const order = [4, 0, 8, 2, 6, 1, 7, 3, 5];
      const revision = { expected: 'any', by: SYSTEM, at: '2026-03-03T10:09:00.000Z' } as const;
      const before = await batch(order.map((i) => ({ id: created[i]!.id, ...changes[i] })));
      expect(before).toEqual(order.map((i) => created[i]));
      for (const [i, item] of created.entries())
        expect(await now(item.id)).toEqual(revised(item, { change: changes[i]!, ...revision }));
      expect(await now(unrelated.id)).toEqual(unrelated);
    });

    it('findAll returns items in the order of the IDs, and none of another account', async () => {
      const [one, two, three] = await some(3);
      const theirs = await add({ accountId: anAccountId() });
      const unknown = idAt('2026-03-03T10:00:00.000Z');
      const ids = [three!.id, 'abc', one!.id, theirs.id, unknown, '', two!.id];
      expect(await items.findAll(accountId, ids)).toEqual([three, null, one, null, null, null, two]);
      expect(await items.findAll(accountId, [])).toEqual([]);
    });

    it('adds a description to an item without one, and does not change null to null', async () => {
      const [one, two] = await some(2, { description: null });
      await batch([
        { id: one!.id, description: 'D' },
        { id: two!.id, description: null },
      ]);
      expect(await now(one!.id)).toMatchObject({ description: 'D', version: 2 });
      expect(await now(two!.id)).toEqual(two);
    });

    it('never decreases updated_at', async () => {
      const item = await add({ updated_at: '2026-03-03T10:30:00.000Z' });
      await batch([{ id: item.id, title: 'Darker' }]);
      expect(await now(item.id)).toEqual({ ...item, title: 'Darker', version: 2 });
    });

    it('updates 100 items of the maximum length', async () => {
      const created = await some(100);
      const change = { title: '😀'.repeat(200), description: '😀'.repeat(10_000) };
      expect(await batch(created.map(({ id }) => ({ id, ...change })))).toEqual(created);
      const rows = await Promise.all(created.map(({ id }) => now(id)));
      expect(rows.every((row) => row?.title === change.title && row.description === change.description)).toBe(
        true,
      );
    });

    it.each([
      ['an unknown id', () => idAt('2026-03-03T10:00:00.000Z')],
      ['a malformed id', () => 'abc'],
      ['an empty id', () => ''],
      ['an id in braces', () => '{0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f}'],
    ])('changes nothing and returns null for the item if a line has %s', async (_name, missing) => {
      const [one, two] = await some(2);
      const rows = await batch([
        { id: one!.id, title: 'written?' },
        { id: missing(), title: 'written?' },
        { id: two!.id, status: 'shipped' },
      ]);
      expect(rows.map((row) => row === null)).toEqual([false, true, false]);
      expect(await now(one!.id)).toEqual(one);
      expect(await now(two!.id)).toEqual(two);
    });

    it('changes nothing if a line has the ID of another account', async () => {
      const mine = await add();
      const theirs = await add({ accountId: anAccountId() });
      const rows = await batch([
        { id: mine.id, title: 'stolen' },
        { id: theirs.id, title: 'stolen' },
      ]);
      expect(rows[1]).toBeNull();
      expect(await now(mine.id)).toEqual(mine);
      expect(await items.find(theirs.accountId, theirs.id)).toEqual(theirs);
    });

    it('never deadlocks or loses an update, for concurrent batches and single updates in any order', async () => {
      const created = await some(12);
      const ids = created.map(({ id }) => id);
      const writers = 16;
      await Promise.all([
        ...Array.from({ length: writers }, (_, n) => {
          const order = n % 2 ? ids : [...ids].reverse();
          return batch(order.map((id) => ({ id, title: `batch ${n}` })));
        }),
        ...ids.map((id, n) =>
          items.revise(accountId, id, {
            change: { title: `single ${n}` },
            expected: 'any',
            by: SYSTEM,
            at: '2026-03-03T10:09:00.000Z',
          }),
        ),
      ]);
      const rows = await Promise.all(ids.map(now));
      expect(rows.map((row) => row?.version)).toEqual(ids.map(() => 1 + writers + 1));
    });

    it('removeUnchanged removes items with the given version, and returns the IDs of changed ones only', async () => {
      const [unchanged, changed, deleted, removed] = await some(4);
      const theirs = await add({ accountId: anAccountId() });
      await batch([{ id: changed!.id, title: 'changed since' }]);
      await items.remove(accountId, deleted!.id, 'any', SYSTEM);
      const expected = [removed!, changed!, deleted!, theirs, { id: 'abc', version: 1 }];
      const lines = expected.map(({ id, version }) => ({ id, version }));
      expect(await items.removeUnchanged(accountId, lines, SYSTEM)).toEqual([changed!.id]);
      expect(await now(removed!.id)).toBeNull();
      expect(await now(changed!.id)).toMatchObject({ title: 'changed since', version: 2 });
      expect(await now(unchanged!.id)).toEqual(unchanged);
      expect(await items.find(theirs.accountId, theirs.id)).toEqual(theirs);
      expect(await items.removeUnchanged(accountId, lines, SYSTEM)).toEqual([changed!.id]);
      expect(await items.removeUnchanged(accountId, [], SYSTEM)).toEqual([]);
    });

    it('removeUnchanged never deadlocks with batches, and removes no changed item', async () => {
      const created = await some(20);
      const lines = created.map(({ id, version }) => ({ id, version }));
      const results = await Promise.all([
        items.removeUnchanged(accountId, lines, SYSTEM),
        items.removeUnchanged(accountId, lines.toReversed(), SYSTEM),
        batch(created.toReversed().map(({ id }) => ({ id, status: 'planned' as const }))),
      ]);
      const remaining = (await Promise.all(created.map(({ id }) => now(id)))).flatMap((item) => item ?? []);
      const isDone = results[2].every((row) => row !== null);
      expect(remaining.map(({ version }) => version)).toEqual(isDone ? created.map(() => 2) : []);
    });

    it('changes all items or none while items are removed concurrently', async () => {
      for (let round = 0; round < 8; round++) {
        const created = await some(6);
        const ids = created.map(({ id }) => id);
        const [rows] = await Promise.all([
          batch(ids.map((id) => ({ id, status: 'planned' as const }))),
          items.remove(accountId, ids[round % 6]!, 'any', SYSTEM),
        ]);
        const remaining = (await Promise.all(ids.map(now))).flatMap((item) => (item ? [item.status] : []));
        const isDone = rows.every((row) => row !== null);
        expect(remaining).toEqual(Array.from({ length: 5 }, () => (isDone ? 'planned' : 'new')));
      }
    });
  });
}
