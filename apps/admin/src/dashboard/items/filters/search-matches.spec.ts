import { excerpt, splitByMatches, searchPattern } from './search-matches';

const matchedParts = (text: string, q: string) =>
  splitByMatches(text, searchPattern(q))
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
    ['ÜBERSICHT über 👍🏽', 'über 👍', '[ÜBER]SICHT [über] [👍]🏽'],
    ['x-y', '-', 'x[-]y'],
    ['nothing', 'of that', 'nothing'],
    ['nothing', ' ', 'nothing'],
    ['', 'a', ''],
  ])('splits %j by %j into %j', (text, q, expected) => expect(matchedParts(text, q)).toBe(expected));
});

describe('excerpt', () => {
  const long = `${'x'.repeat(300)} needle ${'y'.repeat(300)}`;

  it('starts at the beginning if there is no match or the match is near', () => {
    expect(excerpt(long, null, 10)).toBe('x'.repeat(10));
    expect(excerpt(`a needle ${long}`, searchPattern('needle'), 20)).toBe(`a needle ${'x'.repeat(11)}`);
    expect(excerpt('short', searchPattern('nowhere'), 200)).toBe('short');
  });

  it('starts shortly before a distant match, on every call', () => {
    const pattern = searchPattern('NEEDLE');
    for (let n = 0; n < 2; n++)
      expect(excerpt(long, pattern, 40)).toBe(`…${'x'.repeat(23)} needle ${'y'.repeat(9)}`);
  });

  it('never splits a surrogate pair', () => {
    expect(excerpt('😀'.repeat(5), null, 3)).toBe('😀');
  });
});
