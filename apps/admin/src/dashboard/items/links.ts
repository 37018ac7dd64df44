/** A piece of a text: plain, or an address one may follow. */
interface LinkPart {
  readonly text: string;
  readonly href?: string;
}

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"'`\\]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING_PUNCTUATION = /[.,;:!?)\]}…]+$/;

/** The text with its web addresses set apart: http and https alone, and only what a browser reads as such. */
export function splitLinks(text: string): readonly LinkPart[] {
  const parts: LinkPart[] = [];
  let end = 0;
  for (const match of text.matchAll(URL_PATTERN)) {
    const url = trimPunctuation(match[0]);
    const href = safeHref(url);
    if (href === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: url, href });
    end = match.index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A closing bracket belongs to the address when it opens one as well. */
function trimPunctuation(url: string): string {
  const trimmedUrl = url.replace(TRAILING_PUNCTUATION, '');
  const trailing = url.slice(trimmedUrl.length);
  return trimmedUrl.includes('(') && trailing.startsWith(')') ? `${trimmedUrl})` : trimmedUrl;
}

function safeHref(text: string): string | null {
  const url = URL.parse ? URL.parse(text) : parseUrl(text);
  // An address with a name and a password in it looks like another place than it leads to.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return null;
  return url.href;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
