import { Client } from 'pg';
import { verified } from '../connection/data-source';
import { NAMES } from '../schema/schema';
import { BackupError } from './backup-error';
import type { BackupPartition, BackupTable } from './backup-header';
import { BACKED_UP, type Scope } from './backup-tables';
import { ENDED_AT, PUBLISHES } from '../connection/settings';

/** A table of a backup in the database. */
export interface SourceTable extends BackupTable {
  readonly scope: Scope;
  /** PostgreSQL's estimate. */
  readonly estimate: number;
}

/** A connection of its own, without the time limits of requests. */
export async function connectForBackup(url: string): Promise<Client> {
  const client = new Client({
    connectionString: verified(url),
    application_name: 'feedback-backup',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The query in progress rejects, too.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The format of values in a file, and no time limits. */
export const FORMAT = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO'; SET LOCAL timezone = 'UTC';
  SET LOCAL bytea_output = 'hex'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

const TABLES = `
  SELECT relname AS name, relrowsecurity AS secured, greatest(reltuples, 0)::float AS estimate,
    (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
      WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT attname::text FROM pg_attribute WHERE attrelid = class.oid AND attidentity <> '') AS identity
  FROM pg_class class
  WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1) AND relkind IN ('r', 'p')`;
const PARTITIONS = `
  SELECT child.relname AS name, bound[1] AS from, bound[2] AS to FROM pg_inherits
  JOIN pg_class child ON child.oid = inhrelid
  CROSS JOIN regexp_match(pg_get_expr(child.relpartbound, child.oid), 'FROM \\(''(\\d+)''\\) TO \\(''(\\d+)''\\)') AS bound
  WHERE inhparent = $1::text::regclass ORDER BY bound[2]::bigint`;
const LAST = `
  SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass), 0)::text AS last`;

interface TableRow {
  readonly name: string;
  readonly secured: boolean;
  readonly estimate: number;
  readonly columns: string[];
  readonly identity: string | null;
}

/** The tables of `BACKED_UP` that exist, in its order. */
export async function tablesOf(client: Client): Promise<readonly SourceTable[]> {
  const { rows } = await client.query<TableRow>(TABLES, [BACKED_UP.map(({ name }) => name)]);
  const tables: SourceTable[] = [];
  for (const { name, scope } of BACKED_UP) {
    const row = rows.find((table) => table.name === name);
    if (!row) continue;
    if (row.secured === (scope === 'all')) throw new Error(`Table ${name}: row-level security is unexpected`);
    const { rows: partitions } = await client.query<BackupPartition>(PARTITIONS, [name]);
    tables.push({
      name,
      scope,
      columns: row.columns,
      estimate: row.estimate,
      ...(partitions.length > 0 && { partitions }),
      ...(row.identity && { sequence: await sequenceOf(client, name, row.identity) }),
    });
  }
  if (tables.length === 0) throw new BackupError('The database has no tables of the service');
  return tables;
}

/** A sequence isn't part of a snapshot. Its current value is at least that of the snapshot. */
async function sequenceOf(client: Client, table: string, column: string) {
  const { rows } = await client.query<{ last: string }>(LAST, [table, column]);
  return { column, last: rows[0]!.last };
}

export interface Snapshot {
  readonly postgres: string;
  readonly snapshot_at: string;
  readonly migrations: readonly string[];
  readonly tables: readonly SourceTable[];
  /** False if `lock` was given and another transaction has it. */
  readonly isLocked: boolean;
}

const STATE = `
  SELECT current_setting('server_version') AS postgres, ($1::bigint IS NULL OR pg_try_advisory_xact_lock($1)) AS "isLocked",
    to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS snapshot_at,
    ARRAY (SELECT name::text FROM migrations ORDER BY id) AS migrations`;

/**
 * Begins a transaction that sees one state of the database. PostgreSQL takes the snapshot at the first SELECT. The tables
 * are locked before, so that none is dropped in between; the lock permits reads and writes.
 * @param lock an advisory lock of the transaction
 */
export async function beginSnapshot(client: Client, lock?: number): Promise<Snapshot> {
  const found = await tablesOf(client);
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${FORMAT}`);
  await client.query(`LOCK TABLE ${found.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
  const { rows } = await client.query<Omit<Snapshot, 'tables'>>(STATE, [lock ?? null]);
  assertKnown(rows[0]!.migrations);
  const tables = await tablesOf(client);
  const shape = (list: readonly SourceTable[]) => JSON.stringify(list.map(({ name }) => name));
  if (shape(tables) !== shape(found)) {
    throw new BackupError('The database schema changed at the beginning of the backup: try again');
  }
  // A name that an older server doesn't know.
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'`,
  );
  // For the tables that only some settings give access to.
  await client.query(
    `SET LOCAL row_security = on; SET LOCAL ${PUBLISHES} = 'on'; SET LOCAL ${ENDED_AT} = 'infinity'`,
  );
  return { ...rows[0]!, tables };
}

/** A newer version can have tables that this one would leave out. */
function assertKnown(names: readonly string[]): void {
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (unknown.length === 0) return;
  throw new BackupError(
    `A newer version of the service has migrated the database (${unknown.join(', ')}): back up with that version`,
  );
}
