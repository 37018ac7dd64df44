/** Adds a suffix per request: `key` becomes `key-1`, `"key"` becomes `"key-1"`. A single request keeps the key. */
export function withSuffix(key: string | undefined, at: number, count: number): string | undefined {
  if (key === undefined || count < 2) return key;
  const [, unquoted] = /^"(.*)"$/.exec(key) ?? [];
  return unquoted === undefined ? `${key}-${at + 1}` : `"${unquoted}-${at + 1}"`;
}
