import { folded, withoutAccents } from '@libs/kernel';

const NO_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;

/** Returns words in lowercase, without accents and punctuation, separated by spaces. */
export function normalized(text: string): string {
  return withoutAccents(folded(text)).replace(NO_LETTERS, ' ').replace(UNSPACED, ' $& ').trim();
}

/**
 * Returns the parts of a text that are compared: three characters of a word with its boundaries, or two characters in
 * scripts without spaces. Typos, endings, and compound words change only some of them.
 */
export function gramsOf(text: string): ReadonlySet<string> {
  const grams = new Set<string>();
  for (const word of normalized(text).split(/ +/)) {
    if (word === '') continue;
    const isUnspaced = word.search(UNSPACED) === 0;
    const size = isUnspaced ? 2 : 3;
    const letters = isUnspaced && word.length > 1 ? word : ` ${word} `;
    for (let i = 0; i + size <= letters.length; i++) grams.add(letters.slice(i, i + size));
  }
  return grams;
}
