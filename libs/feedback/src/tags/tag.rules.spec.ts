import { DomainError, parse } from '@libs/kernel';
import fc from 'fast-check';
import {
  importedTagsRule,
  ITEM_TAGS_MAX,
  sortedTags,
  TAG_NAME_MAX,
  tagFilterRule,
  tagKey,
  tagsAfter,
  tagsRule,
} from './tag.rules';

/** tags.md 1, tags.md 2 */
describe('tagsRule', () => {
  it('trims names, keeps the first of those that differ in case, and sorts them', () => {
    expect(parse(tagsRule, [' b ', 'A', 'a', 'B'])).toEqual(['A', 'b']);
    expect(parse(tagsRule, [])).toEqual([]);
    expect(parse(tagsRule, ['😀'.repeat(TAG_NAME_MAX)])).toHaveLength(1);
  });

  it('accepts the maximum number of tags, and rejects one more', () => {
    const names = Array.from({ length: ITEM_TAGS_MAX + 1 }, (_, n) => `tag ${n}`);
    expect(parse(tagsRule, names.slice(1))).toHaveLength(ITEM_TAGS_MAX);
    expect(() => parse(tagsRule, names)).toThrow(DomainError);
  });

  it.each([[['a,b']], [['a;b']], [['']], [['a\tb']], [['x'.repeat(TAG_NAME_MAX + 1)]], ['a'], [null]])(
    'rejects %j',
    (value) => expect(() => parse(tagsRule, value)).toThrow(DomainError),
  );

  it.each([
    ['a,b', 'comma'],
    ['a;b', 'semicolon'],
    ['a\tb', 'tab'],
  ])('names the character that %j must not have', (name, character) =>
    expect(() => parse(tagsRule, [name])).toThrow(`(${character})`),
  );
});

describe('sortedTags', () => {
  it('has the order of code points of the lowercase names', () => {
    const bytes = (name: string) => Buffer.from(tagKey(name));
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 })), (names) => {
        const sorted = sortedTags(names);
        expect(new Set(sorted.map(tagKey)).size).toBe(sorted.length);
        for (let i = 1; i < sorted.length; i++)
          expect(bytes(sorted[i - 1]!).compare(bytes(sorted[i]!))).toBeLessThan(0);
      }),
    );
  });
});

describe('tagFilterRule', () => {
  it('splits at commas', () => expect(parse(tagFilterRule, 'b, A')).toEqual(['A', 'b']));
  it.each(['', 'a,', 'a;b'])('rejects %j', (text) => expect(() => parse(tagFilterRule, text)).toThrow());
});

/** import.md 2 */
describe('importedTagsRule', () => {
  it.each([
    ['a,b', ['a', 'b']],
    [' b ;a; ', ['a', 'b']],
    [
      ['b', 'a'],
      ['a', 'b'],
    ],
    ['', []],
  ])('reads %j', (value, expected) => expect(parse(importedTagsRule, value)).toEqual(expected));
  it('rejects a semicolon in a name of an array', () =>
    expect(() => parse(importedTagsRule, ['a;b'])).toThrow(DomainError));
});

/** batch.md 1 */
describe('tagsAfter', () => {
  it('replaces, or removes and then adds', () => {
    expect(tagsAfter(['a'], {})).toBeUndefined();
    expect(tagsAfter(['a'], { tags: ['b'] })).toEqual(['b']);
    expect(tagsAfter(['a', 'b'], { add_tags: ['c', 'a'], remove_tags: ['A', 'B'] })).toEqual(['a', 'c']);
  });
});
