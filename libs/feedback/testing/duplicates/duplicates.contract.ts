import { SYSTEM } from '@libs/kernel';
import {
  positionOf,
  SORTS,
  STATUSES,
  type ExpectedVersion,
  type Feedback,
  type FeedbackChange,
  type FeedbackFilter,
  type FeedbackUpdate,
  type Revision,
} from '../../src';
import { aBatch, aFeedback, aMerge, anAccountId, idAt, mergeItem } from '../items/feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';

const AT = '2026-03-03T10:09:00.000Z';

/** Contract tests of merging (items.md 11). Every adapter runs all of them. */
export function duplicatesContract(name: string, make: () => Promise<ItemAdapters>): void {
  describe(`FeedbackRepository duplicates, ${name}`, () => {
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let accountId: string;
    beforeAll(async () => {
      ({ items, lists } = await make());
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const add = async (overrides: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, ...overrides });
      await items.add(item, SYSTEM);
      return item;
    };
    const some = (count: number) => Promise.all(Array.from({ length: count }, () => add()));
    const revise = (id: string, change: Revision['change']) =>
      items.revise(accountId, id, { change, expected: 'any', by: SYSTEM, at: AT });
    /** Merges one item, and changes it. Returns the item; null if it is not found. */
    const mergeWith = async (id: string, change: FeedbackChange, expected: ExpectedVersion = 'any') => {
      const updates = [{ ...change, id }];
      const revision = { updates, expected, by: SYSTEM, at: AT, pathOf: () => '' };
      return (await items.merge(accountId, revision)).after[0] ?? null;
    };
    const merge = (one: Feedback, target: Feedback | null) =>
      mergeWith(one.id, { merged_into: target && target.id });
    const mergeAll = (updates: readonly FeedbackUpdate[]) => items.merge(accountId, aMerge(updates));
    const now = async (one: Feedback) => (await items.find(accountId, one.id))!;
    /** The target of each item, by its place in the list. */
    const targets = async (...all: readonly Feedback[]) => {
      const rows = await Promise.all(all.map(now));
      return rows.map((row) => all.findIndex(({ id }) => id === row.merged_into));
    };
    const conflict = (code: string, param?: string) => ({
      kind: 'conflict',
      code,
      ...(param !== undefined && { facts: { issues: [expect.objectContaining({ code, param })] } }),
    });

    it('merges an item: both change once, and its target counts it and its submitter', async () => {
      const target = await add({ submitter_email: 'ada@example.com' });
      const [same, other, unnamed] = [
        await add({ submitter_email: 'Ada@Example.com' }),
        await add({ submitter_email: 'eve@example.com' }),
        await add(),
      ] as const;
      const merged = await merge(same, target);
      expect(merged).toEqual({ ...same, merged_into: target.id, version: 2, updated_at: AT });
      expect(await now(same)).toEqual(merged);
      expect(await now(target)).toEqual({ ...target, duplicate_count: 1, version: 2, updated_at: AT });
      await merge(other, target);
      await merge(unnamed, target);
      expect(await now(target)).toMatchObject({ duplicate_count: 3, request_count: 3, version: 4 });
      expect(await now(other)).toMatchObject({ duplicate_count: 0, request_count: 1 });
    });

    /** lists.md 2 */
    describe('in lists', () => {
      const titles = async (filter: FeedbackFilter) => {
        const rows = await lists.list(accountId, { ...filter, limit: 100, offset: 0, sort: 'title' });
        expect(await lists.count(accountId, filter)).toBe(rows.length);
        expect(await lists.countUpTo(accountId, [filter], 100)).toEqual([rows.length]);
        const { status: _, ...others } = filter;
        const counts = await lists.countByStatus(accountId, others);
        for (const status of filter.status ? [filter.status] : STATUSES)
          expect([status, counts[status]]).toEqual([
            status,
            rows.filter((row) => row.status === status).length,
          ]);
        return rows.map(({ title }) => title);
      };
      const group = async (title: string, ...duplicates: Partial<Feedback>[]) => {
        const target = await add({ title, status: 'planned' });
        for (const duplicate of duplicates) await merge(await add(duplicate), target);
        return target;
      };

      it('are found by the texts and submitters of their duplicates', async () => {
        await group(
          'Dark mode',
          { title: 'Night colors', submitter_email: 'ada@example.com' },
          { title: 'Black', description: 'at night', submitter_email: 'Ada@Example.com' },
        );
        await add({ title: 'Night shift' });
        await group('Export', { title: 'CSV' });
        expect(await titles({ q: 'night' })).toEqual(['Dark mode', 'Night shift']);
        expect(await titles({ submitter_email: 'ADA@example.com' })).toEqual(['Dark mode']);
        expect(await titles({ q: 'ada@', searchesSenders: true })).toEqual(['Dark mode']);
        expect(await titles({ q: 'csv' })).toEqual(['Export']);
        expect(await titles({ q: 'nothing' })).toEqual([]);
      });

      it('must have one member that matches both text and submitter', async () => {
        await group(
          'Dark mode',
          { title: 'Night colors', submitter_email: 'ada@example.com' },
          { title: 'Black', submitter_email: 'eve@example.com' },
        );
        expect(await titles({ q: 'night', submitter_email: 'ada@example.com' })).toEqual(['Dark mode']);
        expect(await titles({ q: 'black', submitter_email: 'ada@example.com' })).toEqual([]);
        expect(await titles({ q: 'dark night' })).toEqual([]);
      });

      it('must match all other filters themselves', async () => {
        await group('Dark mode', { title: 'Night colors', source: 'mcp', created_at: AT });
        expect(await titles({ q: 'night', status: 'planned' })).toEqual(['Dark mode']);
        expect(await titles({ q: 'night', status: 'new' })).toEqual([]);
        expect(await titles({ q: 'night', source: 'mcp' })).toEqual([]);
        expect(await titles({ q: 'night', created_after: AT })).toEqual([]);
        expect(await titles({ q: 'night', created_before: AT })).toEqual(['Dark mode']);
      });

      it('are not found by their duplicates with merged items, or after they are unmerged', async () => {
        const target = await group('Dark mode', { title: 'Night colors' });
        expect(await titles({ q: 'night', merged: 'include' })).toEqual(['Night colors']);
        expect(await titles({ q: 'night', merged: 'only' })).toEqual(['Night colors']);
        const [duplicate] = await lists.list(accountId, { merged: 'only', limit: 1, offset: 0 });
        await merge(duplicate!, null);
        expect(await titles({ q: 'night' })).toEqual(['Night colors']);
        await merge(await now(target), duplicate!);
        expect(await titles({ q: 'dark' })).toEqual(['Night colors']);
      });

      it.each(SORTS)('are found on every page once, in the order %s', async (sort) => {
        for (let i = 0; i < 4; i++)
          await group(`Night ${i}`, { title: `Night, too ${i}` }, { title: `Other night ${i}` });
        for (let i = 0; i < 4; i++) await group(`Day ${i}`, { title: `Night as well ${i}` });
        const query = { q: 'night', sort, limit: 3, offset: 0 };
        const all = await lists.list(accountId, { ...query, limit: 100 });
        expect(all).toHaveLength(8);
        for (let offset = 0; offset < 8; offset += 3)
          expect(await lists.list(accountId, { ...query, offset })).toEqual(all.slice(offset, offset + 4));
        const after = positionOf(all[2]!, sort);
        expect(await lists.list(accountId, { ...query, after })).toEqual(all.slice(3, 7));
      });

      it('of another account are not found', async () => {
        await group('Dark mode', { title: 'Night colors' });
        accountId = anAccountId();
        expect(await titles({ q: 'night' })).toEqual([]);
      });
    });

    it('moves the duplicates of an item along, and unmerging restores what was there', async () => {
      const [a, one, two, b, c] = (await some(5)) as [Feedback, Feedback, Feedback, Feedback, Feedback];
      await merge(one, a);
      await merge(two, a);
      await merge(a, b);
      expect(await targets(a, one, two, b)).toEqual([3, 3, 3, -1]);
      expect(await now(b)).toMatchObject({ duplicate_count: 3, request_count: 4 });
      expect(await now(a)).toMatchObject({ duplicate_count: 0, request_count: 1, version: 4 });
      await merge(two, null);
      expect(await targets(a, one, two, b)).toEqual([3, 3, -1, -1]);
      await merge(a, null);
      expect(await targets(a, one, two, b)).toEqual([-1, 0, -1, -1]);
      expect(await now(b)).toMatchObject({ duplicate_count: 0, request_count: 1 });
      await merge(a, b);
      await merge(a, c);
      expect(await targets(a, one, b, c)).toEqual([3, 3, -1, -1]);
    });

    it('rejects an impossible merge and changes nothing', async () => {
      const [a, b, c] = (await some(3)) as [Feedback, Feedback, Feedback];
      await merge(a, b);
      const before = await Promise.all([a, b, c].map(now));
      await expect(merge(c, c)).rejects.toMatchObject(conflict('merge_conflict', 'merged_into'));
      await expect(merge(b, a)).rejects.toMatchObject({ message: expect.stringContaining('own duplicate') });
      await expect(merge(c, a)).rejects.toMatchObject({
        message: expect.stringContaining('merge into that one'),
      });
      await expect(merge(b, b)).rejects.toMatchObject(conflict('merge_conflict'));
      expect(await Promise.all([a, b, c].map(now))).toEqual(before);
    });

    it.each([
      ['unknown', async () => idAt(AT)],
      ['malformed', async () => 'abc'],
      ['of another account', async () => (await add({ accountId: anAccountId() })).id],
    ])('does not find a target that is %s', async (_name, target) => {
      const one = await add();
      const error = {
        kind: 'not_found',
        facts: { issues: [{ param: 'merged_into', message: 'The item to merge into was not found' }] },
      };
      await expect(mergeWith(one.id, { merged_into: await target() })).rejects.toMatchObject(error);
      expect(await now(one)).toEqual(one);
      expect(await mergeWith(idAt(AT), { merged_into: one.id })).toBeNull();
      expect(await mergeWith('abc', { merged_into: null })).toBeNull();
    });

    it('keeps a merged item unchanged, except for unmerging and changes at the same time', async () => {
      const [a, b, c] = (await some(3)) as [Feedback, Feedback, Feedback];
      await mergeWith(a.id, { merged_into: b.id, status: 'planned' });
      const stored = await now(a);
      expect(stored).toMatchObject({ merged_into: b.id, status: 'planned', version: 2 });
      await expect(revise(a.id, { title: 'New' })).rejects.toMatchObject(conflict('feedback_merged'));
      await expect(mergeWith(a.id, { title: 'New', merged_into: c.id })).rejects.toMatchObject(
        conflict('feedback_merged'),
      );
      await expect(
        items.reviseAll(
          accountId,
          aBatch([
            { id: c.id, title: 'C' },
            { id: a.id, title: 'New' },
          ]),
        ),
      ).rejects.toMatchObject(conflict('feedback_merged', 'updates[1].id'));
      expect(await revise(a.id, { title: a.title, status: 'planned' })).toEqual(stored);
      expect(await mergeWith(a.id, { title: a.title, merged_into: b.id })).toEqual(stored);
      expect(await Promise.all([a, c].map(now))).toEqual([stored, c]);
      expect(await mergeWith(a.id, { title: 'New', merged_into: null })).toMatchObject({
        title: 'New',
        merged_into: null,
        version: 3,
      });
    });

    it('changes nothing for the stored target, and compares the version', async () => {
      const [a, b] = (await some(2)) as [Feedback, Feedback];
      expect(await merge(a, null)).toEqual(a);
      await merge(a, b);
      const stored = await Promise.all([a, b].map(now));
      expect(await merge(a, b)).toEqual(stored[0]);
      const mismatch = { code: 'etag_mismatch', facts: { currentVersion: 2 } };
      await expect(mergeWith(a.id, { merged_into: null }, [1])).rejects.toMatchObject(mismatch);
      expect(await Promise.all([a, b].map(now))).toEqual(stored);
      expect(await mergeWith(a.id, { merged_into: null }, [2])).toMatchObject({
        merged_into: null,
        version: 3,
      });
    });

    it('merges a batch in its order, changes each item once, and previews it', async () => {
      const all = await some(100);
      const [target, ...others] = all as [Feedback, ...Feedback[]];
      const updates = others.map(({ id }) => ({ id, merged_into: target.id }));
      const batch = aMerge([...updates.slice(0, 98), { id: target.id, title: 'All of them' }]);
      const preview = await items.previewMerge(accountId, batch);
      const ids = all.map(({ id }) => id);
      expect(await items.findAll(accountId, ids)).toEqual(all);
      const result = await items.merge(accountId, batch);
      expect(result).toEqual(preview);
      expect(result.before).toEqual([...others.slice(0, 98), target]);
      expect(result.after.at(-1)).toMatchObject({
        title: 'All of them',
        duplicate_count: 98,
        request_count: 99,
        version: 2,
      });
      const after = await items.findAll(accountId, [...ids.slice(1, 99), target.id]);
      expect(after).toEqual(result.after);
      expect(after.map((item) => item?.version)).toEqual(after.map(() => 2));
    });

    it('applies the lines of a batch one after the other, and all or none', async () => {
      const [a, b, c, d] = (await some(4)) as [Feedback, Feedback, Feedback, Feedback];
      await mergeAll([
        { id: a.id, merged_into: b.id },
        { id: b.id, merged_into: c.id },
      ]);
      expect(await targets(a, b, c)).toEqual([2, 2, -1]);
      const failing = mergeAll([
        { id: a.id, merged_into: null },
        { id: d.id, merged_into: b.id },
      ]);
      await expect(failing).rejects.toMatchObject(conflict('merge_conflict', 'updates[1].merged_into'));
      expect(await targets(a, b, c)).toEqual([2, 2, -1]);
      const missing = await mergeAll([
        { id: a.id, merged_into: null },
        { id: 'abc', merged_into: null },
      ]);
      expect(missing.before[1]).toBeNull();
      await mergeAll([
        { id: b.id, merged_into: null },
        { id: a.id, merged_into: c.id },
      ]);
      expect(await targets(a, b, c)).toEqual([2, -1, -1]);
      await merge(a, null);
      expect(await targets(a, b, c)).toEqual([-1, -1, -1]);
    });

    it('unmerges the duplicates of a deleted target, and merges those of a deleted duplicate into its target', async () => {
      const [a, one, two, b, other] = (await some(5)) as [Feedback, Feedback, Feedback, Feedback, Feedback];
      await merge(two, one);
      await merge(one, a);
      await merge(a, b);
      await merge(other, b);
      await items.remove(accountId, a.id, 'any', SYSTEM);
      expect(await targets(one, two, b, other)).toEqual([2, 2, -1, 2]);
      expect(await now(b)).toMatchObject({ duplicate_count: 3, request_count: 4, version: 4 });
      const before = await now(one);
      await items.remove(accountId, b.id, 'any', SYSTEM);
      expect(await targets(one, two, other)).toEqual([-1, 0, -1]);
      const after = await now(one);
      expect(after).toMatchObject({ duplicate_count: 1, request_count: 2, version: before.version + 1 });
      expect(after.updated_at >= before.updated_at).toBe(true);
      await merge(two, null);
      expect(await now(one)).toMatchObject({ duplicate_count: 0, request_count: 1 });
    });

    it('changes a target once when several of its duplicates are deleted together', async () => {
      const [target, ...others] = (await some(5)) as [Feedback, ...Feedback[]];
      await mergeAll(others.map(({ id }) => ({ id, merged_into: target.id })));
      const removals = others.slice(0, 3).map(({ id }) => ({ id, version: 2 }));
      expect(await items.removeUnchanged(accountId, removals, SYSTEM)).toEqual([]);
      expect(await now(target)).toMatchObject({ duplicate_count: 1, request_count: 2, version: 3 });
    });

    it('leaves other accounts alone', async () => {
      const [a, b] = (await some(2)) as [Feedback, Feedback];
      await merge(a, b);
      const other = anAccountId();
      expect(await mergeItem(items, other, a.id, null)).toBeNull();
      await items.removeAll(other);
      expect(await targets(a, b)).toEqual([1, -1]);
    });
  });
}
