import { memberActor, parse, SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  idAt,
  InMemoryFeedbackRepository,
  InMemoryNoteRepository,
  NO_STORAGE_LIMIT,
} from '../../testing';
import { newNoteRule, NOTE_MAX } from './note';
import { NoteUseCases } from './note.use-cases';

const NOW = new Date('2026-03-03T10:00:00.000Z');
const ADA = '01900000-0000-7000-8000-000000000003';
const MEMBER = memberActor('01900000-0000-7000-8000-000000000002');

/** history.md 3, history.md 4 */
describe('NoteUseCases', () => {
  let items: InMemoryFeedbackRepository;
  let stored: InMemoryNoteRepository;
  let notes: NoteUseCases;
  const item = aFeedback();
  beforeEach(async () => {
    items = new InMemoryFeedbackRepository();
    await items.add(item, SYSTEM);
    stored = new InMemoryNoteRepository(items);
    notes = new NoteUseCases(
      stored,
      () => NOW,
      (at) => idAt(at.toISOString()),
      async (...mention) => (mention.join() === `${item.accountId},Ask @ada,${MEMBER}` ? [ADA] : []),
      NO_STORAGE_LIMIT,
    );
  });
  const write = (text: unknown, id = item.id) =>
    notes.write(item.accountId, id, parse(newNoteRule, { text }), MEMBER);
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
