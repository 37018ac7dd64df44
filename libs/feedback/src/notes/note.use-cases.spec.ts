import { memberActor, parse, SYSTEM, type Valid } from '@libs/kernel';
import {
  aFeedback,
  idAt,
  InMemoryFeedbackRepository,
  InMemoryIdempotencyRepository,
  InMemoryNoteRepository,
} from '../../testing';
import { storageLimitReached } from '../storage/storage-limit';
import { movedNotesRule, newNoteRule, NOTE_MAX, type NewNote } from './note';
import { NoteUseCases } from './note.use-cases';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const ADA = '01900000-0000-7000-8000-000000000003';
const MEMBER = memberActor('01900000-0000-7000-8000-000000000002');

type Inputs = Valid<readonly NewNote[]>;
const throwFull = () => {
  throw storageLimitReached();
};

/** history.md 3, history.md 4 */
describe('NoteUseCases', () => {
  let items: InMemoryFeedbackRepository;
  let stored: InMemoryNoteRepository;
  let notes: NoteUseCases;
  let isFull = false;
  let lookups: unknown[];
  const item = aFeedback();
  beforeEach(async () => {
    isFull = false;
    lookups = [];
    items = new InMemoryFeedbackRepository();
    await items.add(item, SYSTEM);
    stored = new InMemoryNoteRepository(items);
    notes = new NoteUseCases(
      {
        notes: stored,
        writes: new InMemoryIdempotencyRepository(items, stored),
        findMentioned: async (accountId, texts, author) => {
          lookups.push([accountId, author]);
          return texts.map((text) => (text.includes('@ada') ? [ADA] : []));
        },
        storage: { assertBelowStorageLimit: () => isFull && throwFull() },
      },
      () => NOW,
      (at) => idAt(at.toISOString()),
    );
  });
  const inputs = (...bodies: object[]) => parse(movedNotesRule(NOW), { notes: bodies }).notes as Inputs;
  const write = async (text: unknown, id = item.id) =>
    (await notes.write(item.accountId, id, inputs({ text }), MEMBER))[0]!;
  const texts = async () =>
    (await notes.list(item.accountId, item.id, { limit: 100 })).items.map(({ text }) => text);

  it('writes, lists, and deletes a note, with IDs in either case', async () => {
    const note = await write(' Ask Ada.\r\n\tThen reply. ', item.id.toUpperCase());
    expect(note).toMatchObject({
      itemId: item.id,
      text: 'Ask Ada.\n\tThen reply.',
      author: MEMBER,
      createdAt: NOW.toISOString(),
    });
    const id = item.id.toUpperCase();
    expect(await notes.list(item.accountId, id, { limit: 1 })).toMatchObject({
      items: [note],
      hasMore: false,
    });
    await notes.remove(item.accountId, id, note.id.toUpperCase(), SYSTEM);
    expect(await texts()).toEqual([]);
  });

  /** notifications.md 2 */
  it('tells the people whom it mentions', async () => {
    await write('Ask Grace');
    const { id } = await write('Ask @ada');
    expect(stored.mentions).toEqual([{ noteId: id, personId: ADA }]);
    expect(lookups).toEqual(Array(2).fill([item.accountId, MEMBER]));
  });

  it('looks up once whom several notes mention', async () => {
    const several = inputs(
      { text: '@ada 1' },
      { text: '@ada 2', author_name: 'Bo' },
      { text: '3' },
      { text: '@ada 4' },
    );
    const [first, , , last] = await notes.write(item.accountId, item.id, several, MEMBER);
    expect(lookups).toHaveLength(1);
    expect(stored.mentions.map(({ noteId }) => noteId)).toEqual([first!.id, last!.id]);
  });

  const MOVED = { text: 'Ask @ada', author_name: ' Grace Hopper ', created_at: '2024-03-03T11:00:00+01:00' };

  it('moves notes of another product with their times and authors, in their order, all or none', async () => {
    const body = inputs(MOVED, { text: 'Later', author_name: null, created_at: null });
    const moved = await notes.write(item.accountId, item.id, body, MEMBER);
    expect(moved).toMatchObject([
      { author: MEMBER, authorName: 'Grace Hopper', createdAt: '2024-03-03T10:00:00.000Z' },
      { author: MEMBER, authorName: null, createdAt: NOW.toISOString() },
    ]);
    expect(moved[0]!.id < moved[1]!.id).toBe(true);
    expect(await texts()).toEqual(['Later', 'Ask @ada']);
    await expect(notes.write(item.accountId, aFeedback().id, body, MEMBER)).rejects.toMatchObject({
      code: 'feedback_not_found',
    });
    expect(await texts()).toHaveLength(2);
  });

  it('tells no one of a note that is moved', async () => {
    for (const { text, ...moved } of [MOVED, { ...MOVED, author_name: null }])
      await notes.write(item.accountId, item.id, inputs({ text, ...moved }), MEMBER);
    expect(stored.mentions).toEqual([]);
  });

  it.each([
    [{ author_name: 'a\nb' }, 'invalid_characters'],
    [{ author_name: '  ' }, 'empty_value'],
    [{ author_name: 'x'.repeat(101) }, 'too_long'],
    [{ created_at: '2026-03-03T10:05:01Z' }, 'invalid_value'],
    [{ created_at: '1969-12-31T23:59:59Z' }, 'invalid_value'],
    [{ created_at: '2026-03-03' }, 'invalid_format'],
  ])('rejects a moved note with %j', (more, code) => {
    expect(() => inputs({ text: 'a', ...more })).toThrow(expect.objectContaining({ code }));
  });

  it('writes 1 to 100 notes at once', async () => {
    expect(() => inputs()).toThrow(expect.objectContaining({ code: 'empty_value' }));
    const all = Array.from({ length: 101 }, (_, i) => ({ text: `${i}` }));
    expect(() => inputs(...all)).toThrow(expect.objectContaining({ code: 'too_long' }));
    expect(await notes.write(item.accountId, item.id, inputs(...all.slice(1)), MEMBER)).toHaveLength(100);
  });

  /** idempotency.md 2, storage.md 3 */
  it('writes once with a key, and returns the first response, also if the account is full', async () => {
    const request = { client: 'c', key: 'k', fingerprint: 'f' };
    const once = (text: string) =>
      notes.writeOnce(item.accountId, item.id, inputs({ text }), MEMBER, request, ([note]) => note!.text);
    expect(await once('first')).toEqual({ text: 'first', isReplay: false });
    isFull = true;
    expect(await once('second')).toEqual({ text: 'first', isReplay: true });
    expect(await texts()).toEqual(['first']);
    const other = { ...request, key: 'other' };
    const write = notes.writeOnce(item.accountId, item.id, inputs({ text: 'a' }), MEMBER, other, () => '');
    await expect(write).rejects.toMatchObject({ code: 'storage_limit_reached' });
  });

  it('changes nothing in the item', async () => {
    await write('Ask Ada');
    expect(await items.find(item.accountId, item.id)).toEqual(item);
    expect(items.changesOf(item.accountId).map(({ kind }) => kind)).toEqual(['created', 'note_created']);
  });

  it.each([
    ['', 'empty_value'],
    [' \n ', 'empty_value'],
    ['\u200b', 'empty_value'],
    [undefined, 'missing_required_field'],
    [null, 'missing_required_field'],
    [5, 'invalid_type'],
    ['a\u0000', 'invalid_characters'],
    ['\ud800', 'invalid_characters'],
    ['a\u001b', 'invalid_characters'],
    ['🙂'.repeat(NOTE_MAX + 1), 'too_long'],
  ])('rejects the text %j', (text, code) => {
    expect(() => parse(newNoteRule, text === undefined ? {} : { text })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it('accepts the longest text, in code points', async () => {
    expect((await write('🙂'.repeat(NOTE_MAX))).text).toHaveLength(2 * NOTE_MAX);
  });

  it('throws an error for items and notes that do not exist', async () => {
    const note = await write('Ask Ada');
    for (const id of ['x', aFeedback().id]) {
      await expect(write('a', id)).rejects.toMatchObject({ code: 'feedback_not_found' });
      await expect(notes.list(item.accountId, id, { limit: 1 })).rejects.toMatchObject({
        code: 'feedback_not_found',
      });
      await expect(notes.remove(item.accountId, id, note.id, SYSTEM)).rejects.toMatchObject({
        code: 'note_not_found',
      });
      await expect(notes.remove(item.accountId, item.id, id, SYSTEM)).rejects.toMatchObject({
        code: 'note_not_found',
      });
    }
    expect(await texts()).toEqual(['Ask Ada']);
  });

  it('yields all notes in pages', async () => {
    for (let i = 0; i < 100; i++) await write(`${i}`);
    const pages = [];
    for await (const page of notes.all(item.accountId)) pages.push(page.length);
    expect(pages).toEqual([100, 0]);
  });
});
