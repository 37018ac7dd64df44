import { SYSTEM } from '@libs/kernel';
import type { ExpectedVersion, Feedback, FeedbackRepository, ItemLink, Revision } from '../../src';
import { aBatch, aContext, aFeedback, aMerge, anAccountId, idAt } from './feedback-builders';

const minute = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();

const LINKS: readonly ItemLink[] = [
  { url: 'https://tracker.example/b?q="1"&r=\'\\😀', kind: 'ticket', title: null },
  { url: 'http://a.example/', kind: 'call', title: 'Ada, "Eve" \\ 😀' },
];

/** A revision with the time of minute 9. */
const revising = (change: Revision['change'], expected: ExpectedVersion = 'any'): Revision => ({
  change,
  expected,
  by: SYSTEM,
  at: minute(9),
});

const etagMismatch = (currentVersion: number) => ({
  kind: 'precondition_failed',
  code: 'etag_mismatch',
  facts: { currentVersion },
});

/**
 * Contract tests of `FeedbackRepository`. Every adapter runs all of them, and those of batches and duplicates.
 */
export function feedbackRepositoryContract(name: string, make: () => Promise<FeedbackRepository>): void {
  describe(`FeedbackRepository, ${name}`, () => {
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
    const ids = (rows: readonly Feedback[]) => rows.map((row) => row.id);

    it('returns an item exactly as it was added', async () => {
      const item = await add({
        title: `${'😀'.repeat(199)}é`,
        description: '  kept as it came: \r\n\t"quotes" \\ \u2028 e\u0301 ',
        submitter_email: 'Ada@Example.com',
        status: 'declined',
        source: 'form',
        created_at: '2026-03-03T10:00:00.123Z',
        updated_at: '2026-03-04T11:00:00.456Z',
        external_id: ' A-1 😀',
        links: LINKS,
        context: aContext(),
        version: 7,
      });
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it.each(['000', '100', '120', '123', '007'])('stores the milliseconds .%s unchanged', async (ms) => {
      const item = await add({
        created_at: `2026-03-03T10:00:59.${ms}Z`,
        updated_at: `1999-12-31T23:59:59.${ms}Z`,
      });
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('stores an item of the maximum length', async () => {
      const item = await add({ title: '😀'.repeat(200), description: '😀'.repeat(10_000) });
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('does not let another account read or change an item', async () => {
      const item = await add();
      const other = anAccountId();
      expect(await items.find(other, item.id)).toBeNull();
      const stolen = aBatch([{ id: item.id, title: 'stolen' }]);
      expect(await items.reviseAll(other, stolen)).toEqual({ before: [null], after: [] });
      await items.removeAll(other);
      expect(await items.revise(other, item.id, revising({ title: 'stolen' }))).toBeNull();
      expect(await items.revise(other, item.id, revising({ title: 'stolen' }, [1]))).toBeNull();
      expect(await items.remove(other, item.id, 'any', SYSTEM)).toBe(false);
      expect(await items.remove(other, item.id, [1], SYSTEM)).toBe(false);
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it('finds nothing for unknown and malformed IDs', async () => {
      for (const id of [idAt(minute(1)), 'abc', '', '{0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f}', "'; --"]) {
        expect(await items.find(accountId, id)).toBeNull();
        expect(await items.revise(accountId, id, revising({ title: 'T' }))).toBeNull();
        expect(await items.remove(accountId, id, 'any', SYSTEM)).toBe(false);
        expect(await items.remove(accountId, id, [1], SYSTEM)).toBe(false);
      }
    });

    it.each<[string, Revision['change']]>([
      ['the title', { title: 'Darker' }],
      ['the status', { status: 'shipped' }],
      ['the description', { description: 'after' }],
      ['the description to null', { description: null }],
      ['the description to empty text', { description: '' }],
      ['all three fields', { title: 'Darker', status: 'planned', description: '😀' }],
      ['one field, with an equal value in another', { title: 'Dark mode', status: 'declined' }],
    ])('revises %s, and returns the new item', async (_name, change) => {
      const item = await add({
        title: 'Dark mode',
        description: 'before',
        updated_at: minute(2),
        version: 3,
      });
      const unrelated = await add({ title: 'Dark mode' });
      const next = { ...item, ...change, updated_at: minute(9), version: 4 };
      expect(await items.revise(accountId, item.id, revising(change))).toEqual(next);
      expect(await items.find(accountId, item.id)).toEqual(next);
      expect(await items.find(accountId, unrelated.id)).toEqual(unrelated);
    });

    /** items.md 6 */
    it('changes and clears an external ID, and rejects that of another item', async () => {
      const item = await add({ external_id: 'a' });
      const other = await add({ external_id: 'b' });
      const taken = { kind: 'conflict', code: 'external_id_taken' };
      const revise = (external_id: string | null) =>
        items.revise(accountId, item.id, revising({ external_id }));
      await expect(revise('b')).rejects.toMatchObject(taken);
      await expect(
        items.reviseAll(accountId, aBatch([{ id: item.id, external_id: 'b' }])),
      ).rejects.toMatchObject(taken);
      expect(await revise('c')).toMatchObject({ external_id: 'c', version: 2 });
      expect(await items.findHolders(accountId, ['a', 'b', 'c'])).toEqual(
        new Map([
          ['b', other.id],
          ['c', item.id],
        ]),
      );
      expect(await items.findHolders(anAccountId(), ['b', 'c'])).toEqual(new Map());
      expect(await revise(null)).toMatchObject({ external_id: null, version: 3 });
      const merge = aMerge([
        { id: other.id, merged_into: item.id },
        { id: item.id, external_id: 'd' },
      ]);
      expect((await items.merge(accountId, merge)).after[1]).toMatchObject({ external_id: 'd' });
      const [one, two] = [await add(), await add()];
      const both = [one, two].map(({ id }) => items.revise(accountId, id, revising({ external_id: 'e' })));
      const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
      expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
    });

    /** items.md 13 */
    it('replaces, reorders, and removes links', async () => {
      const item = await add();
      const revise = (links: readonly ItemLink[]) => items.revise(accountId, item.id, revising({ links }));
      expect(await revise([])).toEqual(item);
      expect(await revise(LINKS)).toMatchObject({ links: LINKS, version: 2 });
      expect(await revise([...LINKS])).toMatchObject({ links: LINKS, version: 2 });
      const [first, second] = LINKS as [ItemLink, ItemLink];
      for (const [i, links] of [[second, first], [first], [{ ...first, title: 'T' }], []].entries()) {
        expect(await revise(links)).toMatchObject({ links, version: 3 + i });
        expect(await items.find(accountId, item.id)).toMatchObject({ links, version: 3 + i });
      }
    });

    it('changes the links of a batch and of a merge', async () => {
      const [one, two] = [await add({ links: LINKS }), await add()];
      const updates = [
        { id: one.id, links: [] },
        { id: two.id, links: LINKS },
      ];
      const { before, after } = await items.reviseAll(accountId, aBatch(updates));
      expect(before.map((item) => item!.links)).toEqual([LINKS, []]);
      expect(after.map(({ links }) => links)).toEqual([[], LINKS]);
      const merge = aMerge([
        { id: one.id, merged_into: two.id },
        { id: two.id, links: LINKS.slice(1) },
      ]);
      expect((await items.merge(accountId, merge)).after.map(({ links }) => links)).toEqual([
        [],
        LINKS.slice(1),
      ]);
      const stored = await items.findAll(accountId, [one.id, two.id]);
      expect(stored.map((item) => item!.links)).toEqual([[], LINKS.slice(1)]);
      const change = { links: LINKS };
      await expect(items.revise(accountId, one.id, revising(change))).rejects.toMatchObject({
        code: 'feedback_merged',
      });
    });

    it('adds a description to an item without one', async () => {
      const item = await add({ description: null });
      expect(await items.revise(accountId, item.id, revising({ description: 'D' }))).toMatchObject({
        description: 'D',
        version: 2,
      });
    });

    it('never decreases updated_at', async () => {
      const item = await add({ updated_at: minute(30) });
      const next = { ...item, title: 'Darker', version: 2 };
      expect(await items.revise(accountId, item.id, revising({ title: 'Darker' }))).toEqual(next);
      expect(await items.find(accountId, item.id)).toEqual(next);
    });

    it.each<Revision['change']>([
      {},
      { title: 'Dark mode' },
      { description: null, status: 'new' },
      { title: 'Dark mode', description: null, status: 'new' },
    ])('keeps version and updated_at if %j changes no value', async (change) => {
      const item = await add({ title: 'Dark mode', description: null, status: 'new' });
      expect(await items.revise(accountId, item.id, revising(change))).toEqual(item);
      expect(await items.revise(accountId, item.id, revising(change, [1]))).toEqual(item);
      expect(await items.find(accountId, item.id)).toEqual(item);
    });

    it.each<[ExpectedVersion, boolean]>([
      ['any', true],
      [[3], true],
      [[1, 3], true],
      [[2, 9_999_999_999], false],
      [[], false],
    ])('revises an item of version 3 with expected version %j: %s', async (expected, allowed) => {
      const item = await add({ version: 3 });
      for (const change of [{}, { title: 'Darker' }]) {
        const revision = items.revise(accountId, item.id, revising(change, expected));
        if (allowed) await revision;
        else await expect(revision).rejects.toMatchObject(etagMismatch(3));
      }
      expect((await items.find(accountId, item.id))?.title).toBe(allowed ? 'Darker' : item.title);
    });

    it('applies every one of many concurrent revisions', async () => {
      const item = await add();
      await Promise.all(
        Array.from({ length: 25 }, (_, i) =>
          items.revise(accountId, item.id, revising({ title: `writer ${i}` })),
        ),
      );
      expect((await items.find(accountId, item.id))?.version).toBe(26);
    });

    it('applies one of many concurrent revisions that expect the same version', async () => {
      const item = await add();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, i) =>
          items.revise(accountId, item.id, revising({ title: `writer ${i}` }, [1])),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(etagMismatch(2));
      }
    });

    /** items.md 10 */
    describe('with an external ID', () => {
      it('finds an item by it, compared exactly, until the item is removed', async () => {
        const item = await add({ external_id: 'Ticket 17' });
        await add({ accountId: anAccountId(), external_id: 'ticket 17' });
        expect(await items.findByExternalId(accountId, 'Ticket 17')).toEqual(item);
        expect(await items.findByExternalId(accountId, 'ticket 17')).toBeNull();
        await items.remove(accountId, item.id, 'any', SYSTEM);
        expect(await items.findByExternalId(accountId, 'Ticket 17')).toBeNull();
      });

      it('adds one item of an account, also concurrently', async () => {
        const external = { external_id: '😀'.repeat(255) };
        const results = await Promise.allSettled([1, 2, 3].map(() => add(external)));
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        await expect(add(external)).rejects.toMatchObject({ kind: 'conflict', code: 'external_id_taken' });
        const theirs = await add({ ...external, accountId: anAccountId() });
        expect(await items.findByExternalId(theirs.accountId, external.external_id)).toEqual(theirs);
      });

      it('keeps it when the item is revised', async () => {
        const item = await add({ external_id: '17' });
        const revised = await items.revise(accountId, item.id, revising({ title: 'Revised' }));
        expect(revised).toMatchObject({ title: 'Revised', external_id: '17' });
        expect(await items.findByExternalId(accountId, '17')).toEqual(revised);
      });
    });

    it('removes an item once, and no other', async () => {
      const item = await add();
      const unrelated = await add();
      expect(await items.remove(accountId, item.id, 'any', SYSTEM)).toBe(true);
      expect(await items.remove(accountId, item.id, 'any', SYSTEM)).toBe(false);
      expect(await items.remove(accountId, item.id, [1], SYSTEM)).toBe(false);
      expect(await items.find(accountId, item.id)).toBeNull();
      expect(await items.find(accountId, unrelated.id)).toEqual(unrelated);
    });

    it('removes an item only in the expected version', async () => {
      const item = await add({ version: 3 });
      for (const stale of [[2], []]) {
        await expect(items.remove(accountId, item.id, stale, SYSTEM)).rejects.toMatchObject(etagMismatch(3));
      }
      expect(await items.find(accountId, item.id)).toEqual(item);
      expect(await items.remove(accountId, item.id, [2, 3], SYSTEM)).toBe(true);
    });

    it('returns true to one of several concurrent removals', async () => {
      const item = await add();
      const results = await Promise.all([1, 2, 3].map(() => items.remove(accountId, item.id, [1], SYSTEM)));
      expect(results.filter(Boolean)).toHaveLength(1);
    });

    it('removes all items of an account, and none of others', async () => {
      const mine = [await add(), await add({ status: 'planned' })];
      const theirs = await add({ accountId: anAccountId() });
      await items.removeAll(accountId);
      await items.removeAll(accountId);
      expect(await items.findAll(accountId, ids(mine))).toEqual([null, null]);
      expect(await items.find(theirs.accountId, theirs.id)).toEqual(theirs);
    });
  });
}
