import { DomainError, folded, parse } from '@libs/kernel';
import fc from 'fast-check';
import { aFeedback } from '../../testing';
import { positionOf, searchTerms } from './list';
import { SELECTION_FIELDS, SORTS } from './selection';

describe('searchTerms', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \t\u00a0\u3000\u2028', []],
    ['csv', ['csv']],
    ['  csv\u2003export\n', ['csv', 'export']],
    ['a a b a', ['a', 'b']],
    ['A a', ['a']],
    ['I can’t', ['i', "can't"]],
    ['\u200b', []],
    ['100% _x_ \\', ['100%', '_x_', '\\']],
  ])('splits %j into %j', (q, terms) => expect(searchTerms(q)).toEqual(terms));

  it('returns unique substrings of the folded search, not empty and without whitespace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (q) => {
        const terms = searchTerms(q);
        expect(new Set(terms).size).toBe(terms.length);
        for (const term of terms) {
          expect(term).toMatch(/^\P{White_Space}+$/u);
          expect(folded(q)).toContain(term);
        }
      }),
    );
  });
});

describe('positionOf', () => {
  const item = aFeedback({ title: 'T', updated_at: '2026-03-04T10:00:00.000Z' });
  const { id } = item;

  it('returns the sort key of the item for each sort order', () => {
    const expected = [
      { id },
      { id },
      { id, key: item.updated_at },
      { id, key: item.updated_at },
      { id, key: 'T' },
      { id, key: 'T' },
      { id, key: '1' },
      { id, key: '0' },
    ];
    expect(SORTS.map((sort) => positionOf(item, sort))).toEqual(expected);
    expect(positionOf(item)).toEqual({ id });
  });

  it('supports all seven values of sort, which are the only valid ones', () => {
    const { rule } = SELECTION_FIELDS.sort;
    for (const sort of SORTS) expect(parse(rule, sort)).toBe(sort);
    for (const other of ['', '+title', 'Title', '--title', 'status', 'toString', undefined]) {
      expect(() => parse(rule, other)).toThrow(DomainError);
    }
  });
});
