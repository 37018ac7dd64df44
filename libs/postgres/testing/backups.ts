import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup, verifyBackup } from '../src/backup/restore-backup';
import { writeBackup } from '../src/backup/write-backup';
import { asSuperuser, type FreshDatabase } from './database';
import { digestsOf, fillEveryTable } from './every-table';
import { freshDatabase } from './fresh-database';

/** The accounts of the database that a test file backs up. */
export const BACKED_UP_ACCOUNTS = [randomUUID(), randomUUID(), randomUUID()];

/** A folder for backups, and databases that are dropped at the end of the test file. */
interface BackupFixture {
  readonly folder: string;
  /** A database with rows of three accounts in every table. Created at the first call. */
  source(): Promise<FreshDatabase>;
  opened(database: Promise<FreshDatabase>): Promise<FreshDatabase>;
  newFile(): string;
  backup(
    database: FreshDatabase,
    options?: Partial<Parameters<typeof writeBackup>[0]>,
  ): Promise<{ file: string; result: NonNullable<Awaited<ReturnType<typeof writeBackup>>> }>;
}

export function useBackups(): BackupFixture {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  const databases: FreshDatabase[] = [];
  let source: Promise<FreshDatabase> | undefined;
  let files = 0;
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    for (const database of databases) await database.drop();
  });
  const opened = async (database: Promise<FreshDatabase>) => {
    databases.push(await database);
    return database;
  };
  const newFile = () => join(folder, `${++files}.backup`);
  const fill = async () => {
    const database = await opened(freshDatabase());
    await fillEveryTable(database.adminUrl, BACKED_UP_ACCOUNTS);
    return database;
  };
  return {
    folder,
    opened,
    newFile,
    source: () => (source ??= fill()),
    async backup(database, options = {}) {
      const file = newFile();
      const result = await writeBackup({ url: database.url, file, release: '1.2.3', ...options });
      return { file, result: result! };
    },
  };
}

export async function restore(database: FreshDatabase, file: string) {
  const backup = await verifyBackup(file);
  try {
    return await restoreBackup({ url: database.url, backup });
  } finally {
    await backup.reader.close();
  }
}

/** What a restore must reproduce. */
export async function contentOf(database: FreshDatabase): Promise<Record<string, string>> {
  const {
    rate_limits: _counts,
    sign_in_attempts: _attempts,
    sign_in_challenges: _challenges,
    mail_minutes: _minutes,
    mail_outbox: _messages,
    password_resets: _resets,
    migrations: _migrations,
    search_index_queue: _queue,
    ...digests
  } = await digestsOf(database.adminUrl);
  return digests;
}

/** The tables with their triggers and indexes. */
export const schemaOf = (database: FreshDatabase): Promise<object[]> =>
  asSuperuser(
    database,
    `SELECT relname, relrowsecurity, relforcerowsecurity,
       ARRAY (SELECT tgname::text || tgenabled::text FROM pg_trigger WHERE tgrelid = class.oid AND NOT tgisinternal ORDER BY 1) AS triggers,
       ARRAY (SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = class.oid ORDER BY 1) AS indexes
      FROM pg_class class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
