import { ToolFailure } from '../src';
import type { TwoAccounts } from './feedback-tools.contract';
import { withParsedArguments } from './with-parsed-arguments';

type Tools = ReturnType<typeof withParsedArguments>;

const UNKNOWN_ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const NOT_FOUND = { type: 'not_found_error', message: 'Changelog entry not found' };

/** Contract tests of `ChangelogTools` (mcp.md 4). Every adapter runs all of them. */
export function changelogToolsContract(name: string, make: () => Promise<TwoAccounts>): void {
  describe(`ChangelogTools, ${name}`, () => {
    let own: Tools;
    let other: Tools;
    beforeAll(async () => {
      const accounts = await make();
      [own, other] = [withParsedArguments(accounts.own), withParsedArguments(accounts.other)];
    });

    const failure = async (call: Promise<unknown>): Promise<ToolFailure> => {
      const thrown: unknown = await call.then(
        () => 'nothing was thrown',
        (error: unknown) => error,
      );
      expect(thrown).toBeInstanceOf(ToolFailure);
      return thrown as ToolFailure;
    };

    it('creates a draft, and returns it as it is stored', async () => {
      const item = await own.create({ title: 'Dark mode' });
      const input = { title: 'Dark theme', text: ' *New* \u{1f319}', items: [item.id] };
      const entry = await own.changelog.create(input);
      expect(entry).toMatchObject({ ...input, status: 'draft', published_at: null });
      expect(entry.url).toMatch(new RegExp(`/f/.+/changelog/${entry.id}$`));
      expect(await own.changelog.get(entry.id.toUpperCase())).toEqual(entry);
    });

    it('lists pages of a status, newest first', async () => {
      const ids: string[] = [];
      for (const title of ['One', 'Two', 'Three']) {
        const { id } = await own.changelog.create({ title });
        await own.changelog.change(id, { status: 'published' });
        ids.push(id);
      }
      await own.changelog.create({ title: 'Draft' });
      const all = await own.changelog.list({ status: 'published' });
      expect(all.entries.map(({ id }) => id)).toEqual(ids.toSorted().toReversed());
      expect(all.next_cursor).toBeNull();
      const first = await own.changelog.list({ status: 'published', limit: 2 });
      const cursor = first.next_cursor!;
      const last = await own.changelog.list({ status: 'published', limit: 2, cursor });
      expect([...first.entries, ...last.entries]).toEqual(all.entries);
      expect(last.next_cursor).toBeNull();
      expect(await failure(own.changelog.list({ status: 'draft', cursor }))).toMatchObject({
        type: 'validation_error',
      });
    });

    it('publishes an entry, and gives its items the status shipped', async () => {
      const { id: itemId } = await own.create({ title: 'Dark mode' });
      const { id } = await own.changelog.create({ title: 'Dark theme', items: [itemId] });
      const entry = await own.changelog.change(id, { status: 'published', set_shipped: true });
      expect(entry).toMatchObject({ id, status: 'published', published_at: expect.any(String) });
      expect((await own.get(itemId)).item.status).toBe('shipped');
    });

    it('overwrites the given fields only', async () => {
      const entry = await own.changelog.create({ title: 'Dark theme', text: 'New' });
      const changed = await own.changelog.change(entry.id, { title: 'Light theme' });
      expect(changed).toEqual({ ...entry, title: 'Light theme', updated_at: changed.updated_at });
    });

    it('deletes an entry', async () => {
      const { id } = await own.changelog.create({ title: 'Dark theme' });
      await own.changelog.delete(id);
      expect(await failure(own.changelog.get(id))).toMatchObject(NOT_FOUND);
    });

    it('reports items that do not exist', async () => {
      const entry = { title: 'Dark theme', items: [UNKNOWN_ID] };
      expect(await failure(own.changelog.create(entry))).toMatchObject({
        type: 'not_found_error',
        message: expect.stringContaining('Feedback item not found'),
      });
    });

    it('finds no entry with an unknown or malformed ID, or of another account', async () => {
      const { id } = await own.changelog.create({ title: 'Dark theme' });
      for (const [tools, unknown] of [
        [own, UNKNOWN_ID],
        [own, '../feedback'],
        [other, id],
      ] as const) {
        for (const call of [
          tools.changelog.get(unknown),
          tools.changelog.change(unknown, { title: 'x' }),
          tools.changelog.delete(unknown),
        ])
          expect(await failure(call)).toMatchObject(NOT_FOUND);
      }
      expect((await other.changelog.list({})).entries).toEqual([]);
      expect((await own.changelog.get(id)).title).toBe('Dark theme');
    });
  });
}
