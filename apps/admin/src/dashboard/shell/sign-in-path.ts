interface PageLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The sign-in URL, with the page to return to. */
export function signInPath({ pathname, search, hash }: PageLocation): string {
  const next = pathname + search + hash;
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`;
}

/** The page to return to. Accepts paths of the dashboard only, to prevent open redirects. */
export function pathAfterSignIn(next: string | null, fallback: string): string {
  return next !== null && /^\/(?![/\\])/.test(next) && !/[\p{Control}\\]/u.test(next) ? next : fallback;
}
