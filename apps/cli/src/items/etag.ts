/** `If-Match` as a shell lets one write it: of a bare number the quotes may be left out. */
export const toEtag = (flag: string | undefined): string | undefined =>
  flag !== undefined && /^\d+$/.test(flag) ? `"${flag}"` : flag;

/** Whether `If-None-Match` names this version; weakly compared (RFC 9110 §13.1.2). */
export function includesEtag(flag: string, etag: string | null): boolean {
  if (etag === null) return false;
  if (flag.trim() === '*') return true;
  return flag
    .split(',')
    .map((tag) => toEtag(tag.trim().replace(/^W\//, '')))
    .includes(etag);
}
