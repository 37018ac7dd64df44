import { DomainError, parse } from '@libs/kernel';
import fc from 'fast-check';
import { aFeedback } from '../../testing';
import { positionOf, searchTerms } from './list';
import { SELECTION_FIELDS, SORTS } from './selection';

describe('a search', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \t\u00a0\u3000\u2028', []],
    ['csv', ['csv']],
    ['  csv\u2003export\n', ['csv', 'export']],
    ['a a b a', ['a', 'b']],
    ['A a', ['A', 'a']],
    ['100% _x_ \\', ['100%', '_x_', '\\']],
  ])('%j looks for %j', (q, terms) => expect(searchTerms(q)).toEqual(terms));

  it('has no word with white space in it, none empty, none twice, and all of them in what was asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (q) => {
        const terms = searchTerms(q);
        expect(new Set(terms).size).toBe(terms.length);
        for (const term of terms) {
          expect(term).toMatch(/^\P{White_Space}+$/u);
          expect(q).toContain(term);
        }
      }),
    );
  });
});

describe('a position', () => {
  const item = aFeedback({ title: 'T', updatedAt: '2026-03-04T10:00:00.000Z' });
  const { id } = item;

  it('is what its order goes by', () => {
    const expected = [
      { id },
      { id },
      { id, key: item.updatedAt },
      { id, key: item.updatedAt },
      { id, key: 'T' },
      { id, key: 'T' },
    ];
    expect(SORTS.map((sort) => positionOf(item, sort))).toEqual(expected);
    expect(positionOf(item)).toEqual({ id });
  });

  it('knows six orders and nothing like them', () => {
    const { rule } = SELECTION_FIELDS.sort;
    for (const sort of SORTS) expect(parse(rule, sort)).toBe(sort);
    for (const other of ['', '+title', 'Title', '--title', 'status', 'toString', undefined]) {
      expect(() => parse(rule, other)).toThrow(DomainError);
    }
  });
});
