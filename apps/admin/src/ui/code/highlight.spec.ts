import fc from 'fast-check';
import { LANGUAGES, OPERATIONS, snippet } from '../../dashboard/pages/developer/snippets/snippets';
import { CODE_LANGUAGES, highlight } from './highlight';

const context = {
  apiUrl: 'http://localhost:3000/api/v1',
  secret: null,
  origin: "https://o'hara.example",
  itemId: null,
};

describe('highlight', () => {
  it('keeps the code unchanged', () => {
    for (const language of LANGUAGES) {
      for (const operation of OPERATIONS.full) {
        const code = snippet(language, operation, context);
        const tokens = highlight(code, language);
        expect(tokens.map(({ text }) => text).join('')).toBe(code);
        expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(2);
      }
    }
  });

  it('includes escaped quotes in strings', () => {
    expect(highlight('x = "a \\" b"', 'python')).toEqual([
      { kind: 'plain', text: 'x = ' },
      { kind: 'string', text: '"a \\" b"' },
    ]);
  });

  it('distinguishes keys, strings, and other values in JSON', () => {
    expect(
      highlight('{"a": "b:", "c": [-1.5e3, null]}', 'json').filter(({ kind }) => kind !== 'plain'),
    ).toEqual([
      { kind: 'keyword', text: '"a"' },
      { kind: 'string', text: '"b:"' },
      { kind: 'keyword', text: '"c"' },
      { kind: 'variable', text: '-1.5e3' },
      { kind: 'variable', text: 'null' },
    ]);
  });

  const kinds = (code: string, language: 'html' | 'toml') =>
    highlight(code, language)
      .filter(({ kind }) => kind !== 'plain')
      .map(({ kind, text }) => `${kind} ${text}`);

  it('distinguishes elements, attributes, and values in HTML', () => {
    expect(kinds('<script src="/w.js" async></script> a text', 'html')).toEqual([
      'keyword script',
      'variable src',
      'string "/w.js"',
      'variable async',
      'keyword script',
    ]);
  });

  it('distinguishes tables, keys, and strings in TOML', () => {
    expect(kinds('[a.b]\nurl = "x = y"\n', 'toml')).toEqual([
      'keyword [a.b]',
      'variable url',
      'string "x = y"',
    ]);
  });

  it('keeps any text unchanged in any language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...CODE_LANGUAGES), (code, language) =>
        expect(
          highlight(code, language)
            .map(({ text }) => text)
            .join(''),
        ).toBe(code),
      ),
    );
  });

  it('does not match keywords inside words', () => {
    expect(highlight('constant', 'javascript')).toEqual([{ kind: 'plain', text: 'constant' }]);
  });
});
