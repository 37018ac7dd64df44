import type { Instant } from '@libs/kernel';
import type { Pool } from 'pg';
import { isOutage } from '../../connection/outage';
import { ENDED_AT, OF_ALL_ACCOUNTS, setting } from '../../connection/settings';

/** Any constant works if all instances use the same one. */
const PURGE_LOCK = 4_901_178_534;

/** Rows per chunk, which takes well under one second even if stored responses have megabytes. */
const CHUNK_SIZE = 1_000;

/**
 * Not set to any account: during the transaction, the connection can access the expired records of all accounts, and
 * nothing else.
 */
const BEGIN_PURGE = `SELECT ${OF_ALL_ACCOUNTS}, ${setting(ENDED_AT, '$1')},
  pg_try_advisory_xact_lock(${PURGE_LOCK}) AS is_mine`;

/** Skips records that are in use. Deletes by ctid, because deleting by key would scan all records for each chunk. */
const DELETE = `
  DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM idempotency_records WHERE created_at <= $1
    ORDER BY created_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED))`;

/** Deletes a chunk of all accounts' records created at or before `end`; none if another instance is purging. */
export async function purgeChunk(pool: Pool, end: Instant): Promise<number> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ is_mine: boolean }>(BEGIN_PURGE, [end]);
    const count = rows[0]!.is_mine ? (await client.query(DELETE, [end])).rowCount! : 0;
    await client.query('COMMIT');
    return count;
  } catch (error) {
    if (isOutage(error)) connectionError = error;
    else await client.query('ROLLBACK').catch((failure: Error) => (connectionError = failure));
    throw error;
  } finally {
    client.release(connectionError);
  }
}
