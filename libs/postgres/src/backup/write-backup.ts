import type { Client } from 'pg';
import type { BackupHeader } from './backup-header';
import { FORMAT_VERSION } from './backup-header';
import { BackupWriter } from './backup-writer';
import { copyOut, socketOf } from './copy-out';
import { END_OF_ROWS } from './rows-reader';
import { RowsBuffer } from './rows-buffer';
import { beginSnapshot, connectForBackup, type Snapshot, type SourceTable } from './snapshot';
import { ACCOUNT_ID } from '../connection/settings';

/** The advisory lock of scheduled backups, for one instance at a time. */
export const BACKUP_LOCK = 4_901_178_541;

export interface BackupOptions {
  /** Not of a connection pooler, if possible: the transaction is long. */
  readonly url: string;
  readonly file: string;
  /** Version of the service. */
  readonly release: string;
  /** Stops the backup and deletes the unfinished file. */
  readonly signal?: AbortSignal;
  /** An advisory lock. If another transaction has it, there is no backup. */
  readonly lock?: number;
  /** Whether a backup is needed, asked with the lock. */
  readonly isNeeded?: () => Promise<boolean>;
  /** @param expected an estimate, or 0 */
  readonly onProgress?: (rows: number, expected: number) => void;
}

export interface BackupResult {
  readonly file: string;
  readonly bytes: number;
  readonly snapshot_at: string;
  readonly accounts: number;
  readonly items: number;
  readonly rows: number;
}

/**
 * Writes a snapshot of the database to a new file, while the service runs (docs/architecture/adr/0023-backup.md).
 * @returns null if another transaction has the lock, or it is not needed
 * @throws BackupError
 */
export async function writeBackup(options: BackupOptions): Promise<BackupResult | null> {
  const { file, signal } = options;
  signal?.throwIfAborted();
  const client = await connectForBackup(options.url);
  // Without this, the connection would wait for a lock, or for a writer that doesn't continue.
  const stop = () => void socketOf(client).destroy();
  signal?.addEventListener('abort', stop);
  let writer: BackupWriter | undefined;
  try {
    const snapshot = await beginSnapshot(client, options.lock);
    if (!snapshot.isLocked || (await options.isNeeded?.()) === false) return null;
    writer = await BackupWriter.create(file);
    writer.rows.once('error', stop);
    const rows = await copyTables(client, snapshot, writer, options);
    signal?.throwIfAborted();
    const bytes = await writer.finish({ rows });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const { snapshot_at } = snapshot;
    const [accounts = 0, items = 0] = [rows['accounts'], rows['feedback']];
    return { file, bytes, snapshot_at, accounts, items, rows: total };
  } catch (error) {
    await writer?.abort();
    throw signal?.aborted ? signal.reason : (writer?.failure ?? error);
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end().catch(() => {});
  }
}

async function copyTables(
  client: Client,
  snapshot: Snapshot,
  writer: BackupWriter,
  { release, onProgress }: BackupOptions,
): Promise<Record<string, number>> {
  const { postgres, snapshot_at, migrations, tables } = snapshot;
  const header: BackupHeader = {
    ...{ format: 'feedback-backup', version: FORMAT_VERSION, release, postgres, snapshot_at, migrations },
    tables: tables.map(({ scope: _scope, estimate: _estimate, ...table }) => table),
  };
  await writer.begin(header);
  const expected = tables.reduce((sum, { estimate }) => sum + estimate, 0);
  const buffer = new RowsBuffer(writer.rows, socketOf(client), (rows) => onProgress?.(rows, expected));
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const before = buffer.count;
    await copyTable(client, table, tables, (row) => buffer.add(row));
    counts[table.name] = buffer.count - before;
    buffer.addText(END_OF_ROWS);
  }
  buffer.flush();
  return counts;
}

type OnRow = (row: Uint8Array) => void;

async function copyTable(
  client: Client,
  { name, columns, scope }: SourceTable,
  tables: readonly SourceTable[],
  onRow: OnRow,
): Promise<void> {
  const rows = `SELECT ${columns.join(', ')} FROM ${name}`;
  if (scope !== 'account') return copyOut(client, `COPY (${rows}) TO STDOUT`, onRow);
  // Without pages, the table has no rows in the snapshot either: VACUUM keeps those.
  const { rows: pages } = await client.query(`SELECT WHERE pg_relation_size('${name}') > 0`);
  if (pages.length === 0) return;
  await client.query(`DECLARE account_ids NO SCROLL CURSOR FOR ${accountIds(tables)}`);
  for (;;) {
    const { rows: accounts } = await client.query<{ id: string }>(
      `FETCH ${ACCOUNTS_AT_ONCE} FROM account_ids`,
    );
    if (accounts.length === 0) break;
    await copyOut(client, accounts.map(({ id }) => copyOfAccount(rows, id)).join(';'), onRow);
  }
  await client.query('CLOSE account_ids');
}

const ACCOUNTS_AT_ONCE = 500;

/** The condition gives PostgreSQL an index, and excludes other accounts for a role that bypasses row-level security. */
const copyOfAccount = (rows: string, id: string): string =>
  `SET LOCAL ${ACCOUNT_ID} = '${id}'; COPY (${rows} WHERE account_id = '${id}') TO STDOUT`;

/** Also accounts that are being removed, and items whose account is gone. Reads one entry of the index per account. */
function accountIds(tables: readonly SourceTable[]): string {
  const has = (table: string) => tables.some(({ name }) => name === table);
  return [
    'SELECT id FROM accounts',
    ...(has('removed_accounts') ? ['SELECT account_id FROM removed_accounts'] : []),
    // Of the same migration as idempotency, or before it.
    ...(has('idempotency_records') ? [`(${ACCOUNTS_WITH_ITEMS})`] : []),
  ].join(' UNION ');
}

const ACCOUNTS_WITH_ITEMS = `
  WITH RECURSIVE account (id) AS (
    (SELECT account_id FROM feedback_search ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM feedback_search WHERE account_id > account.id ORDER BY account_id LIMIT 1)
    FROM account WHERE account.id IS NOT NULL
  )
  SELECT id FROM account WHERE id IS NOT NULL`;
