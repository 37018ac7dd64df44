import { BackupError, damaged } from './backup-error';
import { BACKED_UP } from './backup-tables';

/** A part of a partitioned table. The bounds are its values of the partition key. */
export interface BackupPartition {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** A table in a backup. Its rows are in the columns' order. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly partitions?: readonly BackupPartition[];
  /** The identity column, and its last value. */
  readonly sequence?: { readonly column: string; readonly last: string };
}

/** The first line of a backup (docs/architecture/adr/0023-backup.md). */
export interface BackupHeader {
  readonly format: 'feedback-backup';
  readonly version: number;
  /** Version of the service that wrote the file. */
  readonly release: string;
  /** Version of the PostgreSQL server. */
  readonly postgres: string;
  readonly snapshot_at: string;
  /** Names of the migrations of the database, in the order in which they ran. */
  readonly migrations: readonly string[];
  readonly tables: readonly BackupTable[];
}

/** The version of the format that this service writes and reads. */
export const FORMAT_VERSION = 1;
/** In bytes. A header of today has 4,000. */
export const HEADER_MAX = 1_048_576;

export const headerLine = (header: BackupHeader): string => `${JSON.stringify(header)}\n`;

/**
 * Reads the first line of a file. Its names become parts of SQL statements, so only known ones are accepted.
 * @param known names of the migrations of this version of the service
 * @throws BackupError
 */
export function parseHeader(file: string, line: string, known: readonly string[]): BackupHeader {
  const value = jsonOf(line);
  if (!isRecord(value) || value['format'] !== 'feedback-backup') {
    throw new BackupError(`${file} is not a backup of this service`);
  }
  const release = isPrintable(value['release']) ? ` (${value['release']})` : '';
  const newer = new BackupError(
    `${file} is from a newer version of the service${release}: restore it with that version or a newer one`,
  );
  if (value['version'] !== FORMAT_VERSION) throw newer;
  if (!isHeader(value)) throw damaged(file, 'its first line is invalid');
  if (value.migrations.some((name) => !known.includes(name))) throw newer;
  return value;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
/** Operators see these texts on a terminal, where control characters could forge lines. */
const isPrintable = (value: unknown): value is string => isText(value) && /^[\x20-\x7e]{1,100}$/.test(value);
const isName = (value: unknown): value is string => isText(value) && /^[a-z][a-z0-9_]{0,62}$/.test(value);
const isInteger = (value: unknown): boolean => isText(value) && /^\d{1,19}$/.test(value);
const isListOf = <T>(isOne: (one: unknown) => one is T, value: unknown): value is T[] =>
  Array.isArray(value) && value.every(isOne) && new Set(value).size === value.length;

function isHeader(value: Record<string, unknown>): value is Record<string, unknown> & BackupHeader {
  const { release, postgres, snapshot_at, migrations, tables } = value;
  return (
    [release, postgres, snapshot_at].every(isPrintable) &&
    isListOf(isText, migrations) &&
    isListOf(isTable, tables) &&
    new Set(tables.map(({ name }) => name)).size === tables.length
  );
}

function isTable(value: unknown): value is BackupTable {
  if (!isRecord(value) || !BACKED_UP.some(({ name }) => name === value['name'])) return false;
  const { columns, partitions, sequence } = value;
  return (
    isListOf(isName, columns) &&
    columns.length > 0 &&
    (partitions === undefined || isListOf(isPartition, partitions)) &&
    (sequence === undefined ||
      (isRecord(sequence) && isName(sequence['column']) && isInteger(sequence['last'])))
  );
}

const isPartition = (value: unknown): value is BackupPartition =>
  isRecord(value) && isName(value['name']) && isInteger(value['from']) && isInteger(value['to']);
