import { fragmentsOf, MAX_FRAGMENTS } from './fragments';
import { probesOf } from './probes';

const texts = (title: string) => fragmentsOf(title).map(({ text }) => text);

/** similar.md 2 */
describe('fragmentsOf', () => {
  it.each([
    ['Export', ['expor']],
    ['dark mode', ['dark', 'mode']],
    ['to a UI', []],
    ['Notifications', ['notificati', 'cations']],
    ['Été 2026', ['ete', '2026']],
    ['PDFを保存する', ['pdf', 'を保存', '保存す', '存する']],
    ['通知', []],
    ['100%_\\', ['100']],
    ['dark Dark DARK', ['dark']],
    ['😀', []],
  ])('returns the parts of %j', (title, parts) => expect(texts(title)).toEqual(parts));

  it('selects parts of a whole long title, none of them long', () => {
    const words = Array.from(
      { length: 30 },
      (_, i) => `${String.fromCharCode(0x3b1 + (i % 24), 97 + i / 2)}word`,
    );
    expect(texts(words.join(' '))).toHaveLength(MAX_FRAGMENTS);
    for (const title of ['x'.repeat(200), '日本語'.repeat(60)]) {
      expect(Math.max(...texts(title).map((text) => text.length))).toBeLessThanOrEqual(10);
      expect(texts(title).length).toBeLessThanOrEqual(MAX_FRAGMENTS);
    }
  });
});

describe('probesOf', () => {
  const MILLION = 1_000_000;
  /** 1,000 texts, of which the first `n` contain each word. */
  const sampleWith = (counts: Readonly<Record<string, number>>) =>
    Array.from({ length: 1_000 }, (_, i) =>
      Object.entries(counts)
        .map(([word, n]) => (i < n ? word : '-'))
        .join(' '),
    );
  const probes = (title: string, sample: readonly string[], size = MILLION) =>
    probesOf(fragmentsOf(title), sample, size).map((probe) => probe.map(({ text }) => text));

  it('looks up words alone that the sample does not have', () => {
    expect(probes('Okta login', sampleWith({ login: 500 }))).toEqual([['okta']]);
  });

  it('combines frequent words if few items have both', () => {
    const sample = sampleWith({ dark: 5 }).map((text, i) => (i >= 990 ? `${text} theme` : text));
    expect(probes('dark theme', sample)).toEqual([['dark', 'them']]);
  });

  it('looks up nothing if all words are frequent, or have frequent trigrams', () => {
    expect(probes('dark theme', sampleWith({ dark: 500, theme: 500 }))).toEqual([]);
    expect(probes('abcd', sampleWith({ abc: 500, bcd: 500 }))).toEqual([]);
  });

  it('looks up more in a smaller account', () => {
    expect(probes('dark theme', sampleWith({ dark: 300, theme: 300 }), 2_000)).toEqual([['dark']]);
    expect(probes('dark', ['dark', 'dark'], 2)).toEqual([['dark']]);
  });

  it('limits the number of lookups', () => {
    const title = 'alpha bravo charlie delta echoes foxtrot hotels indigo juliet kilos lima mike';
    expect(probes(title, sampleWith({ other: 1 })).length).toBeLessThanOrEqual(8);
    expect(probes(title, [], 2)).toHaveLength(8);
  });
});
