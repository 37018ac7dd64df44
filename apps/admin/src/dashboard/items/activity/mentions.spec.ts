import type { MemberEntry } from '@libs/contract';
import { mentionCandidates, typedMention, withMention } from './mentions';

const member = (id: string, name: string, email = `${id}@example.com`): MemberEntry => ({
  ...{ id, name, email, role: 'viewer', joined_at: '2026-03-03T10:00:00.000Z' },
});
const ADA = member('ada', 'Ada Lovelace');
const ZOE = member('z', 'Zoë Ångström', 'grace@example.com');
const ME = member('me', 'Adam');
const MEMBERS = [ADA, ZOE, ME];

/** notifications.md 2 */
describe('a mention in a note', () => {
  it.each([
    ['@', { start: 0, text: '' }],
    ['Hi @ad', { start: 3, text: 'ad' }],
    ['(@Ada L', { start: 1, text: 'Ada L' }],
    ['@ada and @z', { start: 9, text: 'z' }],
    ['ada@example', null],
    ['ada', null],
    ['@ada\nnext', null],
    [`@${'x'.repeat(101)}`, null],
  ])('is found before the caret in %j', (text, found) =>
    expect(typedMention(text, text.length)).toEqual(found),
  );

  it('ends at the caret', () => expect(typedMention('@adam', 3)).toEqual({ start: 0, text: 'ad' }));

  it.each([
    ['', [ADA, ZOE]],
    ['AD', [ADA]],
    ['love', [ADA]],
    ['ada l', [ADA]],
    ['zoe', [ZOE]],
    ['ångs', [ZOE]],
    ['grace', [ZOE]],
    ['Ada Lovelace ', []],
    ['x', []],
  ])('has the candidates for %j, without the person', (text, candidates) => {
    expect(mentionCandidates(MEMBERS, { start: 0, text }, 'me')).toEqual(candidates);
  });

  it('has at most six candidates', () => {
    const many = Array.from({ length: 9 }, (_, i) => member(`m${i}`, `Member ${i}`));
    expect(mentionCandidates(many, { start: 0, text: '' }, 'me')).toHaveLength(6);
  });

  it('is completed, with a space before a word', () => {
    const typed = { start: 3, text: 'ad' };
    expect(withMention('Hi @ad', typed, 'Ada Lovelace')).toEqual({ text: 'Hi @Ada Lovelace ', caret: 17 });
    expect(withMention('Hi @ad, look', typed, 'Ada')).toEqual({ text: 'Hi @Ada, look', caret: 7 });
    expect(withMention('Hi @ad look', typed, 'Ada')).toEqual({ text: 'Hi @Ada look', caret: 8 });
  });
});
