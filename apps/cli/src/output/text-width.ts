import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();
const ELLIPSIS = '…';
/** Signs such as U+0600 that stand before digits: visible, though of the class of invisible ones. */
const VISIBLE_FORMAT = /(?!\p{Default_Ignorable_Code_Point})\p{Cf}/gu;

/** Columns of a terminal: two for CJK and emoji, none for what joins the character before it. */
export const widthOf = (text: string): number =>
  // string-width 8 throws for a text of these alone.
  stringWidth(text.replace(VISIBLE_FORMAT, 'x'), { countAnsiEscapeCodes: true });

/** At most `width` columns of the text, whole characters only; what was cut ends in an ellipsis. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${ELLIPSIS}`;
}

/** Exactly `width` columns. */
export function fitted(text: string, width: number): string {
  const short = cut(text, width);
  return short + ' '.repeat(Math.max(0, width - widthOf(short)));
}
