import { isUtf8 } from 'node:buffer';
import {
  EXPORT_COLUMNS,
  importErrorAt,
  IMPORT_COLUMNS,
  unguarded,
  type ImportField,
  type ImportLine,
} from '@libs/feedback';
import { DomainError, quotedName, type Issue } from '@libs/kernel';
import {
  headerTooLong,
  lineTooLong,
  missingColumn,
  notUtf8,
  otherSeparator,
  repeatedColumn,
  wrongSeparator,
  UNKNOWN_NAMED_MAX,
  unknownColumn,
  wrongFieldCount,
} from './import-errors';
import type { RawLine } from './raw-lines';

/** An export protects the text of all other columns against formulas (export.md 3). An import removes the protection. */
const NOT_GUARDED: ReadonlySet<ImportField> = new Set([
  'id',
  'status',
  'source',
  'created_at',
  'updated_at',
  'merged_into',
]);

/** The columns that a file can have, and those of which it needs one. */
export interface ColumnNames {
  readonly known: readonly string[];
  readonly oneOf: readonly [string, ...string[]];
}
const ITEM_COLUMNS: ColumnNames = { known: IMPORT_COLUMNS, oneOf: ['title'] };

/**
 * Parses rows of CSV (RFC 4180, commas) with a header row. An empty field counts as absent; an empty field in quotes is
 * an empty description.
 *
 * A custom parser, because a row needs its line number, a field needs to know whether it was quoted, and an endless
 * record must not fill the memory or end the file. Tests compare it with csv-parse; ADR 15 has its cost.
 */
export class CsvRows {
  private columns: readonly ImportField[] | null = null;
  /** Whether the file has all columns of an export. Text of other files is not changed. */
  private isExport = false;

  constructor(private readonly names: ColumnNames = ITEM_COLUMNS) {}

  /**
   * Returns null for the header row.
   * @throws DomainError `validation` for an invalid header row, invalid CSV, or invalid UTF-8
   */
  row({ line, bytes }: RawLine): ImportLine | null {
    if (bytes === null) {
      if (!this.columns) throw headerTooLong(line);
      return { line, values: null, issues: [lineTooLong()] };
    }
    if (!isUtf8(bytes)) throw notUtf8(line);
    const fields = fieldsOf(bytes.toString('utf8'));
    if (this.columns) return this.named(line, this.columns, fields);
    this.columns = columnsOf(line, fields, this.names);
    this.isExport = EXPORT_COLUMNS.every((name) => fields.includes(name));
    return null;
  }

  private named(line: number, columns: readonly ImportField[], fields: Fields): ImportLine {
    if (fields.length !== columns.length) {
      return { line, values: null, issues: [wrongFieldCount(fields.length, columns.length)] };
    }
    const values: Partial<Record<ImportField, string | null>> = {};
    columns.forEach((name, i) => (values[name] = this.valueOf(name, fields[i]!)));
    return { line, values, issues: [] };
  }

  private valueOf(name: ImportField, field: string | null): string | null {
    if (field === '' && name !== 'description') return null;
    return field !== null && this.isExport && !NOT_GUARDED.has(name) ? unguarded(field) : field;
  }
}

/** A field is null if it is empty and not quoted. */
type Fields = readonly (string | null)[];

function columnsOf(line: number, names: Fields, { known: allowed, oneOf }: ColumnNames): ImportField[] {
  const separator = names.length === 1 && /[;\t|]/.exec(names[0] ?? '')?.[0];
  if (separator) throw wrongSeparator(line, otherSeparator(separator)!);
  const seen = new Set<string>();
  const issues: Issue[] = [];
  for (const name of names) {
    const known = allowed.find((field) => field === name);
    if (!known) issues.push(unknownColumn(quotedName(name ?? ''), allowed));
    else if (seen.size === seen.add(known).size) issues.push(repeatedColumn(known));
    if (issues.length === UNKNOWN_NAMED_MAX) break;
  }
  if (!oneOf.some((name) => names.includes(name))) issues.push(missingColumn(oneOf[0]));
  const [first, ...rest] = issues.map((issue) => importErrorAt(line, issue));
  if (first) throw DomainError.invalid([first, ...rest]);
  return names as ImportField[];
}

/** Splits a record with valid quotes into fields. */
export function fieldsOf(record: string): Fields {
  const fields: (string | null)[] = [];
  for (let at = 0; ; at++) {
    const quote = afterSpaces(record, at);
    const { text, end } = record[quote] === '"' ? quotedAt(record, quote) : plainAt(record, at);
    fields.push(text);
    at = end;
    if (at >= record.length) return fields;
  }
}

interface Field {
  readonly text: string | null;
  /** Index of the next comma, or of the end. */
  readonly end: number;
}

function plainAt(record: string, start: number): Field {
  const comma = record.indexOf(',', start);
  const end = comma < 0 ? record.length : comma;
  return { text: record.slice(start, end) || null, end };
}

function quotedAt(record: string, start: number): Field {
  let quote = record.indexOf('"', start + 1);
  while (record[quote + 1] === '"') quote = record.indexOf('"', quote + 2);
  return { text: record.slice(start + 1, quote).replaceAll('""', '"'), end: afterSpaces(record, quote + 1) };
}

function afterSpaces(record: string, start: number): number {
  let at = start;
  while (record[at] === ' ') at++;
  return at;
}
