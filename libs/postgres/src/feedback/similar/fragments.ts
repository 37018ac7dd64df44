const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+|[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|\p{N}+/gu;

/** The index has trigrams, so a shorter part would read the text of the whole account. */
const MIN_LENGTH = 3;
/** From this length on, the end of a word is also looked for. */
const LONG_WORD = 7;
/** How much of a word is looked for, so that its endings don't matter. */
const STEM = 0.7;
/** Each fragment takes time, so a long title is searched by a selection. */
export const MAX_FRAGMENTS = 24;

/** A part of a word that other items may contain too, in lowercase. */
export interface Fragment {
  readonly text: string;
  /** Number of the word in the title. */
  readonly word: number;
}

/**
 * Returns parts of the title's words: the start without the ending, and the end of long words, so that one typo leaves
 * one of them. In scripts without spaces, all parts of three characters.
 */
export function fragmentsOf(title: string): readonly Fragment[] {
  const fragments = new Map<string, Fragment>();
  let number = 0;
  for (const [word] of title.normalize('NFC').toLowerCase().matchAll(WORDS)) {
    const parts = UNSPACED.test(word) ? windowsOf([...word]) : partsOf([...word]);
    for (const text of parts) {
      // Windows of one word are as independent as words.
      if (UNSPACED.test(word)) number++;
      if (!fragments.has(text)) fragments.set(text, { text, word: number });
    }
    number++;
  }
  return evenly([...fragments.values()], MAX_FRAGMENTS);
}

function partsOf(letters: readonly string[]): string[] {
  const { length } = letters;
  if (length < MIN_LENGTH) return [];
  const stem = Math.min(length, Math.max(4, Math.ceil(length * STEM)));
  const parts = [letters.slice(0, stem).join('')];
  if (length >= LONG_WORD) parts.push(letters.slice(-Math.ceil(length / 2)).join(''));
  return parts;
}

const windowsOf = (letters: readonly string[]): string[] =>
  letters.slice(MIN_LENGTH - 1).map((_, i) => letters.slice(i, i + MIN_LENGTH).join(''));

/** Returns at most `max` elements, from the whole list. */
export function evenly<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, i) => list[Math.floor((i * list.length) / max)]!);
}
