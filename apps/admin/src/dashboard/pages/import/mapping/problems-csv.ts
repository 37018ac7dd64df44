import { guarded, unguarded } from '@libs/feedback';
import type { RowProblem } from '../row-problems';
import type { Table } from '../file/table';

/** What the file of left-out rows has behind their own columns; in every language the same, to be known again. */
const PROBLEM_COLUMNS: readonly string[] = ['import_line', 'import_problem'];

/**
 * The rows that were left out, as they stand in the file, with what is wrong at the end: to be repaired and imported
 * again. Opened by a spreadsheet, so with the guard of every CSV of this product.
 */
export function problemsCsv(problems: readonly RowProblem[], { columns, rows }: Table): string {
  const byRow = new Map<number, RowProblem[]>();
  for (const problem of problems) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
  const lines = [...byRow].map(([row, rowProblems]) => [
    ...columns.map((_, index) => rows[row]?.[index] ?? null),
    String(rowProblems[0]!.line),
    rowProblems.map(({ text }) => text).join(' '),
  ]);
  return [[...columns, ...PROBLEM_COLUMNS], ...lines]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('');
}

/** What is not there at all has no quotes. */
const csvCell = (text: string | null): string =>
  text === null ? '' : `"${guarded(text).replaceAll('"', '""')}"`;

/** Such a file, repaired, is the file it came from: without what was added. Any other stays as it is. */
export function withoutProblems(table: Table): Table {
  const { columns, rows, first } = table;
  if (!first || !PROBLEM_COLUMNS.every((name) => columns.includes(name))) return table;
  const keptColumns = columns.flatMap((name, index) => (PROBLEM_COLUMNS.includes(name) ? [] : [index]));
  const keepCells = (cells: (typeof rows)[number]) =>
    keptColumns.map((index) => {
      const cell = cells[index] ?? null;
      return cell === null ? null : unguarded(cell);
    });
  return {
    ...table,
    columns: keptColumns.map((index) => columns[index]!),
    rows: rows.map(keepCells),
    first: { ...first, cells: keepCells(first.cells) },
  };
}
