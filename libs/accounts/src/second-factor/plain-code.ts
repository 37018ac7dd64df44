/** Spaces, hyphens and dashes, and invisible characters that are copied with a code. */
const IGNORED = /[\s\p{Dash_Punctuation}\p{Format}\u2212]/gu;
const OTHER_DIGIT = /(?![0-9])\p{Decimal_Number}/gu;
const IS_DIGIT = /\p{Decimal_Number}/u;

/** Returns a code as it is meant: with the digits 0 to 9 for those of keyboards in any script, and without separators. */
export const plainCode = (text: string): string =>
  text.normalize('NFKC').replace(OTHER_DIGIT, valueOf).replace(IGNORED, '');

/** The ten digits of a script follow each other. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}
