import { isUtf8 } from 'node:buffer';
import {
  ITEM_FIELD_NAMES,
  faultIn,
  IMPORT_FIELDS,
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
  separatedOtherwise,
  UNKNOWN_NAMED_MAX,
  unknownColumn,
  wrongFieldCount,
} from './import-errors';
import type { RawLine } from './raw-lines';

/** The columns that an export guards against formulas (export.md 3); an import of the file removes the guards. */
const GUARDED: ReadonlySet<ImportField> = new Set(['title', 'description', 'submitter_email']);

/**
 * Rows of CSV (RFC 4180, commas), the first of which names the fields of the others. An empty field is none; between
 * quotes it is an empty description.
 *
 * By hand, because a row needs its line, a field needs to say whether it was quoted, and a record without end must
 * neither fill the memory nor end the file. csv-parse is what the tests compare with, and ADR 15 says what it costs.
 */
export class CsvRows {
  private columns: readonly ImportField[] | null = null;
  /** A file with all columns of an export is one. Texts of other files stay as they are. */
  private isExport = false;

  /**
   * Null for the line of names.
   * @throws DomainError `validation` when the names are wrong, or this is no CSV, or no UTF-8
   */
  row({ line, bytes }: RawLine): ImportLine | null {
    if (bytes === null) {
      if (!this.columns) throw headerTooLong(line);
      return { line, values: null, issues: [lineTooLong()] };
    }
    if (!isUtf8(bytes)) throw notUtf8(line);
    const fields = fieldsOf(bytes.toString('utf8'));
    if (this.columns) return this.named(line, this.columns, fields);
    this.columns = columnsOf(line, fields);
    this.isExport = ITEM_FIELD_NAMES.every((name) => fields.includes(name));
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
    return field !== null && this.isExport && GUARDED.has(name) ? unguarded(field) : field;
  }
}

/** Null where nothing stands between two commas, not even quotes. */
type Fields = readonly (string | null)[];

function columnsOf(line: number, names: Fields): ImportField[] {
  const separator = names.length === 1 && /[;\t]/.exec(names[0] ?? '')?.[0];
  if (separator) throw separatedOtherwise(line, otherSeparator(separator)!);
  const seen = new Set<string>();
  const issues: Issue[] = [];
  for (const name of names) {
    const known = IMPORT_FIELDS.find((field) => field === name);
    if (!known) issues.push(unknownColumn(quotedName(name ?? '')));
    else if (seen.size === seen.add(known).size) issues.push(repeatedColumn(known));
    if (issues.length === UNKNOWN_NAMED_MAX) break;
  }
  if (!names.includes('title')) issues.push(missingColumn('title'));
  const [first, ...rest] = issues.map((issue) => faultIn(line, issue));
  if (first) throw DomainError.invalid([first, ...rest]);
  return names as ImportField[];
}

/** The fields of a record whose quotes are in order. */
export function fieldsOf(record: string): Fields {
  const fields: (string | null)[] = [];
  for (let at = 0; ; at++) {
    const { text, end } = record[at] === '"' ? quotedAt(record, at) : plainAt(record, at);
    fields.push(text);
    at = end;
    if (at >= record.length) return fields;
  }
}

interface Field {
  readonly text: string | null;
  /** Where the next comma stands, or the end. */
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
  return { text: record.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
}
