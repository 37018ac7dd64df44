/** The subset of Markdown that descriptions use. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly parts: readonly Inline[] };
type Block =
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

const LIST_ITEM = /^[-*] /;

/** Parses paragraphs and lists, with `code` and **strong** in them; everything else stays plain text. */
export function parseMarkdown(source: string): readonly Block[] {
  return source
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part): Block => {
      const lines = part.trim().split('\n');
      return lines.every((line) => LIST_ITEM.test(line))
        ? { kind: 'list', items: lines.map((line) => parseInline(line.replace(LIST_ITEM, ''))) }
        : { kind: 'paragraph', parts: parseInline(lines.join(' ')) };
    });
}

export function parseInline(source: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of source.matchAll(/`([^`]+)`|\*\*((?:[^*`]|`[^`]*`)+)\*\*/g)) {
    if (match.index > end) parts.push({ kind: 'text', text: source.slice(end, match.index) });
    const [whole, code, strong] = match;
    parts.push(
      strong === undefined ? { kind: 'code', text: code! } : { kind: 'strong', parts: parseInline(strong) },
    );
    end = match.index + whole.length;
  }
  if (end < source.length) parts.push({ kind: 'text', text: source.slice(end) });
  return parts;
}
