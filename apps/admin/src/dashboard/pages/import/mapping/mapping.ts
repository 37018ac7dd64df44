import type { Status } from '@libs/contract';
import { detectDayOrder, possibleDayOrders, type DayOrder } from '../file/day-order';
import { isLikeEmail, votersOf } from '../file/email';
import { hasTags } from '../file/html-text';
import { matchColumns, normalizeColumn, keptColumns, detectSource, type SourceName } from './sources';
import type { TargetField } from './column-names';
import { isAmount, isCount } from '../file/numbers';
import { guessStatus, countDistinct } from './statuses';
import type { Table } from '../file/table';

/** How the rows of a file become items. */
export interface Mapping {
  readonly source: SourceName;
  /** The column each field is read from; null for none. */
  readonly columns: Readonly<Record<TargetField, number | null>>;
  /** Prefix of the IDs in the file, so that IDs of different sources don't collide: `fider:12`. */
  readonly prefix: string;
  /** The order of numbers in `03/04/2024`; if `unknown`, the user must choose. */
  readonly dayOrder: DayOrder | 'unknown' | null;
  /** Status by the value in the file, normalized by `normalizeStatus`; unknown values become `new`. */
  readonly statuses: ReadonlyMap<string, Status>;
  /** True to truncate long titles and put the full title at the beginning of the description. */
  readonly cutTitles: boolean;
  /** True to use the first line of the description as a missing title. */
  readonly fillTitles: boolean;
  /** True to convert HTML descriptions to text. */
  readonly convertHtml: boolean;
  /** True to import rows with an invalid email address without the address. */
  readonly dropInvalidEmails: boolean;
  /** The date of rows that have none, such as `2024-05-01`; null for the time of the import. */
  readonly fallbackDate: string | null;
  /** Columns appended to the description. */
  readonly extraColumns: readonly number[];
}

const PREFIXES: Readonly<Record<SourceName, string>> = {
  own: 'file',
  canny: 'canny',
  fider: 'fider',
  astuto: 'astuto',
  quackback: 'quackback',
  feeblo: 'feeblo',
  other: 'file',
};

/** The most likely mapping for the table. */
export function guessMapping(table: Table): Mapping {
  const source = detectSource(table.columns);
  const columns = matchColumns(source, table.columns);
  for (const [target, fits] of CONTENTS)
    if (!hasContent(table, columns[target], fits)) columns[target] = null;
  columns.submitter_email ??= findEmailColumn(table, columns);
  const used = Object.values(columns);
  return {
    source,
    columns,
    prefix: PREFIXES[source],
    dayOrder: columnDayOrder(table, columns),
    statuses: mapStatuses(table, columns.status),
    cutTitles: true,
    fillTitles: true,
    convertHtml: isMostlyHtml(table, columns.description),
    dropInvalidEmails: false,
    fallbackDate: null,
    extraColumns: keptColumns(source, table.columns).filter((index) => !used.includes(index)),
  };
}

/** Sets the column of a field, and detects the settings that depend on the column again. */
export function withColumn(
  mapping: Mapping,
  table: Table,
  target: TargetField,
  column: number | null,
): Mapping {
  const columns = { ...mapping.columns, [target]: column };
  const isDate = target === 'created_at' || target === 'updated_at';
  return {
    ...mapping,
    columns,
    extraColumns: mapping.extraColumns.filter((index) => index !== column),
    convertHtml: target === 'description' ? isMostlyHtml(table, column) : mapping.convertHtml,
    dayOrder: isDate ? columnDayOrder(table, columns) : mapping.dayOrder,
    statuses: target === 'status' ? mapStatuses(table, column) : mapping.statuses,
  };
}

/** Columns without a field, which can be appended to the description. */
export function unmappedColumns({ columns }: Mapping, table: Table): readonly number[] {
  const used = Object.values(columns);
  return table.columns.flatMap((_, index) => (used.includes(index) ? [] : [index]));
}

export function* columnCells({ rows }: Table, column: number | null): Generator<string | null | undefined> {
  if (column !== null) for (const cells of rows) yield cells[column];
}

/** True if most non-empty cells have tags. Plain text and Markdown can contain some tags, too. */
function isMostlyHtml(table: Table, column: number | null): boolean {
  let filled = 0;
  let withTags = 0;
  for (const cell of columnCells(table, column)) {
    if (!cell?.trim()) continue;
    filled++;
    if (hasTags(cell)) withTags++;
  }
  return withTags * 2 > filled;
}

function mapStatuses(table: Table, column: number | null): ReadonlyMap<string, Status> {
  const entries = countDistinct(columnCells(table, column)).map(
    ({ normalized, text }) => [normalized, guessStatus(text)] as const,
  );
  return new Map(entries.filter((entry): entry is [string, Status] => entry[1] !== null));
}

/** Status values of the file that the mapping doesn't contain. */
export function unknownStatuses(
  table: Table,
  { columns, statuses }: Mapping,
): ReturnType<typeof countDistinct> {
  return countDistinct(columnCells(table, columns.status)).filter(
    ({ normalized }) => !statuses.has(normalized),
  );
}

const columnDayOrder = (table: Table, columns: Mapping['columns']): Mapping['dayOrder'] =>
  detectDayOrder(dateCells(table, columns));

/** The possible orders of day and month in the file, with an example for the question. */
export const columnDayOrders = (
  table: Table,
  columns: Pick<Mapping['columns'], 'created_at' | 'updated_at'>,
): ReturnType<typeof possibleDayOrders> => possibleDayOrders(dateCells(table, columns));

/** All dates of a file have the same order. */
function* dateCells(
  table: Table,
  { created_at, updated_at }: Parameters<typeof columnDayOrders>[1],
): ReturnType<typeof columnCells> {
  yield* columnCells(table, created_at);
  yield* columnCells(table, updated_at);
}

/** What most cells of a column must be, because its name alone can have another meaning. */
const CONTENTS = [
  ['votes', isCount],
  ['value', isAmount],
  ['voters', (text: string) => votersOf(text).some(isLikeEmail)],
] as const;

/** Whether most of the first non-empty cells fit. */
function hasContent(table: Table, column: number | null, fits: (text: string) => boolean): boolean {
  const filled = table.rows.slice(0, SAMPLED_ROWS).flatMap((cells) => cells[column ?? -1]?.trim() || []);
  return filled.filter(fits).length * 2 > filled.length;
}

const PERSON_COLUMN =
  /\b(author|user|by|from|requester|submitter|creator|customer|contact|reporter|e ?mail)\b/;
const SAMPLED_ROWS = 200;

/** A column about a person that contains email addresses. In Fider exports, it contains names instead. */
function findEmailColumn(table: Table, columns: Mapping['columns']): number | null {
  const used = Object.values(columns);
  const index = table.columns.findIndex((name, index) => {
    if (used.includes(index) || !PERSON_COLUMN.test(normalizeColumn(name))) return false;
    return hasContent(table, index, isLikeEmail);
  });
  return index < 0 ? null : index;
}
