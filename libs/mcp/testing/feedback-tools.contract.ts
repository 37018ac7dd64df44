import { randomUUID } from 'node:crypto';
import { ToolFailure, type FeedbackTools } from '../src';
import { called } from './called';

/** The tools of two accounts, each with a key that may do everything and no limits that a test would meet. */
export interface TwoAccounts {
  readonly ours: FeedbackTools;
  readonly theirs: FeedbackTools;
}

type Called = ReturnType<typeof called>;

const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

/** What every `FeedbackTools` promises (mcp.md 4); each adapter runs all of it. */
export function feedbackToolsContract(name: string, make: () => Promise<TwoAccounts>): void {
  describe(`FeedbackTools, ${name}`, () => {
    let ours: Called;
    let theirs: Called;
    /** A word that only this test's items have. */
    let word: string;

    beforeAll(async () => {
      const accounts = await make();
      [ours, theirs] = [called(accounts.ours), called(accounts.theirs)];
    });
    beforeEach(() => {
      word = randomUUID();
    });

    const add = (title: string, more: object = {}) => ours.create({ title: `${title} ${word}`, ...more });
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

    it('creates what is given, says that it came from here, and gives it back', async () => {
      const given = {
        title: `Dark mode ${word}`,
        description: 'Wärme \u{1f319}\nat night',
        submitter_email: 'ada@example.com',
        status: 'planned',
      } as const;
      const item = await ours.create(given);
      expect(item).toMatchObject({ ...given, source: 'mcp' });
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
        ].sort(),
      );
      expect(await ours.get(item.id)).toEqual({ item, version: 1 });
    });

    it('creates with a title alone', async () => {
      const item = await add('Dark');
      expect(item).toMatchObject({ description: null, submitter_email: null, status: 'new' });
    });

    it('lists newest first, page by page to the end', async () => {
      const made = [await add('one'), await add('two'), await add('three')];
      // Of two that are made in one millisecond, the ids alone say which of them is listed first.
      const newest = made.toSorted((one, other) => (one.id < other.id ? 1 : -1));
      const first = await ours.list({ q: word, limit: 2 });
      expect(first.items).toEqual(newest.slice(0, 2));
      expect(first.next_cursor).not.toBeNull();
      const last = await ours.list({ q: word, limit: 2, cursor: first.next_cursor! });
      expect(last.items).toEqual(newest.slice(2));
      expect(last.next_cursor).toBeNull();
    });

    it('lists by status and in another order', async () => {
      await add('b', { status: 'shipped' });
      await add('a', { status: 'shipped' });
      await add('c');
      expect(titlesOf((await ours.list({ q: word, status: 'shipped', sort: 'title' })).items)).toEqual([
        'a',
        'b',
      ]);
      expect((await ours.list({ q: word, status: 'declined' })).items).toEqual([]);
    });

    it('lists by submitter and by time', async () => {
      const one = await add('one', { submitter_email: 'Ada@example.com' });
      const two = await add('two', { submitter_email: 'bob@example.com' });
      // Items of one millisecond have the same time.
      const between = two.created_at > one.created_at;
      const listed = async (query: object) =>
        titlesOf((await ours.list({ q: word, sort: 'created_at', ...query })).items);
      expect(await listed({ submitter_email: 'ada@EXAMPLE.com' })).toEqual(['one']);
      expect(await listed({ created_after: two.created_at })).toEqual(between ? ['two'] : ['one', 'two']);
      expect(await listed({ created_before: two.created_at })).toEqual(between ? ['one'] : []);
      expect(await listed({ updated_after: '2126-01-01T00:00:00+01:00' })).toEqual([]);
      expect(await listed({ created_before: '2126-01-01T00:00:00+01:00' })).toEqual(['one', 'two']);
    });

    it('refuses a cursor of another list, naming the input', async () => {
      for (const title of ['one', 'two']) await add(title);
      const { next_cursor: cursor } = await ours.list({ q: word, limit: 1 });
      for (const query of [
        { q: 'other', cursor: cursor! },
        { q: word, cursor: 'Zm9yZ2Vk' },
      ]) {
        const { type, message } = await failure(ours.list(query));
        expect(type).toBe('validation_error');
        expect(message).toContain('cursor');
      }
    });

    it('updates what is named and leaves the rest', async () => {
      const item = await add('Dark', { description: 'before', status: 'planned' });
      const { item: updated, version } = await ours.update({ id: item.id, status: 'building' });
      expect(updated).toEqual({ ...item, status: 'building', updated_at: updated.updated_at });
      expect(version).toBe(2);
      const cleared = await ours.update({ id: item.id, title: word, description: null });
      expect(cleared).toMatchObject({
        item: { title: word, description: null, status: 'building' },
        version: 3,
      });
      expect(await ours.get(item.id)).toEqual(cleared);
    });

    it('updates and deletes an item only at the version named, if one is', async () => {
      const { id } = await add('Dark');
      await ours.update({ id, status: 'planned', if_match: 1 });
      const changed = {
        type: 'precondition_failed_error',
        message: 'The item has changed since it was read',
      };
      expect(await failure(ours.update({ id, status: 'shipped', if_match: 1 }))).toMatchObject(changed);
      expect(await failure(ours.delete({ id, if_match: 3 }))).toMatchObject(changed);
      expect(await ours.get(id)).toMatchObject({ item: { status: 'planned' }, version: 2 });
      await ours.delete({ id, if_match: 2 });
      expect(await failure(ours.get(id))).toMatchObject(NOT_FOUND);
    });

    it('updates many in the order asked, or none of them', async () => {
      const [one, two] = [await add('one'), await add('two')];
      const updated = await ours.updateAll([
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
      const refused = ours.updateAll([
        { id: one.id, status: 'shipped' },
        { id: UNKNOWN, status: 'shipped' },
      ]);
      expect(await failure(refused)).toMatchObject({
        ...NOT_FOUND,
        details: ['Feedback item not found: updates[1].id'],
      });
      expect((await ours.get(one.id)).item).toEqual(updated.items[1]);
    });

    it('deletes, once', async () => {
      const { id } = await add('Dark');
      await ours.delete({ id });
      expect(await failure(ours.get(id))).toMatchObject(NOT_FOUND);
      expect(await failure(ours.delete({ id }))).toMatchObject(NOT_FOUND);
    });

    it('finds nothing of another account, and nothing that never was', async () => {
      const { id } = await add('Dark');
      for (const [tools, missing] of [
        [theirs, id],
        [ours, UNKNOWN],
      ] as const) {
        expect(await failure(tools.get(missing))).toMatchObject(NOT_FOUND);
        expect(await failure(tools.update({ id: missing, title: 'Theirs' }))).toMatchObject(NOT_FOUND);
        expect(await failure(tools.delete({ id: missing }))).toMatchObject(NOT_FOUND);
        const { type } = await failure(tools.updateAll([{ id: missing, title: 'Theirs' }]));
        expect(type).toBe('not_found_error');
      }
      expect((await theirs.list({ q: word })).items).toEqual([]);
      expect((await ours.get(id)).item.title).toBe(`Dark ${word}`);
    });

    // Some of these are places beside the items, in the addresses of the API.
    const NO_IDS = ['abc', '', '..', 'a/b', `${UNKNOWN}/..`, 'ä', '%2e%2e', 'export', 'batch', 'import'];
    it.each(NO_IDS)('finds nothing by %j', async (id) => {
      expect(await failure(ours.get(id))).toMatchObject(NOT_FOUND);
      expect(await failure(ours.update({ id, title: 'Light' }))).toMatchObject(NOT_FOUND);
      expect(await failure(ours.delete({ id }))).toMatchObject(NOT_FOUND);
      const { type } = await failure(ours.updateAll([{ id, title: 'Light' }]));
      expect(type).toBe('not_found_error');
    });

    it('creates once for one idempotency key, and refuses the key for something else', async () => {
      const once = { idempotency_key: `once-${word}` };
      const item = await add('Dark', once);
      expect(await add('Dark', once)).toEqual(item);
      expect((await ours.list({ q: word })).items).toEqual([item]);
      expect(await failure(add('Light', once))).toMatchObject({
        type: 'idempotency_error',
        message: 'Idempotency-Key was already used with a different request',
      });
      await ours.delete({ id: item.id });
      expect(await failure(add('Dark', once))).toMatchObject({ type: 'conflict_error' });
    });
  });
}
