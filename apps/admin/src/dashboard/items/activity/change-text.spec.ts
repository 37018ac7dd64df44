import type { Actor } from '@libs/contract';
import { fieldText, summaryOf, valueText } from './change-text';

const link = (name: string, title: string | null = null) => ({
  url: `https://www.${name}.example/1`,
  kind: 'other',
  title,
});
const card = { title: 'Dark theme', text: null, url: '', published_at: '' };
const ADA: Actor = { type: 'owner', id: 'ada' };
const change = (type: 'created' | 'updated', actor: Actor) => ({ at: '', type, actor, changes: {} });

/** history.md 1 */
describe('a line of the history', () => {
  it.each([
    ['title', 'A', 'B', 'changed the title'],
    ['external_id', null, 'X', 'changed the external ID'],
    ['submitter_email', null, 'a@b.example', 'changed the email address of the submitter'],
    ['later_field', 1, 2, 'changed later_field'],
    ['tags', [], ['Mobile'], 'added the tag “Mobile”'],
    ['tags', ['a', 'b', 'c'], ['c'], 'removed the tags “a” and “b”'],
    ['links', [], [link('a', 'A')], 'added the link “A”'],
    [
      'links',
      [link('a', 'A'), link('b')],
      [link('c')],
      'added the link “c.example” and removed the links “A” and “b.example”',
    ],
    ['links', [link('a', 'A')], [link('a')], 'changed the links'],
    ['tags', ['a'], ['b'], 'added the tag “b” and removed the tag “a”'],
    ['public', null, card, 'published it as “Dark theme”'],
    ['public', card, { ...card, text: 'Soon.' }, 'changed the public card'],
    ['public', card, null, 'removed it from the public pages'],
    ['assignee', { id: 'bo', name: 'Bo' }, null, 'removed the assignee'],
    ['assignee', null, { id: 'bo', name: 'Bo' }, 'assigned it to Bo'],
    ['assignee', null, { id: 'ada', name: 'Ada' }, 'assigned it to themselves'],
    ['assignee', null, { id: 'me', name: 'Me' }, 'assigned it to you'],
  ])('about %s from %j to %j: %s', (name, from, to, text) =>
    expect(fieldText(name, { from, to }, ADA, 'me')).toBe(text),
  );

  it.each([
    ['title', 'A', 'A'],
    ['description', null, 'Empty'],
    ['later_field', 1, '1'],
    ['public', card, 'Dark theme'],
    ['public', { ...card, text: 'Soon.' }, 'Dark theme\n\nSoon.'],
  ])('shows the %s %j as %j', (name, value, text) => expect(valueText(name, value)).toBe(text));

  it('about the own assignment', () => {
    const values = { from: null, to: { id: 'ada', name: 'Ada' } };
    expect(fieldText('assignee', values, ADA, 'ada')).toBe('assigned it to yourself');
  });

  it.each([
    [change('created', { type: 'import' }), 'Imported from a file', true],
    [change('created', { type: 'visitor' }), 'submitted the item', false],
    [change('created', ADA), 'created the item', false],
    [change('updated', { type: 'system' }), 'erased personal data', false],
  ])('of %j: %s', (one, text, hasActor) => expect(summaryOf(one)).toEqual({ text, hasActor }));
});
