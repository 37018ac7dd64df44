/** The longest address that mail servers accept has 254 characters. */
const LENGTH_MAX = 254;

/** A quick check, in linear time: the cell of a file can have a megabyte. */
export const isLikeEmail = (cell: string): boolean =>
  cell.length <= LENGTH_MAX && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell);

/** The email addresses in a cell: text with separators between them, each also as `Ada <ada@example.com>`. */
export const votersOf = (text: string): readonly string[] =>
  text.split(/[,;\r\n]/).flatMap((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim() || []);
