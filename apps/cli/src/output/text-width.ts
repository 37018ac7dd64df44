import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();
const ELLIPSIS = '…';
/** Visible format characters, such as U+0600 before digits. Most others of their category are invisible. */
const VISIBLE_FORMAT = /(?!\p{Default_Ignorable_Code_Point})\p{Cf}/gu;

/** Width in terminal columns: two for CJK and emoji, zero for combining characters. */
export const textWidth = (text: string): number =>
  // string-width 8 throws for text that consists only of these.
  stringWidth(text.replace(VISIBLE_FORMAT, 'x'), { countAnsiEscapeCodes: true });

/** Truncates text to `width` columns, with an ellipsis. Does not split characters. */
export function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 1) return '';
  let result = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment);
    if (used > width) break;
    result += segment;
  }
  return `${result.trimEnd()}${ELLIPSIS}`;
}

/** Truncates or pads text to exactly `width` columns. */
export function fitWidth(text: string, width: number): string {
  const truncated = truncate(text, width);
  return truncated + ' '.repeat(Math.max(0, width - textWidth(truncated)));
}
