import { withoutHidden } from './text';

describe('withoutHidden', () => {
  it.each([
    ['tabs and line breaks', 'a\tb\r\nc\nd\u2028e\u0085f', 'a b c d e f'],
    ['control characters', 'a\u0000b\u001bc\u007fd\u009fe', 'abcde'],
    ['characters that change the order', 'a\u202eb\u202cc\u2066d\u2069e', 'abcde'],
    ['invisible characters', 'a\u200bb\u00adc\ufeffd\u2060e', 'abcde'],
    [
      'joiners, marks of direction, and spaces',
      '👩\u200d💻 a\u200cb \u200f\u00a0',
      '👩\u200d💻 a\u200cb \u200f\u00a0',
    ],
  ])('%s', (_, text, expected) => {
    expect(withoutHidden(text)).toBe(expected);
  });
});
