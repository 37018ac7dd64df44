import { apiKeyActor, memberActor, SYSTEM } from '@libs/kernel';
import type { FeedbackRepository, Note, NoteRepository, RecordedChange } from '../../src';
import { aFeedback, idAt } from '../items/feedback-builders';

export interface NotesHarness {
  readonly notes: NoteRepository;
  readonly items: FeedbackRepository;
  /** Creates an account, and returns its ID. */
  addAccount(): Promise<string>;
  /** Returns the IDs of the people who were told that a note mentions them. */
  told(accountId: string, noteId: string): Promise<readonly string[]>;
  /** Returns the recorded changes of an account, in their order. */
  changes(accountId: string): Promise<readonly RecordedChange[]>;
  /** Publishes deletions, which deletes notes. */
  publish(): Promise<void>;
}

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');
const MEMBER = memberActor('01900000-0000-7000-8000-000000000002');
const NOTE = { text: 'Ask Ada', author: MEMBER, authorName: null };

/** Contract tests of `NoteRepository` (history.md 3). Every adapter runs all of them. */
export function noteRepositoryContract(name: string, make: () => Promise<NotesHarness>): void {
  describe(`NoteRepository, ${name}`, () => {
    let harness: NotesHarness;
    let accountId: string;
    let notes: NoteRepository;
    let minute = 0;
    beforeAll(async () => {
      harness = await make();
      notes = harness.notes;
    });
    beforeEach(async () => {
      accountId = await harness.addAccount();
    });

    const addItem = async (more: object = {}) => {
      const item = aFeedback({ accountId, ...more });
      await harness.items.add(item, SYSTEM);
      return item;
    };
    /** Each note is a minute later than the one before. */
    const aNote = (itemId: string, more: Partial<Note> = {}): Note => {
      const createdAt = new Date(Date.parse('2026-03-03T10:00:00.000Z') + 60_000 * minute++).toISOString();
      return { accountId, itemId, id: idAt(createdAt), ...NOTE, createdAt, ...more };
    };
    const add = async (itemId: string, more: Partial<Note> = {}) => {
      const note = aNote(itemId, more);
      expect(await notes.add([{ note: note, mentioned: [] }])).toBe(true);
      return note;
    };
    const list = (itemId: string, limit = 100, after?: string) =>
      notes.list(accountId, itemId, { limit, after });

    it('returns what was stored, newest first', async () => {
      const item = await addItem();
      const first = await add(item.id, { text: 'ü\n\t🙂 "quoted" \\', author: KEY });
      const second = await add(item.id, { author: SYSTEM });
      await add((await addItem()).id);
      expect(await list(item.id)).toEqual([second, first]);
    });

    it('tells each mentioned person, unless the item does not exist', async () => {
      const item = await addItem();
      const people = [idAt('2026-03-03T10:00:00.000Z'), idAt('2026-03-03T10:00:01.000Z')];
      const [note, unstored, plain] = [aNote(item.id), aNote(aFeedback().id), aNote(item.id)];
      expect(await notes.add([{ note: note, mentioned: people }])).toBe(true);
      expect(await notes.add([{ note: unstored, mentioned: people }])).toBe(false);
      expect(await notes.add([{ note: plain, mentioned: [] }])).toBe(true);
      expect([...(await harness.told(accountId, note.id))].sort()).toEqual([...people].sort());
      for (const { id } of [unstored, plain]) expect(await harness.told(accountId, id)).toEqual([]);
    });

    it('stores several notes, each with its own time and author name, or none', async () => {
      const item = await addItem();
      const notesOf = (itemId: string) =>
        ['Grace Hopper', null].map((authorName) => ({ note: aNote(itemId, { authorName }), mentioned: [] }));
      const added = notesOf(item.id);
      expect(await notes.add(added)).toBe(true);
      expect(await notes.add(notesOf(aFeedback().id))).toBe(false);
      expect(await list(item.id)).toEqual(added.map(({ note }) => note).reverse());
      const recorded = await harness.changes(accountId);
      expect(recorded.filter(({ kind }) => kind === 'note_created')).toHaveLength(2);
    });

    it('returns pages with an extra note', async () => {
      const item = await addItem();
      const added = [await add(item.id), await add(item.id), await add(item.id)].reverse();
      expect(await list(item.id, 1)).toEqual(added.slice(0, 2));
      expect(await list(item.id, 1, added[0]!.id)).toEqual(added.slice(1));
      expect(await list(item.id, 1, added[2]!.id)).toEqual([]);
    });

    it('stores no note of an item that does not exist', async () => {
      for (const id of [aFeedback().id, 'x', '']) {
        expect([id, await notes.add([{ note: aNote(id), mentioned: [] }]), await list(id)]).toEqual([
          id,
          false,
          null,
        ]);
      }
      const theirs = await addItem({ accountId: await harness.addAccount() });
      expect(await notes.add([{ note: aNote(theirs.id), mentioned: [] }])).toBe(false);
    });

    it('deletes one note, once', async () => {
      const item = await addItem();
      const [kept, note] = [await add(item.id), await add(item.id)];
      const other = await addItem();
      for (const [account, itemId, id] of [
        [accountId, item.id, 'x'],
        [accountId, 'x', note.id],
        [accountId, other.id, note.id],
        [await harness.addAccount(), item.id, note.id],
      ] as const) {
        expect(await notes.remove(account, itemId, id, SYSTEM)).toBe(false);
      }
      expect(await notes.remove(accountId, item.id, note.id, SYSTEM)).toBe(true);
      expect(await notes.remove(accountId, item.id, note.id, SYSTEM)).toBe(false);
      expect(await list(item.id)).toEqual([kept]);
    });

    it('shows another account nothing', async () => {
      const item = await addItem();
      await add(item.id);
      const other = await harness.addAccount();
      expect(await notes.list(other, item.id, { limit: 10 })).toBeNull();
      expect(await notes.listAll(other, null, 10)).toEqual([]);
    });

    it('deletes the notes of a deleted item, which no one reads from the deletion on', async () => {
      const [item, other] = [await addItem(), await addItem()];
      const [note, kept] = [await add(item.id), await add(other.id)];
      await harness.items.remove(accountId, item.id, 'any', SYSTEM);
      expect(await list(item.id)).toBeNull();
      expect(await notes.listAll(accountId, null, 10)).toEqual([kept]);
      expect(await notes.remove(accountId, item.id, note.id, SYSTEM)).toBe(false);
      await harness.publish();
      await harness.items.add(item, SYSTEM);
      expect(await list(item.id)).toEqual([]);
      expect(await list(other.id)).toEqual([kept]);
    });

    it('returns all notes in pages, by item', async () => {
      const items = [await addItem(), await addItem()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const added = [];
      for (const { id } of items) added.push(await add(id), await add(id));
      expect(await notes.listAll(accountId, null, 3)).toEqual(added.slice(0, 3));
      expect(await notes.listAll(accountId, added[2]!, 3)).toEqual(added.slice(3));
    });

    it('deletes all notes of one account', async () => {
      const item = await addItem();
      await add(item.id);
      const theirs = { accountId: await harness.addAccount() };
      const other = await addItem(theirs);
      const kept = await add(other.id, theirs);
      await notes.removeAll(accountId);
      expect(await list(item.id)).toEqual([]);
      expect(await notes.list(theirs.accountId, other.id, { limit: 10 })).toEqual([kept]);
    });

    /** events.md 1 */
    it('records a new note and its deletion, without the text', async () => {
      const item = await addItem();
      const {
        text: _,
        accountId: _account,
        authorName: _name,
        ...note
      } = await add(item.id, { author: MEMBER });
      await notes.remove(accountId, item.id, note.id, KEY);
      await add(item.id);
      await harness.items.remove(accountId, item.id, 'any', SYSTEM);
      const recorded = (await harness.changes(accountId)).filter(({ kind }) => kind.startsWith('note_'));
      expect(recorded).toMatchObject([
        { kind: 'note_created', actor: MEMBER, note },
        { kind: 'note_deleted', actor: KEY, note },
        { kind: 'note_created' },
      ]);
    });

    it('stores no note of an item that is deleted at the same time', async () => {
      for (let i = 0; i < 10; i++) {
        const item = await addItem();
        const note = aNote(item.id);
        await Promise.all([
          notes.add([{ note: note, mentioned: [] }]),
          harness.items.remove(accountId, item.id, 'any', SYSTEM),
        ]);
        await harness.publish();
        await harness.items.add(item, SYSTEM);
        expect(await list(item.id)).toEqual([]);
      }
    });
  });
}
