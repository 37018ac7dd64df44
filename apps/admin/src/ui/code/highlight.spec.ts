import fc from 'fast-check';
import { LANGUAGES, OPERATIONS, snippet } from '../../dashboard/pages/developer/snippets/snippets';
import { CODE_LANGUAGES, highlight } from './highlight';

const context = {
  apiUrl: 'http://localhost:3000/api/v1',
  secret: null,
  origin: "https://o'hara.example",
  itemId: null,
};

describe('highlighted', () => {
  it('loses and adds nothing', () => {
    for (const language of LANGUAGES) {
      for (const operation of OPERATIONS.full) {
        const code = snippet(language, operation, context);
        const tokens = highlight(code, language);
        expect(tokens.map(({ text }) => text).join('')).toBe(code);
        expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(2);
      }
    }
  });

  it('takes an escaped quote for part of the text', () => {
    expect(highlight('x = "a \\" b"', 'python')).toEqual([
      { kind: 'plain', text: 'x = ' },
      { kind: 'string', text: '"a \\" b"' },
    ]);
  });

  it('tells names from texts in JSON, and the rest from both', () => {
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

  it('tells elements, attributes and values of HTML apart', () => {
    expect(kinds('<script src="/w.js" async></script> a text', 'html')).toEqual([
      'keyword script',
      'variable src',
      'string "/w.js"',
      'variable async',
      'keyword script',
    ]);
  });

  it('tells tables, names and texts of TOML apart', () => {
    expect(kinds('[a.b]\nurl = "x = y"\n', 'toml')).toEqual([
      'keyword [a.b]',
      'variable url',
      'string "x = y"',
    ]);
  });

  it('is whole again for whatever text in whatever language', () => {
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

  it('takes no word out of another', () => {
    expect(highlight('constant', 'javascript')).toEqual([{ kind: 'plain', text: 'constant' }]);
  });
});
