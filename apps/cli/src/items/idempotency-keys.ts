/** The key of one of several requests: `key-1`, `"key"` becomes `"key-1"`. A request alone has it as it is. */
export function withSuffix(key: string | undefined, at: number, count: number): string | undefined {
  if (key === undefined || count < 2) return key;
  const [, unquoted] = /^"(.*)"$/.exec(key) ?? [];
  return unquoted === undefined ? `${key}-${at + 1}` : `"${unquoted}-${at + 1}"`;
}
