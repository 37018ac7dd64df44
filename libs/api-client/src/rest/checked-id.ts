const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the ID for a path. An empty ID, `..`, or `export` would match another endpoint.
 * @throws TypeError if it is malformed
 */
export function checkedId(id: string, of: string): string {
  if (!UUID.test(id)) throw new TypeError(`id must be the ID of ${of}`);
  return id;
}

/**
 * Returns an external ID as a part of a path. URLs cannot contain an empty part, `.`, or `..`, even percent-encoded.
 * @throws TypeError if it is one of these, or has a lone surrogate
 */
export function externalIdPath(externalId: string): string {
  if (['', '.', '..'].includes(externalId) || /\p{Surrogate}/u.test(externalId))
    throw new TypeError('externalId must be text other than . and .., without lone surrogates');
  return encodeURIComponent(externalId);
}
