const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns the ID for a path. An empty ID, `..`, or `export` would match another endpoint.
 * @throws TypeError if it is malformed
 */
export function checkedId(id: string, of: string): string {
  if (!UUID.test(id)) throw new TypeError(`id must be the ID of ${of}`);
  return id;
}
