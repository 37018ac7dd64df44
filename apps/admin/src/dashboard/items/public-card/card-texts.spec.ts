import type { Item } from '@libs/contract';
import { cardErrors, textsOf, valuesOf } from './card-texts';

/** public.md 3 */
describe('the fields of a public card', () => {
  const item = { title: 'Login fails for Eve', description: 'Call her.', public: null } as Item;

  it('are empty for a private item, and those of the card for a public one', () => {
    expect(valuesOf(item)).toEqual({ title: '', text: '' });
    const card = { title: 'Faster login', text: 'Soon.', url: '', published_at: '' };
    expect(valuesOf({ public: card })).toEqual({ title: 'Faster login', text: 'Soon.' });
    expect(valuesOf({ public: { ...card, text: null } }).text).toBe('');
  });

  it('are sent with a trimmed title, an unchanged text, and null for an empty text', () => {
    expect(textsOf({ title: ' Dark mode ', text: ' First.\n\nSecond. ' })).toEqual({
      title: 'Dark mode',
      text: ' First.\n\nSecond. ',
    });
    expect(textsOf({ title: 'Dark mode', text: ' \n' }).text).toBeNull();
  });

  it('need a title of up to 200 characters and a text of up to 2,000', () => {
    const valid = { title: '😀'.repeat(200), text: '😀'.repeat(2000) };
    expect(cardErrors(valid)).toEqual({ title: null, text: null });
    expect(cardErrors({ title: ' ', text: '' })).toEqual({ title: 'Enter a title.', text: null });
    expect(cardErrors({ title: `${valid.title}.`, text: `${valid.text}.` })).toEqual({
      title: 'Use 200 characters or fewer.',
      text: 'Use 2,000 characters or fewer.',
    });
  });
});
