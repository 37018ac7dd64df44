/**
 * Whether whoever sent this `If-None-Match` has the representation with that tag already (RFC 9110 §13.1.2): compared
 * weakly, because a proxy may have weakened ours.
 */
export const isKnown = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
