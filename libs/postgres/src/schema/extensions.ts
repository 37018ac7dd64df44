import type { DataSource } from 'typeorm';

type Database = Pick<DataSource, 'query'>;

/** Needed for search: pg_trgm for parts of words, btree_gin to include the account in the same index. */
const EXTENSIONS = ['pg_trgm', 'btree_gin'];

const NOT_CREATED = `SELECT unnest($1::text[]) EXCEPT SELECT extname FROM pg_extension`;
const AVAILABLE = `SELECT name FROM pg_available_extensions WHERE name = ANY ($1::text[])`;

/** Needed extensions that the database lacks, and whether the server has them. */
export async function missingExtensions(
  database: Database,
): Promise<{ readonly name: string; readonly isAvailable: boolean }[]> {
  const missing = await namesOf(database, NOT_CREATED);
  const available = await namesOf(database, AVAILABLE);
  return missing.map((name) => ({ name, isAvailable: available.includes(name) }));
}

/**
 * Creates missing extensions.
 * @throws Error that lists all extensions that could not be created
 */
export async function ensureExtensions(database: Database): Promise<void> {
  const missing = await namesOf(database, NOT_CREATED);
  const failed: string[] = [];
  for (const extension of missing) {
    await database.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`).catch(() => failed.push(extension));
  }
  if (failed.length === 0) return;
  const available = await namesOf(database, AVAILABLE);
  throw new Error(
    explain(
      failed,
      failed.filter((name) => !available.includes(name)),
    ),
  );
}

function explain(failed: readonly string[], notInstalled: readonly string[]): string {
  const statements = failed.map((name) => `CREATE EXTENSION ${name};`).join(' ');
  const install =
    notInstalled.length > 0
      ? `The server does not have ${notInstalled.join(' and ')}: install the package postgresql-contrib. Then run`
      : 'Run';
  const [extensions, them] = failed.length === 1 ? ['extension', 'it'] : ['extensions', 'them'];
  return (
    `search needs the PostgreSQL ${extensions} ${failed.join(' and ')}, and this role cannot create ${them}. ` +
    `${install} as a superuser in this database: ${statements}`
  );
}

async function namesOf(database: Database, sql: string): Promise<string[]> {
  const rows = (await database.query(sql, [EXTENSIONS])) as Record<string, string>[];
  return rows.map((row) => Object.values(row)[0]!).sort();
}
