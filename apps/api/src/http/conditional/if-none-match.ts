/**
 * Whether `If-None-Match` contains the ETag, so that the client already has this version (RFC 9110 §13.1.2). Uses weak
 * comparison, because a proxy can weaken the ETag.
 */
export const isKnown = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
