import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource, poolOf, SERVICE } from '../connection/data-source';
import { ACTOR, UNRECORDED } from '../connection/settings';
import { ensureExtensions } from '../schema/extensions';
import { HAS_UNICODE, UNICODE_REQUIRED } from '../schema/inspection';
import { MIGRATION_LOCK, NAMES } from '../schema/schema';
import { BackupError } from './backup-error';
import { BackupReader } from './backup-reader';
import { linesIn } from './rows-reader';
import { endDueMail } from './restore-mail';
import { migrateTo } from './restore-schema';
import { addDerivedRows, assertEmpty, TableLoad } from './restore-tables';
import { FORMAT } from './snapshot';

/** A backup whose checksum, structure, and numbers of rows are correct. */
export interface VerifiedBackup {
  readonly reader: BackupReader;
  /** Number of rows by table. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: number;
}

/** Opens a backup and reads all of it. The caller closes the reader. @throws BackupError */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const reader = await BackupReader.open(file, NAMES);
  try {
    const counts = await reader.read(async (_, rows) => {
      for await (const piece of rows) void piece;
    });
    return { reader, counts, rows: Object.values(counts).reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

export interface RestoreOptions {
  /** URL for the role of the service. If possible, of PostgreSQL itself, not of a connection pooler. */
  readonly url: string;
  readonly backup: VerifiedBackup;
  readonly onProgress?: (step: 'loading' | 'indexing', rows: number) => void;
}

export interface RestoreResult {
  readonly file: string;
  readonly snapshot_at: string;
  /** Version of the service that wrote the file. */
  readonly release: string;
  readonly accounts: number;
  readonly items: number;
  readonly rows: number;
}

/** TypeORM keeps one connection, and `ensureExtensions` runs outside of the transaction. */
const POOL_SIZE = 2;

/**
 * Writes a backup into an empty database, and migrates it to this version, in one transaction. Rejects if the file has
 * changed since it was verified.
 * @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { url, backup, onProgress = () => {} } = options;
  const { reader, counts, rows } = backup;
  const dataSource = createDataSource({
    url,
    poolSize: POOL_SIZE,
    applicationName: 'feedback-restore',
    preparedStatements: false,
  });
  await dataSource.initialize();
  try {
    await restoreInto(dataSource, reader, onProgress);
  } finally {
    await dataSource.destroy();
  }
  const { snapshot_at, release } = reader.header;
  const [accounts = 0, items = 0] = [counts['accounts'], counts['feedback']];
  return { file: reader.file, snapshot_at, release, accounts, items, rows };
}

type OnStep = (step: 'loading' | 'indexing', rows: number) => void;

async function restoreInto(dataSource: DataSource, reader: BackupReader, onStep: OnStep): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(`${FORMAT}; SET LOCAL lock_timeout = '10s'; SET LOCAL maintenance_work_mem = '256MB'`);
    // The triggers of what migrations change must record nothing.
    await runner.query(`SET LOCAL ${ACTOR} = '${UNRECORDED}'`);
    await runner.query(
      `SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'`,
    );
    await runner.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await assertUnused(runner);
    await assertUnicode(runner);
    await assertEmpty(runner);
    await ensureExtensions(dataSource);
    await migrateTo(dataSource, runner, reader.header.migrations);
    await load(runner, reader, onStep);
    await migrateTo(dataSource, runner, NAMES);
    await addDerivedRows(runner);
    await endDueMail(runner);
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
    throw isLocked(error) ? IN_USE : error;
  } finally {
    await runner.release();
  }
  // Don't wait for autovacuum, as after a seed.
  const tables = reader.header.tables.map(({ name }) => name);
  const vacuum = `VACUUM (ANALYZE) ${[...tables, 'feedback_search', 'feedback_tags'].join(', ')}`;
  // The data is restored already.
  await poolOf(dataSource)
    .query(vacuum)
    .catch(() => {});
}

async function load(runner: QueryRunner, reader: BackupReader, onStep: OnStep): Promise<void> {
  const { tables } = reader.header;
  const loading = await TableLoad.begin(runner, tables);
  let done = 0;
  await reader.read(async (table, rows) => {
    await loading.copy(
      table,
      counted(rows, (lines) => onStep('loading', (done += lines))),
    );
  });
  onStep('indexing', done);
  await loading.finish();
}

async function* counted(
  rows: AsyncIterable<Buffer>,
  onLines: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of rows) {
    onLines(linesIn(piece));
    yield piece;
  }
}

const CONNECTIONS = `
  SELECT count(*)::integer AS open FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = '${SERVICE}'`;

const IN_USE = new BackupError(
  'Other connections use the database: stop the service. If it uses a connection pooler, wait until the pooler has closed its connections',
);

/** A running service would keep the secrets and the accounts of before in memory. */
async function assertUnused(runner: QueryRunner): Promise<void> {
  const [{ open }] = (await runner.query(CONNECTIONS)) as [{ open: number }];
  if (open > 0) throw IN_USE;
}

/** The service would not start on it. */
async function assertUnicode(runner: QueryRunner): Promise<void> {
  const [{ has }] = (await runner.query(`SELECT ${HAS_UNICODE} AS has`)) as [{ has: boolean }];
  if (has) return;
  throw new BackupError(
    `Cannot restore: ${UNICODE_REQUIRED}. Nothing was written; restore into a new database with such a locale`,
  );
}

const isLocked = (error: unknown): boolean =>
  ((error as { driverError?: { code?: string } }).driverError?.code ?? '') === '55P03';
