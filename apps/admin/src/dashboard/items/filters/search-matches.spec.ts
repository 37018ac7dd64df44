import { excerptOf, hitsIn, patternOf } from './search-matches';

const marked = (text: string, q: string) =>
  hitsIn(text, patternOf(q))
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('');

describe('hits', () => {
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
  ])('of %j for %j are %j', (text, q, expected) => expect(marked(text, q)).toBe(expected));
});

describe('excerptOf', () => {
  const long = `${'x'.repeat(300)} needle ${'y'.repeat(300)}`;

  it('begins with the text where nothing is searched for, or the hit is near', () => {
    expect(excerptOf(long, null, 10)).toBe('x'.repeat(10));
    expect(excerptOf(`a needle ${long}`, patternOf('needle'), 20)).toBe(`a needle ${'x'.repeat(11)}`);
    expect(excerptOf('short', patternOf('nowhere'), 200)).toBe('short');
  });

  it('begins shortly before a hit that stands far behind, on every call', () => {
    const pattern = patternOf('NEEDLE');
    for (let n = 0; n < 2; n++)
      expect(excerptOf(long, pattern, 40)).toBe(`…${'x'.repeat(23)} needle ${'y'.repeat(9)}`);
  });

  it('never cuts a character in halves', () => {
    expect(excerptOf('😀'.repeat(5), null, 3)).toBe('😀');
  });
});
