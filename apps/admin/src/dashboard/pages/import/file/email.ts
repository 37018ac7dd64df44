/** The longest address that mail servers accept has 254 characters. */
const LENGTH_MAX = 254;

/** A quick check, in linear time: the cell of a file can have a megabyte. */
export const isLikeEmail = (cell: string): boolean =>
  cell.length <= LENGTH_MAX && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell);
