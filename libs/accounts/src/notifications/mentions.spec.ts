import { mentionedIn, type Member } from './mentions';

const ADA: Member = { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };
const ADAM: Member = { id: 'adam', name: 'Adam', email: 'a.dam@example.com' };
const NAMELESS: Member = { id: 'x', name: null, email: 'grace@example.com' };
const OTHER_ADA: Member = { id: 'ada2', name: null, email: 'Ada@other.example' };
const MEMBERS = [ADA, ADAM, NAMELESS];

/** notifications.md 2 */
describe('mentionedIn', () => {
  it.each([
    ['@ada can you look?', ['ada']],
    ['Ask @ADA LOVELACE, please', ['ada']],
    ['(@adam)', ['adam']],
    ['@a.dam', ['adam']],
    ['@a.dam.', ['adam']],
    ['@grace and @ada', ['x', 'ada']],
    ['@ada @ada', ['ada']],
    ['Write to ada@example.com', []],
    ['mail bob@ada', []],
    ['@adas', []],
    ['@adäquat', []],
    ['ada', []],
    ['@', []],
    ['@@ada', ['ada']],
    ['日本@ada', []],
  ])('finds in %j: %j', (text, ids) => expect(mentionedIn(text, MEMBERS)).toEqual(ids));

  it('finds everyone with the same name', () =>
    expect(mentionedIn('@ada', [ADA, OTHER_ADA]).toSorted()).toEqual(['ada', 'ada2']));

  it('prefers the longest name', () => {
    const short: Member = { id: 's', name: 'Ada', email: 's@example.com' };
    expect(mentionedIn('@Ada Lovelace', [short, ADA])).toEqual(['ada']);
    expect(mentionedIn('@Ada Byron', [short])).toEqual(['s']);
  });

  it('compares composed and decomposed characters', () =>
    expect(mentionedIn('@Zoe\u0308', [{ id: 'z', name: 'Zoë', email: 'z@example.com' }])).toEqual(['z']));
});
