import { searchTerms } from '@libs/feedback';

/** A part of a text: a match, or the text between matches. */
interface MatchPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters before the first match in an excerpt. */
const CONTEXT_LENGTH = 24;
/** A match within this many characters needs no excerpt. */
const VISIBLE_LENGTH = 60;

/** A case-insensitive pattern that matches any search term; null if there are none. */
export function searchPattern(q: string): RegExp | null {
  const terms = searchTerms(q).sort((a, b) => b.length - a.length);
  if (!terms.length) return null;
  return new RegExp(terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'giu');
}

/** Splits a text at its matches; the joined parts equal the text. */
export function splitByMatches(text: string, pattern: RegExp | null): readonly MatchPart[] {
  const parts: MatchPart[] = [];
  let end = 0;
  for (const match of pattern ? text.matchAll(pattern) : []) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMatch: false });
    parts.push({ text: match[0], isMatch: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** At most `max` UTF-16 units of a text. Starts shortly before the first match if that is far from the beginning. */
export function excerpt(text: string, pattern: RegExp | null, max: number): string {
  const at = pattern ? text.search(pattern) : -1;
  const start = at > VISIBLE_LENGTH ? at - CONTEXT_LENGTH : 0;
  const part = text.slice(start, start + max).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return (start > 0 ? '…' : '') + part;
}
