import { searchTerms } from '@libs/feedback';

/** A piece of a text: what was searched for, or what stands between. */
interface MatchPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Characters in front of a hit that an excerpt begins with. */
const CONTEXT_LENGTH = 24;
/** A hit so near to the beginning is in sight without a cut. */
const VISIBLE_LENGTH = 60;

/** What finds every word of a search in a text, in upper or lower case; null without a word. */
export function searchPattern(q: string): RegExp | null {
  const terms = searchTerms(q).sort((a, b) => b.length - a.length);
  if (!terms.length) return null;
  return new RegExp(terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'giu');
}

/** The text in pieces; joined again they are the text. */
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

/** At most `max` UTF-16 units of a text, from the first hit on where that stands too far behind to be seen. */
export function excerpt(text: string, pattern: RegExp | null, max: number): string {
  const at = pattern ? text.search(pattern) : -1;
  const start = at > VISIBLE_LENGTH ? at - CONTEXT_LENGTH : 0;
  const part = text.slice(start, start + max).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return (start > 0 ? '…' : '') + part;
}
