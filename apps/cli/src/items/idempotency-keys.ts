/** The key of one of several requests: `key-1`, `"key"` becomes `"key-1"`. A request alone has it as it is. */
export function suffixed(key: string | undefined, at: number, count: number): string | undefined {
  if (key === undefined || count < 2) return key;
  const [, inner] = /^"(.*)"$/.exec(key) ?? [];
  return inner === undefined ? `${key}-${at + 1}` : `"${inner}-${at + 1}"`;
}
