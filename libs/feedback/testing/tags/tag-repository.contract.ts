import { apiKeyActor, SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import {
  ITEM_TAGS_MAX,
  TAG_COLORS,
  TAGS_MAX,
  type BatchRevision,
  type Feedback,
  type FeedbackImporter,
  type FeedbackUpdate,
  type RecordedChange,
  type TagRepository,
} from '../../src';
import { aBatch, aFeedback, aMerge, anAccountId, idAt } from '../items/feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';

export interface TaggingAdapters extends ItemAdapters {
  readonly tags: TagRepository;
  readonly importer: FeedbackImporter;
  /** Returns the recorded changes of an account, in their order. */
  changesOf(accountId: string): Promise<readonly RecordedChange[]>;
}

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const ALL = { limit: 100, offset: 0 };
const AT = '2026-03-03T10:09:00.000Z';
const names = (n: number, prefix = 'tag') => Array.from({ length: n }, (_, i) => `${prefix} ${i}`);

/** Contract tests of `TagRepository`, and of the tags of items (tags.md 2). Every set of adapters runs all of them. */
export function tagRepositoryContract(name: string, make: () => Promise<TaggingAdapters>): void {
  describe(`TagRepository, ${name}`, () => {
    let adapters: TaggingAdapters;
    let tags: TagRepository;
    let items: ItemAdapters['items'];
    let lists: ItemAdapters['lists'];
    let accountId: string;
    beforeAll(async () => {
      adapters = await make();
      ({ tags, items, lists } = adapters);
    });
    beforeEach(() => {
      accountId = anAccountId();
    });

    const ensure = (...created: string[]) => tags.ensure(accountId, created, randomUUID);
    const idOf = async (tag: string) => (await tags.find(accountId, [tag]))[0]!.id;
    const add = async (itemTags: readonly string[], more: Partial<Feedback> = {}) => {
      const item = aFeedback({ accountId, tags: itemTags, ...more });
      await items.add(item, SYSTEM);
      return item;
    };
    const tagsOf = async ({ id }: Feedback) => (await items.find(accountId, id))?.tags;
    const listed = async () => (await tags.list(accountId)).map((tag) => [tag.name, tag.count]);
    const revise = (id: string, itemTags: readonly string[]) =>
      items.revise(accountId, id, { change: { tags: itemTags }, expected: 'any', by: SYSTEM, at: AT });
    const batch = (...updates: BatchRevision['updates']) => items.reviseAll(accountId, aBatch(updates, AT));
    const merge = (...updates: FeedbackUpdate[]) => items.merge(accountId, aMerge(updates, AT));

    it('creates tags once, with colors in turn, and finds them regardless of case', async () => {
      const [first] = await ensure('Billing');
      expect(first).toEqual({ id: expect.any(String), name: 'Billing', color: TAG_COLORS[0] });
      const found = await ensure('BILLING', 'mobile');
      expect(found).toHaveLength(2);
      expect(found).toContainEqual(first);
      expect(await tags.find(accountId, ['billing', 'unknown'])).toEqual([first]);
      await ensure(...names(TAG_COLORS.length));
      const colors = (await tags.list(accountId)).map(({ color }) => color);
      expect(new Set(colors)).toEqual(new Set(TAG_COLORS));
    });

    it('finds names that look equal', async () => {
      const [cafe] = await ensure('Café');
      expect(await tags.find(accountId, ['cafe\u0301'])).toEqual([cafe]);
      const [, plain] = await ensure('CAFÉ', 'Cafe');
      expect(plain!.name).toBe('Cafe');
      expect(await listed()).toHaveLength(2);
    });

    it('lists tags in the order of code points of their folded names', async () => {
      await ensure('b', 'A', 'ä', 'Z', '\u{1f600}', '\u5b57', 'a b');
      expect((await tags.list(accountId)).map((tag) => tag.name)).toEqual([
        ...['A', 'a b', 'b', 'Z', 'ä', '\u5b57', '\u{1f600}'],
      ]);
      const item = await add(['\u{1f600}', 'Z', '\u5b57', 'b', 'ä', 'A']);
      expect(await tagsOf(item)).toEqual(['A', 'b', 'Z', 'ä', '\u5b57', '\u{1f600}']);
    });

    it('creates one tag in concurrent calls with the same name', async () => {
      const calls = Array.from({ length: 8 }, (_, i) => ensure(i % 2 ? 'Billing' : 'billing', 'mobile'));
      const ids = (await Promise.all(calls)).map((found) => found.map(({ id }) => id).sort());
      expect(new Set(ids.map(String)).size).toBe(1);
      expect(await listed()).toHaveLength(2);
    });

    it('rejects one tag more than the maximum, and creates none then', async () => {
      await ensure(...names(TAGS_MAX - 1));
      const error = { kind: 'conflict', code: 'tag_limit_reached' };
      const rehearse = (...created: string[]) => tags.rehearse(accountId, created);
      await expect(ensure('one', 'two')).rejects.toMatchObject(error);
      await expect(rehearse('one', 'two')).rejects.toMatchObject(error);
      expect(await rehearse('one', 'ONE', 'TAG 1')).toMatchObject([{ name: 'tag 1' }]);
      await ensure('one', 'TAG 1');
      await expect(ensure('two')).rejects.toMatchObject(error);
      await expect(rehearse('two')).rejects.toMatchObject(error);
      expect(await listed()).toHaveLength(TAGS_MAX);
    });

    it('gives items the stored names, without tags that do not exist', async () => {
      await ensure('Mobile', 'billing');
      const item = await add(['MOBILE', 'none', 'billing']);
      const expected = { ...item, tags: ['billing', 'Mobile'] };
      expect(await items.find(accountId, item.id)).toEqual(expected);
      expect(await items.findAll(accountId, [item.id])).toEqual([expected]);
      expect(await lists.list(accountId, ALL)).toEqual([expected]);
      expect(await listed()).toEqual([
        ['billing', 1],
        ['Mobile', 1],
      ]);
    });

    it('replaces and clears the tags of an item, with a version for each change', async () => {
      await ensure('a', 'b', 'c');
      const { id } = await add([]);
      expect(await revise(id, ['b', 'a'])).toMatchObject({ tags: ['a', 'b'], version: 2, updated_at: AT });
      expect(await revise(id, ['A', 'B'])).toMatchObject({ tags: ['a', 'b'], version: 2 });
      expect(await revise(id, ['c', 'unknown'])).toMatchObject({ tags: ['c'], version: 3 });
      expect(await revise(id, [])).toMatchObject({ tags: [], version: 4 });
      expect(await revise(id, ['unknown'])).toMatchObject({ tags: [], version: 4 });
      expect(await listed()).toEqual([
        ['a', 0],
        ['b', 0],
        ['c', 0],
      ]);
    });

    it('adds and removes tags of several items in a batch', async () => {
      await ensure('a', 'b', 'c');
      const [one, two, three] = [await add(['a']), await add(['a', 'b']), await add(['c'])];
      const { before } = await batch(
        { id: two.id, add_tags: ['c'], remove_tags: ['A', 'c'] },
        { id: one.id, title: 'Other', tags: ['B', 'c'] },
        { id: three.id, add_tags: ['c'], remove_tags: ['unknown'] },
      );
      expect(before.map((item) => item?.tags)).toEqual([['a', 'b'], ['a'], ['c']]);
      expect(await items.find(accountId, two.id)).toMatchObject({ tags: ['b', 'c'], version: 2 });
      expect(await items.find(accountId, one.id)).toMatchObject({
        ...{ tags: ['b', 'c'], title: 'Other', version: 2 },
      });
      expect(await items.find(accountId, three.id)).toMatchObject({ tags: ['c'], version: 1 });
      expect(await listed()).toEqual([
        ['a', 0],
        ['b', 2],
        ['c', 3],
      ]);
    });

    it('applies no line of a batch if an item would have too many tags', async () => {
      const many = names(ITEM_TAGS_MAX);
      await ensure(...many, 'more');
      const [full, other] = [await add(many), await add([])];
      await expect(
        batch({ id: other.id, add_tags: ['more'] }, { id: full.id, add_tags: ['more'] }),
      ).rejects.toMatchObject({
        kind: 'validation',
        facts: { issues: [{ param: 'updates[1].add_tags' }] },
      });
      expect(await tagsOf(other)).toEqual([]);
      await batch(
        { id: other.id, add_tags: ['more'] },
        { id: full.id, remove_tags: ['tag 0'], add_tags: ['more'] },
      );
      expect(await tagsOf(other)).toEqual(['more']);
      expect(await tagsOf(full)).toHaveLength(ITEM_TAGS_MAX);
    });

    it('changes tags of items in the batch that merges or unmerges them', async () => {
      await ensure('a', 'b', 'c');
      const [target, one, two] = [await add(['a']), await add(['b']), await add([])];
      const merged = await merge(
        { id: one.id, merged_into: target.id, add_tags: ['c'] },
        { id: two.id, merged_into: target.id },
        { id: target.id, tags: ['B', 'unknown'] },
      );
      expect(merged.after.map((item) => item.tags)).toMatchObject([['b', 'c'], [], expect.anything()]);
      expect(await Promise.all([one, two, target].map(tagsOf))).toEqual([['b', 'c'], [], ['b']]);
      expect(await items.find(accountId, target.id)).toMatchObject({ duplicate_count: 2, version: 2 });
      await expect(batch({ id: one.id, remove_tags: ['c'] })).rejects.toMatchObject({ kind: 'conflict' });
      await merge({ id: one.id, merged_into: null, remove_tags: ['c'] });
      expect(await items.find(accountId, one.id)).toMatchObject({
        merged_into: null,
        tags: ['b'],
        version: 3,
      });
      const changes = await adapters.changesOf(accountId);
      expect(changes.filter(({ kind }) => kind === 'updated')).toMatchObject([
        { item: { id: one.id, tags: ['b', 'c'], merged_into: target.id }, previous: { tags: ['b'] } },
        { item: { id: two.id, tags: [] } },
        { item: { id: target.id, tags: ['b'], request_count: 3 }, previous: { tags: ['a'] } },
        { item: { id: one.id, tags: ['b'], merged_into: null } },
        { item: { id: target.id, tags: ['b'] }, previous: { tags: ['b'] } },
      ]);
    });

    it('leaves merged items out of lists and counts by tag', async () => {
      await ensure('a');
      const [target, duplicate] = [await add(['a']), await add(['a'])];
      await merge({ id: duplicate.id, merged_into: target.id });
      const filters = [
        {},
        { merged: 'include' },
        { merged: 'only' },
        { merged: 'only', merged_into: target.id },
      ] as const;
      const all = [{ tags: ['a'] }, { tags: ['a'], q: 'mode' }, { tags: ['a'], isUntagged: undefined }];
      for (const filter of all) {
        const counts = filters.map((merged) => lists.count(accountId, { ...filter, ...merged }));
        expect(await Promise.all(counts)).toEqual([1, 2, 1, 1]);
        const pages = filters.map((merged) => lists.list(accountId, { ...ALL, ...filter, ...merged }));
        expect((await Promise.all(pages)).map((page) => page.length)).toEqual([1, 2, 1, 1]);
        const byStatus = filters.map((merged) => lists.countByStatus(accountId, { ...filter, ...merged }));
        expect((await Promise.all(byStatus)).map(({ new: count }) => count)).toEqual([1, 2, 1, 1]);
      }
      expect(await listed()).toEqual([['a', 1]]);
    });

    /** events.md 1 */
    it('records what happens to tags, with its actor', async () => {
      const [a, b] = await tags.ensure(accountId, ['a', 'b'], randomUUID, KEY);
      await tags.ensure(accountId, ['A'], randomUUID, KEY);
      await tags.revise(accountId, a!.id, { name: 'c', color: 'pink' }, KEY);
      await tags.revise(accountId, a!.id, { color: 'pink' }, KEY);
      await tags.revise(accountId, a!.id, { name: 'B' }, KEY);
      await tags.remove(accountId, b!.id, KEY);
      const [created, other] = [a, b].map((tag) => ({ actor: KEY, kind: 'tag_created', tag }));
      const renamed = { ...a!, name: 'c', color: 'pink' };
      expect(await adapters.changesOf(accountId)).toMatchObject([
        created,
        other,
        { actor: KEY, kind: 'tag_updated', tag: renamed, previous: { name: 'a', color: a!.color } },
        { actor: KEY, kind: 'tag_deleted', tag: renamed, mergedInto: b },
        { actor: KEY, kind: 'tag_deleted', tag: b, mergedInto: null },
      ]);
    });

    it('records changes with the names at that time', async () => {
      await ensure('a', 'b');
      const { id } = await add(['a']);
      await tags.revise(accountId, await idOf('a'), { name: 'renamed' }, SYSTEM);
      await revise(id, ['b']);
      await batch({ id, add_tags: ['Renamed'] });
      await tags.remove(accountId, await idOf('b'), SYSTEM);
      const changes = await adapters.changesOf(accountId);
      expect(changes.filter(({ kind }) => !kind.startsWith('tag_'))).toMatchObject([
        { kind: 'created', item: { tags: ['a'] } },
        { kind: 'updated', previous: { tags: ['renamed'] }, item: { tags: ['b'] } },
        { kind: 'updated', previous: { tags: ['b'] }, item: { tags: ['b', 'renamed'] } },
      ]);
    });

    it('renames and recolors a tag without a new version of its items', async () => {
      await ensure('a', 'b');
      const item = await add(['a', 'b']);
      const id = await idOf('a');
      expect(await tags.revise(accountId, id, { name: 'Z' }, SYSTEM)).toMatchObject({
        id,
        name: 'Z',
        count: 1,
      });
      expect(await tags.revise(accountId, id, { color: 'pink' }, SYSTEM)).toMatchObject({
        name: 'Z',
        color: 'pink',
      });
      expect(await tags.revise(accountId, id, { name: 'z' }, SYSTEM)).toMatchObject({
        id,
        name: 'z',
        color: 'pink',
      });
      expect(await items.find(accountId, item.id)).toEqual({ ...item, tags: ['b', 'z'] });
      expect(await tags.revise(accountId, id, {}, SYSTEM)).toMatchObject({ name: 'z' });
    });

    it('merges a tag into the one whose name it gets', async () => {
      await ensure('a', 'b', 'c');
      const [one, both, other] = [await add(['a', 'c']), await add(['a', 'b']), await add(['b'])];
      const target = await idOf('b');
      const from = await idOf('a');
      expect(await tags.revise(accountId, from, { name: 'B', color: 'red' }, SYSTEM)).toEqual({
        ...{ id: target, name: 'b', color: 'red', count: 3 },
      });
      expect(await items.find(accountId, one.id)).toEqual({ ...one, tags: ['b', 'c'] });
      expect(await items.find(accountId, both.id)).toEqual({ ...both, tags: ['b'] });
      expect(await items.find(accountId, other.id)).toEqual(other);
      expect(await tags.revise(accountId, from, { name: 'b' }, SYSTEM)).toBeNull();
      expect(await tags.find(accountId, ['a'])).toEqual([]);
    });

    it('removes a tag from all items without a new version', async () => {
      await ensure('a', 'b');
      const created = [await add(['a']), await add(['a', 'b']), await add(['a'])];
      const id = await idOf('a');
      expect(await tags.remove(accountId, id, SYSTEM)).toBe(true);
      expect(await tags.remove(accountId, id, SYSTEM)).toBe(false);
      for (const item of created) {
        const remaining = item.tags.filter((tag) => tag !== 'a');
        expect(await items.find(accountId, item.id)).toEqual({ ...item, tags: remaining });
      }
      expect(await lists.count(accountId, { isUntagged: true })).toBe(2);
      expect(await listed()).toEqual([['b', 1]]);
    });

    it('selects items by their tags, in every order and with other filters', async () => {
      await ensure('a', 'b');
      const at = (n: number) => new Date(Date.UTC(2026, 2, 3, 10, n)).toISOString();
      const some = [
        await add(['a'], { created_at: at(1), status: 'planned', title: 'x' }),
        await add(['a', 'b'], { created_at: at(2), title: 'y' }),
        await add([], { created_at: at(3), status: 'planned', title: 'x' }),
        await add(['b', 'a'], { created_at: at(4), status: 'planned', source: 'form', title: 'z x' }),
      ];
      const found = async (filter: object) => {
        const orders = ['-created_at', 'created_at', '-updated_at', 'title'] as const;
        const pages = await Promise.all(
          orders.map(async (sort) =>
            (await lists.list(accountId, { ...ALL, ...filter, sort })).map(({ id }) => id).sort(),
          ),
        );
        expect(new Set(pages.map(String)).size).toBe(1);
        expect(await lists.count(accountId, filter)).toBe(pages[0]!.length);
        return some.flatMap(({ id }, i) => (pages[0]!.includes(id) ? [i] : []));
      };
      expect(await found({ tags: ['A'] })).toEqual([0, 1, 3]);
      expect(await found({ tags: ['a'], status: 'planned' })).toEqual([0, 3]);
      expect(await found({ tags: ['b', 'a'] })).toEqual([1, 3]);
      expect(await found({ tags: ['b', 'a'], status: 'new' })).toEqual([1]);
      expect(await found({ tags: ['a'], source: 'form' })).toEqual([3]);
      expect(await found({ tags: ['a'], q: 'x' })).toEqual([0, 3]);
      expect(await found({ tags: ['a'], created_after: at(2), created_before: at(4) })).toEqual([1]);
      expect(await found({ tags: ['unknown'] })).toEqual([]);
      expect(await found({ isUntagged: true })).toEqual([2]);
      expect(await found({ isUntagged: true, tags: ['a'] })).toEqual([]);
      const counts = { new: 1, planned: 2, building: 0, shipped: 0, declined: 0 };
      expect(await lists.countByStatus(accountId, { tags: ['a'] })).toEqual(counts);
      expect(await lists.countByStatus(accountId, { tags: ['a', 'b'] })).toMatchObject({
        new: 1,
        planned: 1,
      });
      await items.revise(accountId, some[1]!.id, {
        change: { status: 'planned' },
        expected: 'any',
        by: SYSTEM,
        at: AT,
      });
      await items.remove(accountId, some[0]!.id, 'any', SYSTEM);
      expect(await lists.countByStatus(accountId, { tags: ['a'] })).toEqual({ ...counts, new: 0 });
    });

    it('gives imported items tags, and creates the missing ones', async () => {
      await ensure('Mobile');
      const rows = [aFeedback({ accountId, tags: ['mobile', 'new'] }), aFeedback({ accountId })];
      const importId = idAt(AT);
      await adapters.importer.run(accountId, false, (target) => target.add(rows, importId));
      expect(await tagsOf(rows[0]!)).toEqual(['Mobile', 'new']);
      expect(await tagsOf(rows[1]!)).toEqual([]);
      expect(await listed()).toEqual([
        ['Mobile', 1],
        ['new', 1],
      ]);
    });

    it('separates accounts, and removes the tags of one with its items', async () => {
      await ensure('a');
      await add(['a']);
      const other = anAccountId();
      const id = await idOf('a');
      expect(await tags.list(other)).toEqual([]);
      expect(await tags.find(other, ['a'])).toEqual([]);
      expect(await tags.revise(other, id, { name: 'stolen' }, SYSTEM)).toBeNull();
      expect(await tags.remove(other, id, SYSTEM)).toBe(false);
      expect(await lists.list(other, { ...ALL, tags: ['a'] })).toEqual([]);
      await items.removeAll(other);
      expect(await listed()).toEqual([['a', 1]]);
      await items.removeAll(accountId);
      expect(await listed()).toEqual([]);
    });

    it.each(['', 'abc', '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f'])('does not find the ID %j', async (id) => {
      expect(await tags.revise(accountId, id, { name: 'x' }, SYSTEM)).toBeNull();
      expect(await tags.remove(accountId, id, SYSTEM)).toBe(false);
    });

    it('keeps items and tags consistent when both change concurrently', async () => {
      await ensure('a', 'b', 'c');
      const created = await Promise.all(Array.from({ length: 6 }, () => add(['a'])));
      const [from, removed] = [await idOf('a'), await idOf('c')];
      const write = async ({ id }: Feedback, i: number) => {
        await revise(id, ['a', 'c']);
        await batch({ id, add_tags: ['a'], ...(i % 2 && { status: 'planned' }) });
        await revise(id, ['a']);
      };
      await Promise.all([
        ...created.map(write),
        tags.revise(accountId, from, { name: 'b' }, SYSTEM),
        tags.remove(accountId, removed, SYSTEM),
      ]);
      const stored = await lists.list(accountId, ALL);
      for (const { tags: itemTags } of stored) expect(['', 'b']).toContain(itemTags.join());
      const tagged = stored.filter((item) => item.tags.length > 0).length;
      expect(await listed()).toEqual([['b', tagged]]);
      expect(await lists.count(accountId, { isUntagged: true })).toBe(created.length - tagged);
    });
  });
}
