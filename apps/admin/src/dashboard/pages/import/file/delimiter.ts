import { CsvReader, type Cell, type Delimiter } from './csv';
import { FileError } from './file-error';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
/** Number of rows that decide. */
const SAMPLED_ROWS = 50;

/** True if all cells are empty or have only spaces. */
export const isBlankRow = (cells: readonly Cell[]): boolean => cells.every((cell) => !cell?.trim());

/**
 * The delimiter that gives the most rows the number of columns of the header.
 * @param head beginning of the file
 * @param isComplete whether it is the whole file
 */
export function detectDelimiter(head: string, isComplete: boolean): Delimiter {
  const samples = DELIMITERS.map((delimiter) => sampleOf(head, delimiter, isComplete));
  return samples.reduce((best, next) => (isBetter(next, best) ? next : best)).delimiter;
}

/** What a delimiter makes of the first rows. */
interface Sample {
  readonly delimiter: Delimiter;
  readonly columns: number;
  /** True if the header has several columns, unless they look like text with commas. */
  readonly isTable: boolean;
  readonly isValid: boolean;
  /** Number of rows with as many cells as the header. */
  readonly matching: number;
  /** Number of cells that start with a space, as after a comma in text. */
  readonly spaced: number;
}

function isBetter(next: Sample, best: Sample): boolean {
  const differences = [
    Number(next.isTable) - Number(best.isTable),
    Number(next.isValid) - Number(best.isValid),
    next.matching - best.matching,
    best.spaced - next.spaced,
    next.columns - best.columns,
  ];
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}

function sampleOf(head: string, delimiter: Delimiter, isComplete: boolean): Sample {
  const { rows, isValid } = readSample(head, delimiter, isComplete);
  const columns = rows[0]?.length ?? 0;
  const data = rows.slice(1);
  const tooWide = data.filter((cells) => widthOf(cells) > columns).length;
  const tooNarrow = data.filter((cells) => cells.length < columns).length;
  const laterCells = rows.flatMap((cells) => cells.slice(1));
  const spaced = laterCells.filter((cell) => cell?.startsWith(' ')).length;
  const matching = data.length - tooWide - tooNarrow;
  const isText = tooWide > matching && spaced === laterCells.length;
  return {
    delimiter,
    columns,
    isTable: columns > 1 && !isText,
    isValid,
    matching,
    spaced,
  };
}

/** Number of cells without the empty ones at the end, which spreadsheets add. */
const widthOf = (cells: readonly Cell[]): number => cells.findLastIndex((cell) => cell !== null) + 1;

/** The first rows that aren't blank; `isValid` is false if their quotes don't match. */
function readSample(
  head: string,
  delimiter: Delimiter,
  isComplete: boolean,
): { readonly rows: readonly (readonly Cell[])[]; readonly isValid: boolean } {
  const rows: (readonly Cell[])[] = [];
  const reader = new CsvReader(delimiter, (cells) => {
    if (rows.length <= SAMPLED_ROWS && !isBlankRow(cells)) rows.push(cells);
  });
  try {
    reader.push(head);
    if (isComplete) reader.end();
    return { rows, isValid: true };
  } catch (error) {
    if (error instanceof FileError) return { rows, isValid: false };
    throw error;
  }
}
