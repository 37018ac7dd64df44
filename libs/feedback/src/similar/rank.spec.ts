import fc from 'fast-check';
import { gramsOf, normalized } from './grams';
import { rankSimilar, SIMILAR_MAX, SIMILAR_MIN_SCORE } from './rank';
import type { Candidate } from './similar.ports';

const candidates = (...titles: string[]): Candidate[] =>
  titles.map((title, i) => ({ id: `id-${i}`, title, description: null }));
const rank = (title: string, found: readonly Candidate[], sample: readonly string[] = []) =>
  rankSimilar(title, { found, sample });
const scoreOf = (a: string, b: string) => rank(a, candidates(b))[0]?.score ?? 0;

/** similar.md 3 */
describe('normalized', () => {
  it.each([
    ['  Dark-Mode!  ', 'dark mode'],
    ['Été', 'ete'],
    ['E\u0301te\u0301', 'ete'],
    ['ﬁle ２', 'file 2'],
    ['ガイド', 'ガイド'],
    ['PDFをダウンロード', 'pdf をダウンロード'],
    ['😀 ?!', ''],
    ['한국어', '한국어'],
  ])('converts %j to %j', (text, words) => expect(normalized(text)).toBe(words));
});

describe('gramsOf', () => {
  it('returns three letters of each word with its boundaries', () => {
    expect([...gramsOf('PDF a')]).toEqual([' pd', 'pdf', 'df ', ' a ']);
  });

  it('returns two characters of scripts without spaces', () => {
    expect([...gramsOf('通知音')]).toEqual(['通知', '知音']);
    expect([...gramsOf('日')]).toEqual([' 日', '日 ']);
  });
});

describe('rankSimilar', () => {
  it('gives 1 to an equal title, in any case and order of words', () => {
    for (const title of ['Dark mode', 'dark mode', 'Mode, dark', 'DARK  MODE!']) {
      expect([title, scoreOf('Dark mode', title)]).toEqual([title, 1]);
    }
  });

  it('leaves out items with nothing in common', () => {
    expect(rank('Dark mode', candidates('Export as PDF', '夜間モード', '😀'))).toEqual([]);
    expect(rank('😀', candidates('😀'))).toEqual([]);
  });

  it('returns the best items first, and the newest of equal ones', () => {
    const found = candidates('Dark mode', 'Darker modes', 'Dark mode', 'Dark', 'Mode', 'Dark theme', 'PDF');
    expect(rank('Dark mode', found).map(({ id }) => id)).toEqual(['id-2', 'id-0', 'id-1', 'id-4', 'id-3']);
  });

  it('counts rare words more than frequent ones', () => {
    const sample = Array.from({ length: 100 }, (_, i) => `Please add number ${i}`);
    const found = candidates('Please add an option', 'Okta');
    expect(rank('Please add Okta', found, sample)[0]!.id).toBe('id-1');
    expect(rank('Please add Okta', found)[0]!.id).toBe('id-0');
  });

  it('also compares the start of the description', () => {
    const withDescription = (description: string) => [{ id: 'a', title: 'At night', description }];
    const [near] = rank('Dark mode', withDescription('I miss a dark mode.'));
    expect(near!.score).toBeGreaterThan(0.3);
    expect(near!.score).toBeLessThan(0.5);
    expect(rank('Dark mode', withDescription(`${'x'.repeat(600)} dark mode`))).toEqual([]);
  });

  it('returns scores from the minimum to 1, at most 5', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 20 }), fc.array(text), (title, titles, sample) => {
        const scores = rank(title, candidates(...titles), sample).map(({ score }) => score);
        expect(scores.length).toBeLessThanOrEqual(SIMILAR_MAX);
        for (const score of scores) {
          expect(score).toBeGreaterThanOrEqual(SIMILAR_MIN_SCORE);
          expect(score).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
