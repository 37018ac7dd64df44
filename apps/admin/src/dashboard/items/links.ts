/** A piece of a text: plain, or an address one may follow. */
export interface Piece {
  readonly text: string;
  readonly href?: string;
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\\]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]}…]+$/;

/** The text with its web addresses set apart: http and https alone, and only what a browser reads as such. */
export function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTrailing(match[0]);
    const href = webAddress(address);
    if (href === null) continue;
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    found.push({ text: address, href });
    at = match.index + address.length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

/** A closing bracket belongs to the address when it opens one as well. */
function withoutTrailing(address: string): string {
  const bare = address.replace(TRAILING, '');
  const rest = address.slice(bare.length);
  return bare.includes('(') && rest.startsWith(')') ? `${bare})` : bare;
}

function webAddress(text: string): string | null {
  const url = URL.parse ? URL.parse(text) : parsed(text);
  // An address with a name and a password in it looks like another place than it leads to.
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) return null;
  return url.href;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
