import fc from 'fast-check';
import { CELL_SEPARATORS, guarded, mayNeedGuard, unguarded } from './csv';

/** export.md 3 */
describe('guarded', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '﹦1',
    '\u200b=1',
    '\ufeff=1',
    '\u00ad\u2060=1',
    ' =1',
    '\u00a0\u3000=1',
    '\u0001=1',
    '\u000b=1',
    '"=1',
    '\tDark mode',
    '\rDark mode',
    '\nDark mode',
  ])('adds an apostrophe before %j', (text) => {
    expect(guarded(text)).toBe(`'${text}`);
    expect(unguarded(guarded(text))).toBe(text);
  });

  it.each([
    [';=1+1', ";'=1+1"],
    ['a;=1;b;-1', "a;'=1;b;'-1"],
    ['a;"=1"', `a;'"=1"`],
    ['a\n=1', "a\n'=1"],
    ['a\r\n\u200b@a', "a\r\n'\u200b@a"],
    ['a\t +1', "a\t' +1"],
    ['a|=1', "a|'=1"],
    ['a؛=1،=1', "a؛'=1،'=1"],
    ['=1;=1', "'=1;'=1"],
    ['\t=1', "'\t'=1"],
    ["a;'=1", "a;''=1"],
  ])('adds an apostrophe in %j before each part that another separator makes a cell', (text, expected) => {
    expect(guarded(text)).toBe(expected);
    expect(unguarded(expected)).toBe(text);
  });

  it.each([
    '',
    'Dark mode',
    ' a=1',
    '1+1',
    'a; b, =1',
    "'",
    "it's",
    "'quoted'",
    '−1',
    '🙂',
    'a\n\nb',
    'a;1-1',
  ])('does not change %j', (text) => {
    expect(guarded(text)).toBe(text);
    expect(unguarded(text)).toBe(text);
  });

  it('adds an apostrophe before text that already looks guarded', () => {
    expect(guarded("'=1")).toBe("''=1");
    expect(guarded("''@a")).toBe("'''@a");
  });

  it('is reversed by unguarded, which removes exactly one apostrophe', () => {
    expect(unguarded("''=1")).toBe("'=1");
    expect(unguarded('=1')).toBe('=1');
  });

  const hostile = fc.string({
    unit: fc.constantFrom(...`'=+-@\t\r\n＝＋－＠﹦a"; |،؛,🙂\u200b\ufeff\u00ad\u3000\u0001`),
    maxLength: 12,
  });
  /** The first characters that a spreadsheet sees in each cell, if every separator starts a cell. */
  const firstSeen = (text: string) =>
    text.split(/[;|\t\r\n،؛]/).map((cell) => /^[\s"\p{Cf}\p{Cc}]*(.?)/u.exec(cell)![1]!);

  it('is reversible for every text, and returns none that a spreadsheet would calculate', () => {
    fc.assert(
      fc.property(hostile, fc.string({ unit: 'grapheme' }), (first, rest) => {
        const text = first + rest;
        expect(unguarded(guarded(text))).toBe(text);
        expect(firstSeen(guarded(text)).join('')).not.toMatch(/[=+\-@＝＋－＠﹦﹢﹣﹫]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('adds an apostrophe only before characters for which mayNeedGuard is true', () => {
    const separators: readonly string[] = CELL_SEPARATORS;
    for (let code = 0; code <= 0xffff; code++) {
      const first = String.fromCharCode(code);
      const isGuarded = guarded(`;${first}=`)[1] === "'" && !separators.includes(first);
      if (isGuarded && !mayNeedGuard(first)) throw new Error(`U+${code.toString(16)}`);
    }
  });

  it('takes time proportional to the length of the text', () => {
    const started = process.cpuUsage();
    for (const part of [' ', "'", ';', '; ', '"\n', ";'"]) unguarded(guarded(part.repeat(100_000)));
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
