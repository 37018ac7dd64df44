import type { Instant } from '@libs/kernel';
import type { Pool } from 'pg';
import { isOutage } from '../../connection/outage';

/** Any constant will do, as long as every instance uses the same one. */
const PURGE_LOCK = 4_901_178_534;

/** An answer may have megabytes: a stretch is to take well under a second. */
const CHUNK_SIZE = 1_000;

/**
 * In no account's name: for the length of a transaction the connection sees what has ended, of every account, and
 * nothing else.
 */
const ENTER = `SELECT set_config('app.account_id', '', true), set_config('app.ended_at', $1, true),
  pg_try_advisory_xact_lock(${PURGE_LOCK}) AS is_mine`;

/** What somebody uses at this moment stays for the next time. By place in the table: by key, each stretch walks it all. */
const DELETE = `
  DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM idempotency_records WHERE created_at <= $1
    ORDER BY created_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED))`;

/** Some of the records that were made at `end` or before, of every account; none while another instance is at it. */
export async function purgeChunk(pool: Pool, end: Instant): Promise<number> {
  const client = await pool.connect();
  let stranded: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ is_mine: boolean }>(ENTER, [end]);
    const count = rows[0]!.is_mine ? (await client.query(DELETE, [end])).rowCount! : 0;
    await client.query('COMMIT');
    return count;
  } catch (error) {
    if (isOutage(error)) stranded = error;
    else await client.query('ROLLBACK').catch((failure: Error) => (stranded = failure));
    throw error;
  } finally {
    client.release(stranded);
  }
}
