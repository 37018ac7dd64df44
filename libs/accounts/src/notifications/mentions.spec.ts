import { mentionedIn, type NotifiedMember } from './mentions';

const ADA: NotifiedMember = { id: 'ada', role: 'viewer', name: 'Ada Lovelace', email: 'ada@example.com' };
const ADAM: NotifiedMember = { id: 'adam', role: 'viewer', name: 'Adam', email: 'a.dam@example.com' };
const NAMELESS: NotifiedMember = {
  id: 'x',
  role: 'viewer',
  name: 'Rear Admiral',
  email: 'grace@example.com',
};
const OTHER_ADA: NotifiedMember = { id: 'ada2', role: 'viewer', name: 'Augusta', email: 'Ada@other.example' };
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
    const short: NotifiedMember = { id: 's', role: 'viewer', name: 'Ada', email: 's@example.com' };
    expect(mentionedIn('@Ada Lovelace', [short, ADA])).toEqual(['ada']);
    expect(mentionedIn('@Ada Byron', [short])).toEqual(['s']);
  });

  it('compares composed and decomposed characters', () =>
    expect(
      mentionedIn('@Zoe\u0308', [{ id: 'z', role: 'viewer', name: 'Zoë', email: 'z@example.com' }]),
    ).toEqual(['z']));

  it('compares only names with the character after the @', () => {
    const compared = jest.spyOn(String.prototype, 'startsWith');
    expect(mentionedIn('@'.repeat(10_000), MEMBERS)).toEqual([]);
    expect(compared).not.toHaveBeenCalled();
    compared.mockRestore();
  });
});
