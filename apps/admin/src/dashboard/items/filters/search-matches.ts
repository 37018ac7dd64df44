import { folded, isAscii, withoutAccents } from '@libs/kernel';

/** A part of a text: a match, or the text between matches. */
interface MatchPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters before the first match in an excerpt. */
const CONTEXT_LENGTH = 24;
/** A match within this many characters needs no excerpt. */
const VISIBLE_LENGTH = 60;

/** Splits a text at the matches of folded terms; the joined parts equal the text. */
export function splitByMatches(text: string, terms: readonly string[]): readonly MatchPart[] {
  const parts: MatchPart[] = [];
  let end = 0;
  for (const [from, to] of matchesIn(text, terms)) {
    if (from > end) parts.push({ text: text.slice(end, from), isMatch: false });
    parts.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** At most `max` UTF-16 units of a text. Starts shortly before the first match if that is far from the beginning. */
export function excerpt(text: string, terms: readonly string[], max: number): string {
  const at = firstMatch(text, terms);
  const start = at > VISIBLE_LENGTH ? at - CONTEXT_LENGTH : 0;
  const part = text.slice(start, start + max).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return (start > 0 ? '…' : '') + part;
}

/**
 * Returns the position of the first match, or -1. Searches the whole text at once, because to split a long text into
 * characters takes long. So the position can be within a character, or after the invisible ones that precede it.
 */
function firstMatch(text: string, terms: readonly string[]): number {
  if (terms.length === 0) return -1;
  const folds = [folded, (part: string) => withoutAccents(folded(part))];
  const positions = folds.flatMap((fold) => {
    const whole = fold(text);
    const found = terms.map((term) => whole.indexOf(term)).filter((at) => at >= 0);
    return found.length > 0 ? lengthThatFoldsTo(Math.min(...found), text, fold) : [];
  });
  return positions.length > 0 ? Math.min(...positions) : -1;
}

/** Returns the length of the longest beginning of a text that has at most `max` UTF-16 units when it is folded. */
function lengthThatFoldsTo(max: number, text: string, fold: (part: string) => string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fold(text.slice(0, middle)).length <= max) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Range = readonly [from: number, to: number];

/** Returns the ranges of matches in their order. A term without accents also matches text with accents (lists.md 3). */
function matchesIn(text: string, terms: readonly string[]): readonly Range[] {
  if (terms.length === 0) return [];
  const found = foldedTexts(text).flatMap((one) => terms.flatMap((term) => occurrences(one, term)));
  const ranges: Range[] = [];
  for (const [from, to] of found.sort(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (last && from < last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)];
    else ranges.push([from, to]);
  }
  return ranges;
}

interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the character of the original that it is from. */
  readonly placeOf: (at: number) => Range;
}

/** Created when it is needed, because it would delay the inbox. */
let characterSegmenter: Intl.Segmenter | undefined;

/** Returns a text with and without accents. Folds each character separately: its result can be longer or shorter. */
function foldedTexts(text: string): readonly FoldedText[] {
  if (isAscii(text)) return [{ text: text.toLowerCase(), placeOf: (at) => [at, at + 1] }];
  characterSegmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const characters = [...characterSegmenter.segment(text)].map(({ segment, index }) => ({
    place: [index, index + segment.length] as const,
    accented: folded(segment),
  }));
  return [(accented: string) => accented, withoutAccents].map((fold) => {
    let result = '';
    const places: Range[] = [];
    for (const { accented, place } of characters) {
      const part = fold(accented);
      result += part;
      for (let i = 0; i < part.length; i++) places.push(place);
    }
    return { text: result, placeOf: (at: number) => places[at]! };
  });
}

function occurrences({ text, placeOf }: FoldedText, term: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
    found.push([placeOf(at)[0], placeOf(at + term.length - 1)[1]]);
  }
  return found;
}
