/** Adds the quotes of an ETag to a bare version number, which is easier to type in a shell. */
export const toEtag = (flag: string | undefined): string | undefined =>
  flag !== undefined && /^\d+$/.test(flag) ? `"${flag}"` : flag;

/** True if `If-None-Match` matches this version, by weak comparison (RFC 9110 §13.1.2). */
export function includesEtag(flag: string, etag: string | null): boolean {
  if (etag === null) return false;
  if (flag.trim() === '*') return true;
  return flag
    .split(',')
    .map((tag) => toEtag(tag.trim().replace(/^W\//, '')))
    .includes(etag);
}
