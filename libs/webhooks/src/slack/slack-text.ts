/** Invisible, and ends what a chat product would read as a mention or a link. */
const BREAK = '\u200b';

/** Control characters, and marks that change the direction of text or hide it. */
const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Characters with a meaning in one of the chat products, and what is sent instead. The products don't agree on a way to
 * escape the formatting ones, so these are replaced by characters that look the same.
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '@': `@${BREAK}`,
  '*': '\u2217',
  _: '\u02cd',
  '~': '\u223c',
  '`': '\u02cb',
  '|': '\u2223',
  '\\': '\u2216',
  ']': `]${BREAK}`,
  '#': `#${BREAK}`,
};
const SPECIAL = new RegExp(`[${'&<>@*_~`|\\\\\\]#'}]`, 'g');

/**
 * Returns text of a user on one line, so that chat products show it as it is: without mentions, links with other texts,
 * and formatting (webhooks.md 5). A URL stays a link to itself.
 * @param max in code points; longer text ends with an ellipsis
 */
export function slackText(text: string, max: number): string {
  const line = text.replace(/\s+/gu, ' ').replace(INVISIBLE, '').trim();
  const characters = [...line];
  const shown =
    characters.length > max
      ? `${characters
          .slice(0, max - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return shown.replace(SPECIAL, (character) => REPLACEMENTS[character]!);
}
