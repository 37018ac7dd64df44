/** Parameters that visitors and members write. */
const WRITTEN: ReadonlySet<string> = new Set([
  'account',
  'by',
  'member',
  'name',
  'title',
  'userAgent',
  'view',
]);

/** Where mail programs see a link: the dot of a domain, and the colon of a URL. */
const LINKING = /(?<=[\p{L}\p{M}\p{N}])\.(?=[\p{L}\p{M}\p{N}])|:(?=\/\/)/gu;
const WORD_JOINER = '\u2060';

/**
 * Returns the parameters of a message with an invisible character in each text that a visitor or member has written and
 * that mail programs would turn into a link (mail.md 2).
 */
export function unlinked<T>(parameters: T): T {
  if (Array.isArray(parameters)) return parameters.map((one: unknown) => unlinked(one)) as T;
  if (typeof parameters !== 'object' || parameters === null) return parameters;
  const entries = Object.entries(parameters).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' && WRITTEN.has(name)
      ? value.replace(LINKING, `$&${WORD_JOINER}`)
      : unlinked(value),
  ]);
  return Object.fromEntries(entries) as T;
}
