import type { Client } from 'pg';
import type { Service } from './service';

/** Runs `work` while a transaction of another connection has the locks of `sql`. */
export async function whileLocked<T>(
  service: Service,
  sql: string,
  values: unknown[],
  work: (lockClient: Client) => Promise<T>,
): Promise<T> {
  const lockClient = await service.connectAsAdmin();
  try {
    await lockClient.query('BEGIN');
    await lockClient.query(sql, values);
    return await work(lockClient);
  } finally {
    await lockClient.end();
  }
}

/**
 * Waits until statements of `count` connections wait for a lock of a table. Reads `pg_locks`: in the transaction that
 * has the lock, `pg_stat_activity` stays as it was when it was first read.
 */
export async function waitForLocks(client: Client, table: string, count: number): Promise<void> {
  const waiting = `
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND relation = $1::regclass AND NOT granted`;
  while ((await client.query(waiting, [table])).rowCount !== count);
}
