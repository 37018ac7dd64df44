import fc from 'fast-check';
import { parseInline, parseMarkdown, type Inline } from './markdown';

const plain = (parts: readonly Inline[]): string =>
  parts.map((part) => (part.kind === 'strong' ? plain(part.parts) : part.text)).join('');

describe('parseMarkdown', () => {
  it('parses paragraphs, code, and strong text', () => {
    expect(parseMarkdown('**Key.** In `X-API-Key`.\n\nSecond')).toEqual([
      {
        kind: 'paragraph',
        parts: [
          { kind: 'strong', parts: [{ kind: 'text', text: 'Key.' }] },
          { kind: 'text', text: ' In ' },
          { kind: 'code', text: 'X-API-Key' },
          { kind: 'text', text: '.' },
        ],
      },
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'Second' }] },
    ]);
  });

  it('parses lists, and code inside strong text', () => {
    expect(parseMarkdown('- one\n- **`two`**')).toEqual([
      {
        kind: 'list',
        items: [
          [{ kind: 'text', text: 'one' }],
          [{ kind: 'strong', parts: [{ kind: 'code', text: 'two' }] }],
        ],
      },
    ]);
  });

  it('keeps everything else as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('*', '`', 'a', '<', ' ') }), (source) => {
        const lostCharacters = source.length - plain(parseInline(source)).length;
        expect(lostCharacters === 0 || /[`*]/.test(source)).toBe(true);
        expect(plain(parseInline(source)).replace(/[`*]/g, '')).toBe(source.replace(/[`*]/g, ''));
      }),
    );
  });
});
