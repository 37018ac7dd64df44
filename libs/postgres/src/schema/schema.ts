import type { DataSource } from 'typeorm';
import { poolOf } from '../connection/data-source';
import { ensureExtensions } from './extensions';
import { migrations } from '../migrations';

/** In execution order. */
export const NAMES: readonly string[] = migrations.map(({ name }) => name);

/** Returns why this version can't use the schema, or null if it can. Rejects if the database is unavailable. */
export async function schemaProblem(dataSource: DataSource): Promise<string | null> {
  const { missing, unknown } = await compare(dataSource);
  if (unknown.length > 0) return newer(unknown);
  return missing.length > 0 ? `the database is missing migrations: ${missing.join(', ')}` : null;
}

/** Any constant works if all instances use the same one. */
export const MIGRATION_LOCK = 4_901_178_533;

/**
 * Runs pending migrations, on one instance at a time, and returns their names. Needs two connections. The lock belongs to
 * a transaction, so that a connection pooler can't assign it to other clients.
 * @throws Error if a newer version has migrated the database, or if the role can't create an extension
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.startTransaction();
    // The transaction is idle during the migrations.
    await lock.query(`
      SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`);
    // Has no parameters and so no time limit: the migrations of another instance can take long.
    await lock.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await assertNotNewer(dataSource);
    await ensureExtensions(dataSource);
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction().catch(() => {});
    await lock.release();
  }
}

async function assertNotNewer(dataSource: DataSource): Promise<void> {
  const { rows } = await poolOf(dataSource).query(`SELECT WHERE to_regclass('migrations') IS NOT NULL`);
  if (rows.length === 0) return;
  const { unknown } = await compare(dataSource);
  if (unknown.length > 0) throw new Error(newer(unknown));
}

const newer = (unknown: readonly string[]) =>
  `a newer version of the service has migrated the database (${unknown.join(', ')}): run that version, or restore ` +
  'a backup from before the update';

/** Uses a parameter, because statements without parameters have no time limit. */
async function compare(dataSource: DataSource): Promise<{ missing: string[]; unknown: string[] }> {
  const { rows } = await poolOf(dataSource).query<{ missing: string[]; unknown: string[] }>(
    `SELECT array(SELECT unnest($1::text[]) EXCEPT SELECT name FROM migrations) AS missing,
            array(SELECT name::text FROM migrations WHERE name <> ALL ($1::text[]) ORDER BY id) AS unknown`,
    [NAMES],
  );
  return rows[0]!;
}
