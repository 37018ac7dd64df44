/** A part of a text: plain text or a link. */
interface LinkPart {
  readonly text: string;
  readonly href?: string;
}

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"'`\\]+/gi;
/** Punctuation that ends a sentence rather than a URL. */
const PUNCTUATION = '.,;:!?)]}…';

/** Splits a text at its URLs: only HTTP and HTTPS, and only those that the browser can parse. */
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

/** Keeps a closing parenthesis if the URL also has an opening one. */
function trimPunctuation(url: string): string {
  let end = url.length;
  while (PUNCTUATION.includes(url[end - 1]!)) end--;
  const trimmedUrl = url.slice(0, end);
  const trailing = url.slice(trimmedUrl.length);
  return trimmedUrl.includes('(') && trailing.startsWith(')') ? `${trimmedUrl})` : trimmedUrl;
}

function safeHref(text: string): string | null {
  const url = URL.parse ? URL.parse(text) : parseUrl(text);
  // Credentials can disguise the host: https://bank.example@evil.example/.
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
