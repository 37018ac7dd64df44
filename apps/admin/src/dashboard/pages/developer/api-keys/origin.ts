/** Why a text isn't a valid `Origin`; `suggestion` is the value that the browser would send. */
interface OriginProblem {
  readonly kind: 'not_an_address' | 'not_as_sent';
  readonly suggestion: string | null;
}

/**
 * A submit key works only if the browser's `Origin` is exactly one of its origins (api-keys.md 3): scheme, host in
 * lowercase ASCII, port unless it is the default of the scheme, no path, no trailing slash.
 */
export function originProblem(text: string): OriginProblem | null {
  const origin = parseOrigin(text);
  if (origin === text) return null;
  return origin
    ? { kind: 'not_as_sent', suggestion: origin }
    : { kind: 'not_an_address', suggestion: guessOrigin(text) };
}

function parseOrigin(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  return new URL(trimmed).origin;
}

/** `www.example.com/contact` is most likely `https://www.example.com`. */
function guessOrigin(text: string): string | null {
  const host = text.trim();
  return /^[\p{Letter}\p{Number}.-]+(:\d+)?(\/.*)?$/u.test(host) && /\.|^localhost\b/.test(host)
    ? parseOrigin(`${host.startsWith('localhost') ? 'http' : 'https'}://${host}`)
    : null;
}
