import { guarded, unguarded } from '@libs/feedback';
import type { Problem } from '../row-problems';
import type { Table } from '../file/table';

/** What the file of left-out rows has behind their own columns; in every language the same, to be known again. */
const ADDED: readonly string[] = ['import_line', 'import_problem'];

/**
 * The rows that were left out, as they stand in the file, with what is wrong at the end: to be repaired and imported
 * again. Opened by a spreadsheet, so with the guard of every CSV of this product.
 */
export function problemsCsv(problems: readonly Problem[], { columns, rows }: Table): string {
  const byRow = new Map<number, Problem[]>();
  for (const problem of problems) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
  const lines = [...byRow].map(([row, found]) => [
    ...columns.map((_, index) => rows[row]?.[index] ?? null),
    String(found[0]!.line),
    found.map(({ words }) => words).join(' '),
  ]);
  return [[...columns, ...ADDED], ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** What is not there at all has no quotes. */
const csvCell = (text: string | null): string =>
  text === null ? '' : `"${guarded(text).replaceAll('"', '""')}"`;

/** Such a file, repaired, is the file it came from: without what was added. Any other stays as it is. */
export function withoutProblems(table: Table): Table {
  const { columns, rows, first } = table;
  if (!first || !ADDED.every((name) => columns.includes(name))) return table;
  const kept = columns.flatMap((name, index) => (ADDED.includes(name) ? [] : [index]));
  const keptOf = (cells: (typeof rows)[number]) =>
    kept.map((index) => {
      const cell = cells[index] ?? null;
      return cell === null ? null : unguarded(cell);
    });
  return {
    ...table,
    columns: kept.map((index) => columns[index]!),
    rows: rows.map(keptOf),
    first: { ...first, cells: keptOf(first.cells) },
  };
}
