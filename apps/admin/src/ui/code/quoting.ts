/** One word to a POSIX shell, whatever is in it. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same, and bare where a shell leaves it alone. */
export const shellArgument = (text: string): string =>
  /^[\w.,:@%+/-]+$/.test(text) ? text : quoteForShell(text);

/** A string literal of JavaScript, in single quotes. */
export const quoteForJavaScript = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
