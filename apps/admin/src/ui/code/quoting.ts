/** Quotes any text as one word of a POSIX shell. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes only if needed. */
export const shellArgument = (text: string): string =>
  /^[\w.,:@%+/-]+$/.test(text) ? text : quoteForShell(text);

/** A JavaScript string literal in single quotes. */
export const quoteForJavaScript = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
