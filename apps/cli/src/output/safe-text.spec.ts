import fc from 'fast-check';
import { jsonLine, jsonText } from './json';
import { safeLine, safeText } from './safe-text';

/** Texts with many control characters. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\x1b', '\x9b', '\u202e', '\u2066', '\u2028', '\r', '\n', '\t', '\0', '\x7f'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

describe('safe text', () => {
  it.each([
    ['\x1b[31mred', '␛[31mred'],
    ['a\tb\nc\rd', 'a␉b␊c␍d'],
    ['\x9b31m', '<U+009B>31m'],
    ['\x7f', '␡'],
    ['user\u202etxt.exe', 'user<U+202E>txt.exe'],
    ['日本 👩‍👩‍👧 שלום', '日本 👩‍👩‍👧 שלום'],
  ])('shows control characters in one line: %j', (text, shown) => {
    expect(safeLine(text)).toBe(shown);
  });

  it('keeps lines and normalizes CRLF', () => {
    expect(safeText('a\r\nb\n\tc\rd\x1b]0;title\x07')).toBe('a\nb\n\tc␍d␛]0;title␇');
  });

  it('contains no control characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(safeLine(text)).not.toMatch(CONTROL_CHARACTER);
        expect(safeText(text).replace(/[\n\t]/g, '')).not.toMatch(CONTROL_CHARACTER);
      }),
    );
  });

  it('contains no control characters as JSON and parses to the same text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = jsonLine({ [text]: text });
        expect(JSON.parse(line)).toEqual({ [text]: text });
        expect(line.slice(0, -1)).not.toMatch(CONTROL_CHARACTER);
      }),
    );
  });
});

describe('jsonText', () => {
  it('indents on a terminal and prints one line in a pipe', () => {
    const output = (isTTY: boolean) => ({ isTTY }) as Parameters<typeof jsonText>[1];
    expect(jsonText({ a: [1] }, output(false))).toBe('{"a":[1]}\n');
    expect(jsonText({ a: [1] }, output(true))).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  });
});
