import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { adminUrl, databaseUrl, PREFIX, ROLE, rolePassword } from './test-server';

export interface FreshDatabase {
  /** URL for a role like the service's: owner of the database, but not a superuser. */
  readonly url: string;
  /** URL for the superuser. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

export interface DatabaseOptions {
  readonly locale?: string;
  readonly encoding?: string;
  /** False if the process can end before the caller drops the database. */
  readonly keepsAlive?: boolean;
}

/** Creates a database that the caller drops. */
export async function createDatabase(
  template = 'template0',
  { locale = '', encoding = 'UTF8', keepsAlive = true }: DatabaseOptions = {},
): Promise<FreshDatabase> {
  const admin = await connect();
  try {
    const name = `${PREFIX}_db_${randomBytes(6).toString('hex')}`;
    await runExclusively(admin, `${PREFIX}_databases`, async () => {
      await ensureRole(admin);
      await dropAbandoned(admin);
      // Marks the database as in use. The lock is released when the connection ends, even if this process is killed.
      await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
    });
    const options = locale && `LOCALE_PROVIDER libc LOCALE '${locale}' ENCODING '${encoding}'`;
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${ROLE} ${options}`);
    if (!keepsAlive) (admin as Client & { unref(): void }).unref();
    return {
      url: databaseUrl(name, 'role'),
      adminUrl: databaseUrl(name, 'superuser'),
      drop: async () => {
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await admin.end();
      },
    };
  } catch (error) {
    await admin.end().catch(() => {});
    throw error;
  }
}

/** Runs a statement as superuser. */
export async function asSuperuser<T>(
  database: Pick<FreshDatabase, 'adminUrl'>,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as T[];
  } finally {
    await client.end();
  }
}

/** Every row of every table as text, with bytes as hexadecimal digits, read as superuser. */
export async function everyRow({
  adminUrl,
}: Pick<FreshDatabase, 'adminUrl'>): Promise<readonly { readonly table: string; readonly text: string }[]> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
    const all: { table: string; text: string }[][] = [];
    for (const { name } of tables) {
      const sql = `SELECT $1 AS table, t::text AS text FROM ${name} t`;
      all.push((await client.query<{ table: string; text: string }>(sql, [name])).rows);
    }
    return all.flat();
  } finally {
    await client.end();
  }
}

/** Connects as superuser. */
export async function connect(): Promise<Client> {
  const admin = new Client({ connectionString: adminUrl(), application_name: 'feedback tests' });
  admin.on('error', () => {});
  await admin.connect();
  return admin;
}

/** Runs `work` while no other process runs work with this name. */
export async function runExclusively<T>(admin: Client, name: string, work: () => Promise<T>): Promise<T> {
  await admin.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
  try {
    return await work();
  } finally {
    await admin.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
  }
}

/** Creates or updates the role, in one process at a time: a concurrent ALTER ROLE fails in PostgreSQL. */
export async function ensureRole(admin: Client): Promise<void> {
  await runExclusively(admin, ROLE, async () => {
    const { rows } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
    if (rows.length === 0) await admin.query(`CREATE ROLE ${ROLE}`);
    await admin.query(`ALTER ROLE ${ROLE} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${rolePassword()}'`);
  });
}

/** Drops databases of killed runs, whose locks are free. */
async function dropAbandoned(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database
      WHERE starts_with(datname, $1) AND pg_try_advisory_lock(hashtextextended(datname, 0))`,
    [`${PREFIX}_db_`],
  );
  for (const { datname } of rows) {
    await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    await admin.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [datname]);
  }
}
