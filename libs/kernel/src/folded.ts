/**
 * Text as people compare it. PostgreSQL has the same functions, `folded` and `without_accents`, for what it stores
 * (lists.md 3).
 */

/** Quotes and dashes that keyboards and word processors use, and the character of ASCII for each. */
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ...[...'ʹʼ‘’‚‛′‹›'].map((one) => [one, "'"] as const),
  ...[...'“”„‟«»'].map((one) => [one, '"'] as const),
  ...[...'‐‒–—―−'].map((one) => [one, '-'] as const),
  ['ς', 'σ'],
  ['ß', 'ss'],
]);
const VARIANT = new RegExp(`[${[...VARIANTS.keys()].join('')}]`, 'g');

/** Characters without a shape: soft hyphens, joiners, marks of direction, and selectors of variants. */
const INVISIBLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/g;

const ASCII = /^[\0-\x7f]*$/;

/** Texts of ASCII differ from their folded form in case alone. */
export const isAscii = (text: string): boolean => ASCII.test(text);

/**
 * Returns the same text for texts that look equal or differ in case: compatible forms (NFKC), case, straight and curly
 * quotes, dashes, and invisible characters do not matter.
 */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return (
    text
      // NFKC makes a blank of this accent, which stands for an apostrophe.
      .replaceAll('´', "'")
      .normalize('NFKC')
      // Its lowercase has two characters.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replace(VARIANT, (one) => VARIANTS.get(one)!)
      .replace(INVISIBLE, '')
      .normalize('NFC')
  );
}

/** Of Latin and Greek letters, and ё. Other marks make other letters, as in й or が. */
const ACCENTS = /([a-zα-ωе])[\u0300-\u036f]+/g;

/** @param text a result of `folded` */
export const withoutAccents = (text: string): string =>
  isAscii(text) ? text : text.normalize('NFD').replace(ACCENTS, '$1').normalize('NFC');
