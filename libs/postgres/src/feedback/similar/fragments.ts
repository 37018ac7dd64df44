import { folded, withoutAccents } from '@libs/kernel';

/** Scripts without spaces between words. */
const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}ー';
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');
const WORDS = new RegExp(`[${UNSPACED}]+|[^\\P{L}${UNSPACED}]+|\\p{N}+`, 'gu');

/** The index has trigrams, so a shorter part would read the text of the whole account. */
const MIN_LENGTH = 3;
/** From this length on, the end of a word is also looked for. */
const LONG_WORD = 7;
/** How much of a word is looked for, so that its endings don't matter. */
const STEM = 0.7;
/** Each fragment takes time, so long words are cut, and a long title is searched by a selection of its fragments. */
const MAX_LENGTH = 10;
export const MAX_FRAGMENTS = 16;

/** A part of a word that other items may contain too, in lowercase. */
export interface Fragment {
  readonly text: string;
  /** Number of the word in the title. In scripts without spaces, each fragment counts as a word. */
  readonly word: number;
}

/**
 * Returns parts of the title's words: the start without the ending, and the end of long words, so that one typo leaves
 * one of them. In scripts without spaces, all parts of three characters.
 */
export function fragmentsOf(title: string): readonly Fragment[] {
  const fragments = new Map<string, Fragment>();
  let word = 0;
  for (const [text] of withoutAccents(folded(title)).matchAll(WORDS)) {
    const isUnspaced = IS_UNSPACED.test(text);
    for (const part of isUnspaced ? windowsOf([...text]) : partsOf([...text])) {
      if (!fragments.has(part)) fragments.set(part, { text: part, word });
      if (isUnspaced) word++;
    }
    word++;
  }
  return evenly([...fragments.values()], MAX_FRAGMENTS);
}

function partsOf(letters: readonly string[]): string[] {
  const { length } = letters;
  if (length < MIN_LENGTH) return [];
  const stem = Math.min(length, Math.max(4, Math.ceil(length * STEM)));
  const start = letters.slice(0, Math.min(stem, MAX_LENGTH)).join('');
  if (length < LONG_WORD) return [start];
  return [start, letters.slice(-Math.min(Math.ceil(length / 2), MAX_LENGTH)).join('')];
}

const windowsOf = (letters: readonly string[]): string[] =>
  letters.slice(MIN_LENGTH - 1).map((_, i) => letters.slice(i, i + MIN_LENGTH).join(''));

/** Returns at most `max` elements, from the whole list. */
export function evenly<T>(list: readonly T[], max: number): readonly T[] {
  if (list.length <= max) return list;
  return Array.from({ length: max }, (_, i) => list[Math.floor((i * list.length) / max)]!);
}
