/** HTML of a script to paste into a page. On several lines, because a single line would be too long for a code block. */
export function scriptElement(url: string, dataAttributes: Readonly<Record<string, string>>): string {
  const attributes = [
    `src="${escapeAttribute(url)}"`,
    ...Object.entries(dataAttributes).map(([name, value]) => `data-${name}="${escapeAttribute(value)}"`),
    'async',
  ];
  return `<script\n  ${attributes.join('\n  ')}\n></script>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Escapes a value for a double-quoted attribute. */
const escapeAttribute = (value: string): string =>
  value.replace(/[&"<>]/g, (character) => ENTITIES[character]!);
