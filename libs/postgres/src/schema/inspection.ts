import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, poolOf, SERVICE } from '../connection/data-source';
import { oldestChange } from '../events/oldest-change';
import { missingExtensions } from './extensions';
import { schemaState, type SchemaState } from './schema';

/** What can be wrong with a database. */
export interface DatabaseFacts {
  /** Such as `18.4`. */
  readonly version: string;
  readonly missingExtensions: readonly { readonly name: string; readonly isAvailable: boolean }[];
  /** Whether it stores Unicode and knows its lowercase letters, which search and tags need. */
  readonly hasUnicode: boolean;
  /** Whether row-level security does not apply to the role. */
  readonly bypassesRowSecurity: boolean;
  /** Tables whose row-level security is off, or does not apply to their owner. */
  readonly unprotectedTables: readonly string[];
  readonly schema: SchemaState;
  /** How many connections the role can open at the same time. */
  readonly maxConnections: number;
  /** Whether a connection pooler is between this process and the server. */
  readonly isPooled: boolean;
  /** Time of the server minus the time of this machine. */
  readonly clockOffsetMs: number;
  /** When the oldest change was made that is not published as an event; null if all are, or migrations are pending. */
  readonly oldestChange: Date | null;
}

/**
 * SQL of `hasUnicode`: whether Ä has the lowercase ä. In the locale C, only letters of ASCII have one. Other encodings can
 * lack these letters, and PostgreSQL then rejects a statement that contains them.
 */
export const HAS_UNICODE = `ascii(lower(chr(CASE current_setting('server_encoding') WHEN 'UTF8' THEN 196 ELSE 65 END))) = 228`;

export const UNICODE_REQUIRED =
  'the database must have the encoding UTF8 and a locale other than C, such as C.UTF-8';

const SERVER = `
  SELECT split_part(current_setting('server_version'), ' ', 1) AS version, ${HAS_UNICODE} AS "hasUnicode",
    (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS "bypassesRowSecurity",
    array(
      SELECT relname::text FROM pg_class
      WHERE oid IN (SELECT polrelid FROM pg_policy) AND NOT (relrowsecurity AND relforcerowsecurity) ORDER BY 1
    ) AS "unprotectedTables",
    least(
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0),
      (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
      (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
    ) AS "maxConnections"`;

type ServerFacts = Pick<
  DatabaseFacts,
  'version' | 'hasUnicode' | 'bypassesRowSecurity' | 'unprotectedTables' | 'maxConnections'
>;

const CONNECTION = `
  SELECT pg_backend_pid() AS pid, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS time`;

/** Reads what the database is like, and changes nothing. */
export async function inspectDatabase(dataSource: DataSource): Promise<DatabaseFacts> {
  const pool = poolOf(dataSource);
  const { rows } = await pool.query<ServerFacts>(SERVER);
  const client = await pool.connect();
  try {
    const schema = await schemaState(dataSource);
    return {
      ...rows[0]!,
      ...(await connectionFacts(client)),
      missingExtensions: await missingExtensions(dataSource),
      schema,
      oldestChange: schema.pending.length > 0 ? null : await oldestChange(pool),
    };
  } finally {
    client.release();
  }
}

/**
 * Whether another service or worker is connected to the database. The data source must have no connections but the one
 * that this uses.
 */
export async function hasOtherServices(dataSource: DataSource): Promise<boolean> {
  const { rowCount } = await poolOf(dataSource).query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid() LIMIT 1`,
    [SERVICE],
  );
  return rowCount === 1;
}

/** A pooler hands out process IDs of its own for cancel requests. The clock is read in the middle of a round trip. */
async function connectionFacts(
  client: PoolClient,
): Promise<Pick<DatabaseFacts, 'isPooled' | 'clockOffsetMs'>> {
  const before = Date.now();
  const { rows } = await client.query<{ pid: number; time: number }>(CONNECTION);
  const now = (before + Date.now()) / 2;
  const { processID } = client as PoolClient & { readonly processID: number };
  return { isPooled: rows[0]!.pid !== processID, clockOffsetMs: Math.round(rows[0]!.time - now) };
}

const ROUNDS = 4;
const CONNECTIONS = 4;

/**
 * Whether prepared statements work: uses one statement on several connections at once, several times. Rejects if the
 * database is unavailable.
 */
export async function supportsPreparedStatements(url: string): Promise<boolean> {
  const dataSource = createDataSource({ url, poolSize: CONNECTIONS });
  const statement = { name: 'doctor', text: 'SELECT $1::integer', values: [1] };
  try {
    await dataSource.initialize();
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: CONNECTIONS }, () => poolOf(dataSource).query(statement)));
    }
    return true;
  } catch (error) {
    if (UNKNOWN_STATEMENT.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** PostgreSQL's errors for a prepared statement that does not exist, or that exists already. */
const UNKNOWN_STATEMENT = ['26000', '42P05'];
