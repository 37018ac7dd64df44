import { searchTerms } from '@libs/feedback';
import { excerpt, splitByMatches } from './search-matches';

const matchedParts = (text: string, q: string) =>
  splitByMatches(text, searchTerms(q))
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');

describe('splitByMatches', () => {
  it.each([
    ['Dark mode', 'DARK', '[Dark] mode'],
    ['Dark mode, dark text', 'mode dark', '[Dark] [mode], [dark] text'],
    ['ada@Example.com', 'a@exam', 'ad[a@Exam]ple.com'],
    ['100% (sure)', '% (sure)', '100[%] [(sure)]'],
    ['a/b\\c', '/ \\', 'a[/]b[\\]c'],
    ['exports', 'export exports', '[exports]'],
    ['exports', 'exports export', '[exports]'],
    ['ÜBERSICHT über 👍🏽', 'über 👍', '[ÜBER]SICHT [über] [👍🏽]'],
    ['x-y', '-', 'x[-]y'],
    ['Die Straße', 'STRASSE', 'Die [Straße]'],
    ['I can’t', "can't", 'I [can’t]'],
    ['Cafe\u0301 café', 'cafe', '[Cafe\u0301] [café]'],
    ['cafe café', 'CAFÉ', 'cafe [café]'],
    ['foo\u200bbar', 'foobar', '[foo\u200bbar]'],
    ['한글'.normalize('NFD'), '한글', `[${'한글'.normalize('NFD')}]`],
    ['nothing', 'of that', 'nothing'],
    ['nothing', ' ', 'nothing'],
    ['', 'a', ''],
  ])('splits %j by %j into %j', (text, q, expected) => expect(matchedParts(text, q)).toBe(expected));
});

describe('excerpt', () => {
  const long = `${'x'.repeat(300)} needle ${'y'.repeat(300)}`;

  it('starts at the beginning if there is no match or the match is near', () => {
    expect(excerpt(long, [], 10)).toBe('x'.repeat(10));
    expect(excerpt(`a needle ${long}`, searchTerms('needle'), 20)).toBe(`a needle ${'x'.repeat(11)}`);
    expect(excerpt('short', searchTerms('nowhere'), 200)).toBe('short');
  });

  it('starts shortly before a distant match, on every call', () => {
    const terms = searchTerms('NEEDLE');
    for (let n = 0; n < 2; n++)
      expect(excerpt(long, terms, 40)).toBe(`…${'x'.repeat(23)} needle ${'y'.repeat(9)}`);
  });

  it.each([
    ['mode dark', 'dark mode'],
    ['café cafe', 'cafe'],
    ['café mode', 'mode café'],
  ])('starts before the first match in %j of %j', (words, q) => {
    const text = words
      .split(' ')
      .map((word) => `${'x'.repeat(100)} ${word} `)
      .join('');
    expect(excerpt(text, searchTerms(q), 40)).toBe(`…${text.slice(77, 117)}`);
  });

  it.each([
    ['Straße und Übersicht. ', 'Ende', 'ENDE'],
    ['Тёмная тема. ', 'Ёлка', 'елка'],
    ['Тёмная тема. ', 'Ёлка', 'ЁЛКА'],
    ['\u200b深色主题，', '帮助', '帮助'],
  ])('finds a match in a long text of %j without splitting it into characters', (filler, word, q) => {
    const segment = jest.spyOn(Intl.Segmenter.prototype, 'segment');
    const text = filler.repeat(1000);
    expect(excerpt(text + word, searchTerms(q), 200)).toBe(`…${text.slice(-24)}${word}`);
    expect(excerpt(text, searchTerms('nowhere'), 10)).toBe(text.slice(0, 10));
    expect(segment).not.toHaveBeenCalled();
    segment.mockRestore();
  });

  it('never splits a surrogate pair', () => {
    expect(excerpt('😀'.repeat(5), [], 3)).toBe('😀');
    expect(excerpt(`${'😀'.repeat(40)}!needle`, searchTerms('needle'), 40)).toBe(
      `…${'😀'.repeat(11)}!needle`,
    );
  });
});
