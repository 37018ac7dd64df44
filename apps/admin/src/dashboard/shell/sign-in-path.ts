interface PageLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Where to sign in, and to come back from. */
export function signInPath({ pathname, search, hash }: PageLocation): string {
  const next = pathname + search + hash;
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** The place to go back to; only ever one of the dashboard's own: an address from outside is no place. */
export function pathAfterSignIn(next: string | null, fallback: string): string {
  return next !== null && /^\/(?![/\\])/.test(next) && !/[\p{Control}\\]/u.test(next) ? next : fallback;
}
