import { randomUUID } from 'node:crypto';
import { ToolFailure, type FeedbackTools } from '../src';
import { changelogToolsContract } from './changelog-tools.contract';
import { withParsedArguments } from './with-parsed-arguments';

/** The tools of two accounts, each with a `full` key and rate limits that no test reaches. */
export interface TwoAccounts {
  readonly own: FeedbackTools;
  readonly other: FeedbackTools;
  /** Changes fields of an item of the own account that tools do not set. */
  change(
    id: string,
    change: { readonly tags?: readonly string[]; readonly merged_into?: string },
  ): Promise<void>;
}

type ParsedTools = ReturnType<typeof withParsedArguments>;

const UNKNOWN_ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

/** Contract tests of `FeedbackTools` (mcp.md 4). Every adapter runs all of them. */
export function feedbackToolsContract(name: string, make: () => Promise<TwoAccounts>): void {
  changelogToolsContract(name, make);
  describe(`FeedbackTools, ${name}`, () => {
    let ownTools: ParsedTools;
    let otherTools: ParsedTools;
    let change: TwoAccounts['change'];
    /** A word that only the items of the current test contain. */
    let word: string;

    beforeAll(async () => {
      const accounts = await make();
      ({ change } = accounts);
      [ownTools, otherTools] = [withParsedArguments(accounts.own), withParsedArguments(accounts.other)];
    });
    beforeEach(() => {
      word = randomUUID();
    });

    const add = (title: string, more: object = {}) => ownTools.create({ title: `${title} ${word}`, ...more });
    const titlesOf = (items: readonly { readonly title: string }[]) =>
      items.map(({ title }) => title.split(' ')[0]);
    const failure = async (call: Promise<unknown>): Promise<ToolFailure> => {
      const thrown: unknown = await call.then(
        () => 'nothing was thrown',
        (error: unknown) => error,
      );
      expect(thrown).toBeInstanceOf(ToolFailure);
      return thrown as ToolFailure;
    };
    const NOT_FOUND = { type: 'not_found_error', message: 'Feedback item not found' };

    it('creates an item with the given fields and source mcp, and returns it', async () => {
      const input = {
        title: `Dark mode ${word}`,
        description: 'Wärme \u{1f319}\nat night',
        submitter_email: 'ada@example.com',
        status: 'planned',
      } as const;
      const item = await ownTools.create(input);
      expect(item).toMatchObject({ ...input, source: 'mcp' });
      expect(Object.keys(item).sort()).toEqual(
        [
          'id',
          'title',
          'description',
          'submitter_email',
          'status',
          'source',
          'created_at',
          'updated_at',
          'external_id',
          'merged_into',
          'duplicate_count',
          'request_count',
          'request_value',
          'unconfirmed_votes',
          'tags',
          'assignee',
          'links',
          'public',
          'context',
          'verified',
        ].sort(),
      );
      expect(await ownTools.get(item.id)).toEqual({ item, version: 1 });
    });

    it('creates an item from a title only', async () => {
      const item = await add('Dark');
      expect(item).toMatchObject({ description: null, submitter_email: null, status: 'new' });
    });

    it('lists all pages, newest first', async () => {
      const created = [await add('one'), await add('two'), await add('three')];
      const newest = created.toReversed();
      const first = await ownTools.list({ q: word, limit: 2 });
      expect(first.items).toEqual(newest.slice(0, 2));
      expect(first.next_cursor).not.toBeNull();
      const last = await ownTools.list({ q: word, limit: 2, cursor: first.next_cursor! });
      expect(last.items).toEqual(newest.slice(2));
      expect(last.next_cursor).toBeNull();
    });

    it('filters by status and sorts by title', async () => {
      await add('b', { status: 'shipped' });
      await add('a', { status: 'shipped' });
      await add('c');
      expect(titlesOf((await ownTools.list({ q: word, status: 'shipped', sort: 'title' })).items)).toEqual([
        'a',
        'b',
      ]);
      expect((await ownTools.list({ q: word, status: 'declined' })).items).toEqual([]);
    });

    it('filters by submitter and by time', async () => {
      const one = await add('one', { submitter_email: 'Ada@example.com' });
      const two = await add('two', { submitter_email: 'bob@example.com' });
      // Items created in the same millisecond have the same time.
      const between = two.created_at > one.created_at;
      const listed = async (query: object) =>
        titlesOf((await ownTools.list({ q: word, sort: 'created_at', ...query })).items);
      expect(await listed({ submitter_email: 'ada@EXAMPLE.com' })).toEqual(['one']);
      expect(await listed({ created_after: two.created_at })).toEqual(between ? ['two'] : ['one', 'two']);
      expect(await listed({ created_before: two.created_at })).toEqual(between ? ['one'] : []);
      expect(await listed({ updated_after: '2126-01-01T00:00:00+01:00' })).toEqual([]);
      expect(await listed({ created_before: '2126-01-01T00:00:00+01:00' })).toEqual(['one', 'two']);
    });

    it('lists the most requested items first, without merged ones', async () => {
      const [one, two] = [await add('one'), await add('two')];
      await add('three');
      await change(two.id, { merged_into: one.id });
      const { items } = await ownTools.list({ q: word, sort: '-request_count' });
      expect(items.map(({ title, request_count: count }) => [title.split(' ')[0], count])).toEqual([
        ['one', 2],
        ['three', 1],
      ]);
    });

    it('filters by tags, which an item must all have, and by items without tags', async () => {
      const [one, two] = [await add('one'), await add('two')];
      await add('three');
      await change(one.id, { tags: ['Billing', 'mobile'] });
      await change(two.id, { tags: ['mobile'] });
      const listed = async (query: object) =>
        titlesOf((await ownTools.list({ q: word, sort: 'created_at', ...query })).items).toSorted();
      expect(await listed({ tag: 'mobile' })).toEqual(['one', 'two']);
      expect(await listed({ tag: 'Mobile,billing' })).toEqual(['one']);
      expect(await listed({ tag: 'web' })).toEqual([]);
      expect(await listed({ untagged: true })).toEqual(['three']);
      expect(await listed({ untagged: false })).toEqual(['one', 'three', 'two']);
    });

    it('returns statistics of the created items', async () => {
      const item = await add('one', { status: 'planned' });
      const today = item.created_at.slice(0, 10);
      const range = { from: today, to: today };
      const before = await ownTools.stats({ metric: 'created', by: 'status', ...range });
      await add('two', { status: 'planned' });
      const { total, buckets, ...query } = await ownTools.stats({
        metric: 'created',
        by: 'status',
        ...range,
      });
      expect(query).toMatchObject(range);
      expect(total.count).toBe(before.total.count + 1);
      const planned = ({ groups }: typeof total) => groups!.find(({ name }) => name === 'planned')!.count;
      expect(planned(total)).toBe(planned(before.total) + 1);
      expect(buckets).toEqual([expect.objectContaining({ from: today, ...total })]);
      expect((await ownTools.stats({ metric: 'time_to_shipped', ...range })).total).toMatchObject({
        count: 0,
        median_seconds: null,
      });
      const byTag = async () =>
        (await ownTools.stats({ metric: 'created', by: 'tag', ...range })).total.groups!;
      const tag = `only ${word.slice(0, 8)}`;
      expect((await byTag()).find(({ name }) => name === tag)).toBeUndefined();
      await change(item.id, { tags: [tag] });
      expect(await byTag()).toContainEqual({ name: tag, count: 1 });
      expect((await otherTools.stats({ metric: 'created', ...range })).total).toEqual({ count: 0 });
    });

    it('rejects an invalid range or grouping of statistics', async () => {
      for (const [query, param] of [
        [{ metric: 'created', from: '2026-03-04', to: '2026-03-03' }, 'from'],
        [{ metric: 'shipped', by: 'tag' }, 'by'],
      ] as const) {
        const { type, message } = await failure(ownTools.stats(query));
        expect([type, message]).toEqual(['validation_error', expect.stringContaining(param)]);
      }
    });

    it('rejects a cursor of another list with an error that names the cursor', async () => {
      for (const title of ['one', 'two']) await add(title);
      const { next_cursor: cursor } = await ownTools.list({ q: word, limit: 1 });
      for (const query of [
        { q: 'other', cursor: cursor! },
        { q: word, cursor: 'Zm9yZ2Vk' },
      ]) {
        const { type, message } = await failure(ownTools.list(query));
        expect(type).toBe('validation_error');
        expect(message).toContain('cursor');
      }
    });

    it('updates the given fields only', async () => {
      const item = await add('Dark', { description: 'before', status: 'planned' });
      const { item: updated, version } = await ownTools.update({ id: item.id, status: 'building' });
      expect(updated).toEqual({ ...item, status: 'building', updated_at: updated.updated_at });
      expect(version).toBe(2);
      const cleared = await ownTools.update({ id: item.id, title: word, description: null });
      expect(cleared).toMatchObject({
        item: { title: word, description: null, status: 'building' },
        version: 3,
      });
      expect(await ownTools.get(item.id)).toEqual(cleared);
    });

    it('updates and deletes an item only if its version equals if_match', async () => {
      const { id } = await add('Dark');
      await ownTools.update({ id, status: 'planned', if_match: 1 });
      const changed = {
        type: 'precondition_failed_error',
        message: 'The item has changed since it was read',
      };
      expect(await failure(ownTools.update({ id, status: 'shipped', if_match: 1 }))).toMatchObject(changed);
      expect(await failure(ownTools.delete({ id, if_match: 3 }))).toMatchObject(changed);
      expect(await ownTools.get(id)).toMatchObject({ item: { status: 'planned' }, version: 2 });
      await ownTools.delete({ id, if_match: 2 });
      expect(await failure(ownTools.get(id))).toMatchObject(NOT_FOUND);
    });

    it('updates all items of a batch, in its order, or none', async () => {
      const [one, two] = [await add('one'), await add('two')];
      const updated = await ownTools.updateAll([
        { id: two.id, status: 'planned' },
        { id: one.id, title: word, status: one.status },
      ]);
      expect(updated.items).toMatchObject([
        { id: two.id, status: 'planned', title: two.title },
        { id: one.id, status: 'new', title: word },
      ]);
      expect(updated.changed).toEqual([
        { id: two.id, fields: ['status'] },
        { id: one.id, fields: ['title'] },
      ]);
      const update = ownTools.updateAll([
        { id: one.id, status: 'shipped' },
        { id: UNKNOWN_ID, status: 'shipped' },
      ]);
      expect(await failure(update)).toMatchObject({
        ...NOT_FOUND,
        details: ['Feedback item not found: updates[1].id'],
      });
      expect((await ownTools.get(one.id)).item).toEqual(updated.items[1]);
    });

    it('creates an item with tags, and adds and removes them', async () => {
      const item = await add('Dark', { tags: ['mobile', 'ui'] });
      expect(item.tags).toEqual(['mobile', 'ui']);
      const change = { id: item.id, add_tags: ['night'], remove_tags: ['ui'] };
      expect((await ownTools.update(change)).item.tags).toEqual(['mobile', 'night']);
      const { items } = await ownTools.updateAll([{ id: item.id, add_tags: ['ui'], remove_tags: ['night'] }]);
      expect(items[0]!.tags).toEqual(['mobile', 'ui']);
    });

    it('merges and unmerges items, one or several at once', async () => {
      const [one, two, three] = [await add('one'), await add('two'), await add('three')];
      const merged = await ownTools.update({ id: two.id, merged_into: one.id });
      expect(merged.item.merged_into).toBe(one.id);
      const { changed } = await ownTools.updateAll([{ id: three.id, merged_into: one.id }]);
      expect(changed).toContainEqual({ id: three.id, fields: ['merged_into'] });
      expect((await ownTools.get(one.id)).item.duplicate_count).toBe(2);
      await ownTools.update({ id: two.id, merged_into: null });
      expect((await ownTools.get(one.id)).item.duplicate_count).toBe(1);
    });

    it('names the target in the error of a conflict', async () => {
      const [one, two, three] = [await add('one'), await add('two'), await add('three')];
      await ownTools.update({ id: two.id, merged_into: one.id });
      const type = 'conflict_error';
      expect(await failure(ownTools.update({ id: three.id, merged_into: two.id }))).toMatchObject({
        type,
        details: [expect.stringContaining(one.id)],
      });
      expect(await failure(ownTools.update({ id: two.id, title: word }))).toMatchObject({
        type,
        details: [expect.stringContaining(one.id)],
      });
      expect(await failure(ownTools.updateAll([{ id: two.id, title: word }]))).toMatchObject({
        type,
        details: [`Merged into ${one.id}: updates[0].id`],
      });
    });

    it('writes notes after a change, and returns them with their author on demand', async () => {
      const { id } = await add('Dark');
      await ownTools.update({ id, status: 'planned', note: ' For the spring release ' });
      await ownTools.updateAll([{ id, note: 'Asked Ada' }]);
      expect(await ownTools.get(id)).not.toHaveProperty('notes');
      const { notes, item } = await ownTools.get(id, ['notes']);
      expect(item.status).toBe('planned');
      expect(notes!.map(({ text }) => text)).toEqual(['Asked Ada', 'For the spring release']);
      expect(notes![0]!.by).toMatch(/./);
      const unknown = ownTools.update({ id: UNKNOWN_ID, note: 'x' });
      expect(await failure(unknown)).toMatchObject(NOT_FOUND);
    });

    it('adds who asks for an item, and lists the items of an address', async () => {
      const { id } = await add('Dark', { submitter_email: `ada.${word}@example.com` });
      await add('Light');
      const email = `eve.${word}@example.com`;
      const request = { email, company: 'Acme', value: 1200, quote: 'For our night shift' };
      const { item, version } = await ownTools.update({ id, request });
      expect([item.request_count, item.request_value, version]).toEqual([2, 1200, 1]);
      const { requests } = await ownTools.get(id, ['requests']);
      expect(requests).toEqual([
        expect.objectContaining(request),
        expect.objectContaining({ email: `ada.${word}@example.com` }),
      ]);
      const listed = await ownTools.list({ requested_by: email.toUpperCase(), sort: '-request_value' });
      expect(listed.items.map((one) => one.id)).toEqual([id]);
    });

    it('finds items that are similar to an item or to a title', async () => {
      // Without the random word of the test, which can be similar to that of another one.
      const create = (title: string) => ownTools.create({ title });
      const [one, two] = [await create('Offline maps for hikers'), await create('Hikers need offline maps')];
      const similarTo = async (idOrTitle: string) =>
        (await ownTools.similarTo(idOrTitle)).map(({ id, score }) => [id, score > 0 && score <= 1]);
      expect(await similarTo(one.id)).toEqual([[two.id, true]]);
      const byTitle = await similarTo('offline maps');
      expect(byTitle.toSorted()).toEqual(
        [
          [one.id, true],
          [two.id, true],
        ].toSorted(),
      );
      expect(await failure(ownTools.similarTo(UNKNOWN_ID))).toMatchObject(NOT_FOUND);
      expect(await otherTools.similarTo(one.title)).toEqual([]);
    });

    it('lists changes since a time, oldest first, in pages', async () => {
      const before = await add('before');
      const one = await add('one');
      await ownTools.update({ id: one.id, status: 'planned', title: `New ${word}` });
      const gone = await add('gone');
      await ownTools.delete({ id: gone.id });
      const ids = [one.id, gone.id];
      const since = one.created_at > before.created_at ? one.created_at : before.created_at;
      const all = async (limit: number) => {
        const found = [];
        let cursor: string | undefined;
        do {
          const page = await ownTools.changes({ since, limit, cursor });
          expect(page.changes.length).toBeLessThanOrEqual(limit);
          found.push(...page.changes);
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        return found.filter(({ item }) => ids.includes(item!.id));
      };
      // Events appear shortly after their changes.
      let changes = await all(100);
      while (changes.length < 4) changes = await all(100);
      expect(changes.map(({ type, item }) => [type, item!.id])).toEqual([
        ['created', one.id],
        ['updated', one.id],
        ['created', gone.id],
        ['deleted', gone.id],
      ]);
      expect(changes[1]).toMatchObject({
        item: { title: `New ${word}` },
        changes: { status: { from: 'new', to: 'planned' }, title: { from: one.title, to: `New ${word}` } },
      });
      expect(changes[1]!.by).toMatch(/./);
      expect(await all(1)).toEqual(changes);
      expect((await ownTools.changes({ since: '2126-01-01' })).changes).toEqual([]);
      const { history } = await ownTools.get(one.id, ['history']);
      expect(history!.map(({ type, changes: fields }) => [type, Object.keys(fields).sort()])).toEqual([
        ['updated', ['status', 'title']],
        ['created', []],
      ]);
    });

    it('rejects an unknown cursor of changes', async () => {
      const { type, message } = await failure(ownTools.changes({ since: '2026-03-03', cursor: 'zzz' }));
      expect([type, message]).toEqual(['validation_error', expect.stringContaining('cursor')]);
    });

    it('deletes an item, and then does not find it', async () => {
      const { id } = await add('Dark');
      await ownTools.delete({ id });
      expect(await failure(ownTools.get(id))).toMatchObject(NOT_FOUND);
      expect(await failure(ownTools.delete({ id }))).toMatchObject(NOT_FOUND);
    });

    it('does not find items of another account or unknown IDs', async () => {
      const { id } = await add('Dark');
      for (const [tools, missing] of [
        [otherTools, id],
        [ownTools, UNKNOWN_ID],
      ] as const) {
        expect(await failure(tools.get(missing))).toMatchObject(NOT_FOUND);
        expect(await failure(tools.update({ id: missing, title: 'Theirs' }))).toMatchObject(NOT_FOUND);
        expect(await failure(tools.delete({ id: missing }))).toMatchObject(NOT_FOUND);
        const { type } = await failure(tools.updateAll([{ id: missing, title: 'Theirs' }]));
        expect(type).toBe('not_found_error');
      }
      expect((await otherTools.list({ q: word })).items).toEqual([]);
      expect((await ownTools.get(id)).item.title).toBe(`Dark ${word}`);
    });

    // Some of these are other paths of the API next to the item paths.
    const NO_IDS = ['abc', '', '..', 'a/b', `${UNKNOWN_ID}/..`, 'ä', '%2e%2e', 'export', 'batch', 'import'];
    it.each(NO_IDS)('does not find an item by the malformed ID %j', async (id) => {
      expect(await failure(ownTools.get(id))).toMatchObject(NOT_FOUND);
      expect(await failure(ownTools.update({ id, title: 'Light' }))).toMatchObject(NOT_FOUND);
      expect(await failure(ownTools.delete({ id }))).toMatchObject(NOT_FOUND);
      const { type } = await failure(ownTools.updateAll([{ id, title: 'Light' }]));
      expect(type).toBe('not_found_error');
    });

    it('creates one item per idempotency key, and rejects the key with different arguments', async () => {
      const once = { idempotency_key: `once-${word}` };
      const item = await add('Dark', once);
      expect(await add('Dark', once)).toEqual(item);
      expect((await ownTools.list({ q: word })).items).toEqual([item]);
      expect(await failure(add('Light', once))).toMatchObject({
        type: 'idempotency_error',
        message: 'Idempotency-Key was already used with a different request',
      });
      await ownTools.delete({ id: item.id });
      expect(await failure(add('Dark', once))).toMatchObject({ type: 'conflict_error' });
    });
  });
}
