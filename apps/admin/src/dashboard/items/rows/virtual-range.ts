import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** Returns the indexes of the rows to render: those of the range, and one row that is always rendered, if it exists. */
export function rangeWithRow(range: Range, row: number): number[] {
  const indexes = defaultRangeExtractor(range);
  if (row < 0 || row >= range.count || indexes.includes(row)) return indexes;
  return [...indexes, row].sort((a, b) => a - b);
}
