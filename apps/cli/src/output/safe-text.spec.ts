import fc from 'fast-check';
import { jsonLine, jsonText } from './json';
import { safeLine, safeText } from './safe-text';

/** Texts with much of what a terminal obeys in them. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\x1b', '\x9b', '\u202e', '\u2066', '\u2028', '\r', '\n', '\t', '\0', '\x7f'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});
const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

describe('texts of others', () => {
  it.each([
    ['\x1b[31mred', '␛[31mred'],
    ['a\tb\nc\rd', 'a␉b␊c␍d'],
    ['\x9b31m', '<U+009B>31m'],
    ['\x7f', '␡'],
    ['user\u202etxt.exe', 'user<U+202E>txt.exe'],
    ['日本 👩‍👩‍👧 שלום', '日本 👩‍👩‍👧 שלום'],
  ])('are shown in a line: %j', (text, shown) => {
    expect(safeLine(text)).toBe(shown);
  });

  it('are shown line by line, whatever ends their lines', () => {
    expect(safeText('a\r\nb\n\tc\rd\x1b]0;title\x07')).toBe('a\nb\n\tc␍d␛]0;title␇');
  });

  it('have nothing left in them that a terminal obeys', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(safeLine(text)).not.toMatch(CONTROL_CHARACTER);
        expect(safeText(text).replace(/[\n\t]/g, '')).not.toMatch(CONTROL_CHARACTER);
      }),
    );
  });

  it('are the same after JSON, which has nothing for a terminal either', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = jsonLine({ [text]: text });
        expect(JSON.parse(line)).toEqual({ [text]: text });
        expect(line.slice(0, -1)).not.toMatch(CONTROL_CHARACTER);
      }),
    );
  });
});

describe('a JSON document', () => {
  it('is indented for a reader, and one line for a program', () => {
    const output = (isTTY: boolean) => ({ isTTY }) as Parameters<typeof jsonText>[1];
    expect(jsonText({ a: [1] }, output(false))).toBe('{"a":[1]}\n');
    expect(jsonText({ a: [1] }, output(true))).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  });
});
