import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();
const ELLIPSIS = '…';
/** Signs such as U+0600 that stand before digits: visible, though of the class of invisible ones. */
const VISIBLE_FORMAT = /(?!\p{Default_Ignorable_Code_Point})\p{Cf}/gu;

/** Columns of a terminal: two for CJK and emoji, none for what joins the character before it. */
export const textWidth = (text: string): number =>
  // string-width 8 throws for a text of these alone.
  stringWidth(text.replace(VISIBLE_FORMAT, 'x'), { countAnsiEscapeCodes: true });

/** At most `width` columns of the text, whole characters only; what was cut ends in an ellipsis. */
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

/** Exactly `width` columns. */
export function fitWidth(text: string, width: number): string {
  const truncated = truncate(text, width);
  return truncated + ' '.repeat(Math.max(0, width - textWidth(truncated)));
}
