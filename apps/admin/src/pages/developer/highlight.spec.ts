import { highlighted } from './highlight';
import { LANGUAGES, OPERATIONS, snippet } from './snippets';

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
        const tokens = highlighted(code, language);
        expect(tokens.map(({ text }) => text).join('')).toBe(code);
        expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(2);
      }
    }
  });

  it('takes an escaped quote for part of the text', () => {
    expect(highlighted('x = "a \\" b"', 'python')).toEqual([
      { kind: 'plain', text: 'x = ' },
      { kind: 'string', text: '"a \\" b"' },
    ]);
  });

  it('takes no word out of another', () => {
    expect(highlighted('constant', 'javascript')).toEqual([{ kind: 'plain', text: 'constant' }]);
  });
});
