/** With 64 characters before the `@` at most (RFC 5321, 4.5.3.1.1), so that a long text is read about once. */
const EMAIL = /[\w.!#$&'*+/=?^`{|}~-]{1,64}@[a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*/u;
/** Without the punctuation of the sentence around it. */
const URL =
  /https?:\/\/[\p{L}\p{N}]+(?:[.-]+[\p{L}\p{N}]+)*(?::\d{1,4})?(?:[/?#](?:[^\s<>]*[^\s<>.,;:!?'")\]])?)?/u;
/** What could be a part of Markdown. Underscores between letters are none. */
const MARK = /[\\`*<]|\](?=\()|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)/u;
const PART = new RegExp(`(${URL.source}|${EMAIL.source})|${MARK.source}`, 'giu');

/** Markdown (changelog.md 4) that shows a plain text as a card does: with its lines, which are not indented. */
export const plainMarkdown = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(plainLine)
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    // Two spaces at the end of a line keep the line break.
    .map((paragraph) => paragraph.replaceAll('\n', '  \n'))
    .join('\n\n');

function plainLine(line: string): string {
  const escaped = line.replace(PART, (found, url: string | undefined, offset: number) => {
    if (url === undefined) return `\\${found}`;
    // Angle brackets, because the parser takes a backslash in a URL, or behind it, as a part of it.
    const [word] = /\S+/.exec(line.slice(offset))!;
    return MARK.test(word.replace(/^https?:/i, '')) ? `<${url}>` : url;
  });
  return escaped
    .trim()
    .replace(/^([-+](?=\s|$)|~~~)/, '\\$1')
    .replace(/^(\d{1,9})(?=[.)](\s|$))/, '$1\\');
}
