import type { DataSource } from 'typeorm';
import { poolOf } from '../connection/data-source';
import { repeatedAfterDeadlock } from '../connection/transaction';
import { ensureExtensions } from './extensions';
import { migrations } from '../migrations';

/** In execution order. */
export const NAMES: readonly string[] = migrations.map(({ name }) => name);

/** What distinguishes the migrations of a database from those of this release. */
export interface SchemaState {
  /** Migrations of this release that the database lacks. */
  readonly pending: readonly string[];
  /** Why this release is too old for the database, or null. */
  readonly problem: string | null;
}

/** As `schemaProblem`, also for a database without any migration. */
export async function schemaState(dataSource: DataSource): Promise<SchemaState> {
  const { rows } = await poolOf(dataSource).query<{ migrated: boolean; limited: boolean }>(`
    SELECT to_regclass('migrations') IS NOT NULL AS migrated, to_regclass('required_migrations') IS NOT NULL AS limited`);
  const { migrated, limited } = rows[0]!;
  if (!migrated) return { pending: NAMES, problem: null };
  const { missing, unknown } = limited
    ? await compare(dataSource)
    : { missing: await missingOf(dataSource), unknown: [] };
  return { pending: missing, problem: unknown.length > 0 ? tooNew(unknown) : null };
}

/** Returns why this release can't use the schema, or null if it can. Rejects if the database is unavailable. */
export async function schemaProblem(dataSource: DataSource): Promise<string | null> {
  const { missing, unknown } = await compare(dataSource);
  if (missing.length > 0) return `the database is missing migrations: ${missing.join(', ')}`;
  return unknown.length > 0 ? tooNew(unknown) : null;
}

/** Any constant works if all instances use the same one. */
export const MIGRATION_LOCK = 4_901_178_533;

/**
 * Runs pending migrations, on one instance at a time, and returns their names. Repeats a migration that PostgreSQL ended
 * because of a deadlock with the requests of other instances. Needs two connections. The lock belongs to a transaction, so
 * that a connection pooler can't assign it to other clients.
 * @throws Error if this release is too old for the database, or if the role can't create an extension
 */
export async function migrate(dataSource: DataSource): Promise<readonly string[]> {
  const lock = dataSource.createQueryRunner();
  try {
    await lock.startTransaction();
    // The transaction is idle during the migrations.
    await lock.query(`
      SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`);
    // Has no parameters and so no time limit: the migrations of another instance can take long.
    await lock.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    const { pending, problem } = await schemaState(dataSource);
    if (problem) throw new Error(problem);
    await ensureExtensions(dataSource);
    await repeatedAfterDeadlock(() => dataSource.runMigrations());
    return pending;
  } finally {
    if (lock.isTransactionActive) await lock.rollbackTransaction().catch(() => {});
    await lock.release();
  }
}

const tooNew = (unknown: readonly string[]) =>
  `a newer release has changed the database so that this one no longer works (${unknown.join(', ')}): run that ` +
  'release, or restore a backup from before the update';

const MISSING = `array(SELECT unnest($1::text[]) EXCEPT SELECT name FROM migrations)`;

/** Returns the missing migrations of a database without the table `required_migrations`. */
async function missingOf(dataSource: DataSource): Promise<string[]> {
  const statement = `SELECT ${MISSING} AS missing`;
  const { rows } = await poolOf(dataSource).query<{ missing: string[] }>(statement, [NAMES]);
  return rows[0]!.missing;
}

/**
 * Finds migrations of this release that the database lacks, and required ones that this release doesn't know. Uses a
 * parameter, because statements without parameters have no time limit.
 */
async function compare(dataSource: DataSource): Promise<{ missing: string[]; unknown: string[] }> {
  const { rows } = await poolOf(dataSource).query<{ missing: string[]; unknown: string[] }>(
    `SELECT ${MISSING} AS missing,
            array(SELECT name FROM required_migrations WHERE name <> ALL ($1::text[]) ORDER BY name) AS unknown`,
    [NAMES],
  );
  return rows[0]!;
}
