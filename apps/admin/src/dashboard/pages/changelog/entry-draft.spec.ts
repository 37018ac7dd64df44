import type { ChangelogEntry } from '@libs/contract';
import { ApiError } from '../../api/requests/client';
import {
  changedFields,
  draftErrors,
  entryOfCards,
  fittingCards,
  rejectedFields,
  textOfCards,
  toDraft,
  withCards,
  withKnownItems,
} from './entry-draft';

const saved: ChangelogEntry = {
  id: '1',
  title: 'Dark theme',
  text: 'Text',
  items: ['a', 'b'],
  status: 'draft',
  published_at: null,
  notification: null,
  created_at: '2026-03-04T09:00:00.000Z',
  updated_at: '2026-03-04T09:00:00.000Z',
  url: 'https://feedback.example.com/f/acme/changelog/1',
};
const draft = toDraft(saved);
const card = (id: string, title: string, text: string | null = null) => ({
  id,
  title,
  text,
  moved_at: '2026-03-04T09:00:00.000Z',
});

/** changelog.md 7 */
describe('the draft of an entry', () => {
  it('sends only what has changed', () => {
    expect(changedFields({ ...draft, title: ' Dark theme ' }, saved)).toEqual({});
    expect(changedFields({ ...draft, text: '', items: ['a'] }, saved)).toEqual({ text: '', items: ['a'] });
  });

  it('sends only items that exist, if that is known', () => {
    const known = [{ id: 'b', title: 'B', status: 'new' as const }];
    const change = { text: 'x', items: ['a', 'b'] };
    expect(withKnownItems(change, known)).toEqual({ text: 'x', items: ['b'] });
    expect(withKnownItems(change, undefined)).toEqual(change);
    expect(withKnownItems({ text: 'x' }, known)).toEqual({ text: 'x' });
  });

  it('shows the error of an item at the items', () => {
    const fields = { 'items[1]': { code: 'feedback_not_found', message: 'Feedback not found' } };
    const error = new ApiError(404, 'feedback_not_found', 'Feedback not found', fields);
    expect(rejectedFields(error)).toEqual({ items: 'An item was deleted meanwhile. Save again without it.' });
  });

  it('needs a title, and texts that are not too long', () => {
    expect(draftErrors(draft)).toEqual({});
    expect(draftErrors({ title: ' ', text: '😀'.repeat(20_001) })).toEqual({
      title: 'Enter a title.',
      text: 'Use 20,000 characters or fewer.',
    });
    expect(draftErrors({ title: 'x'.repeat(201), text: '' })).toEqual({
      title: 'Use 200 characters or fewer.',
    });
  });
});

/** changelog.md 7 */
describe('an entry about shipped cards', () => {
  const now = new Date(2026, 10, 28);

  it('has the title and the text of a single card', () => {
    expect(entryOfCards([card('a', 'Dark_mode', 'At *last*\n- for all')], now)).toEqual({
      title: 'Dark_mode',
      text: 'At \\*last\\*  \n\\- for all',
      items: ['a'],
    });
    expect(entryOfCards([card('a', 'Dark mode')], now)).toMatchObject({ text: '' });
  });

  it('has the titles and the texts of several, in the month', () => {
    const cards = [card('a', 'Dark *mode*', 'At last'), card('b', 'CSV')];
    expect(entryOfCards(cards, now)).toEqual({
      title: 'What’s new in November 2026',
      text: '**Dark \\*mode\\***\n\nAt last\n\n**CSV**',
      items: ['a', 'b'],
    });
    expect(textOfCards([card('a', '<b> [c] 1. `d`', '1. e\n  + f')])).toBe(
      '**\\<b> [c] 1. \\`d\\`**\n\n1\\. e  \n\\+ f',
    );
  });

  it('has as many cards as it has room for', () => {
    const cards = Array.from({ length: 101 }, (_, i) => card(`${i}`, 'T'));
    expect(fittingCards(cards, { text: '', items: [] })).toEqual(cards.slice(0, 100));
    const [long, short] = [card('a', 'T', '😀'.repeat(19_980)), card('b', 'T')];
    expect(fittingCards([long, short], { text: 'x'.repeat(20), items: [] })).toEqual([short]);
    const draft = { text: 'x', items: ['c'] };
    const fitting = fittingCards([long, short], draft);
    expect([fitting, draftErrors({ title: 'T', ...withCards(draft, fitting) })]).toEqual([[long, short], {}]);
    expect(withCards(draft, [short])).toEqual({ text: 'x\n\n**T**', items: ['c', 'b'] });
  });
});
