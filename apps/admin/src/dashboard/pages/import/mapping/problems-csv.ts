import { unguarded } from '@libs/feedback';
import { csvCell } from '../../../../ui/csv';
import type { RowProblem } from '../row-problems';
import type { Table } from '../file/table';

/** Columns added to the file of rejected rows; the same in every language, so that a later import detects them. */
const PROBLEM_COLUMNS: readonly string[] = ['import_line', 'import_problem'];

/**
 * The rejected rows as CSV, unchanged except for added columns with their problems, to fix and import again. A missing
 * value has no quotes.
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
    .map((cells) => `${cells.map((text) => (text === null ? '' : csvCell(text))).join(',')}\r\n`)
    .join('');
}

/** Removes the added columns if the file is one of rejected rows; returns any other table unchanged. */
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
