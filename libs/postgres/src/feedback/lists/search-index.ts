import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { inTransaction } from '../../connection/transaction';

/** Any constant works if all instances use the same one. */
const INDEX_LOCK = 4_901_178_535;
/** Maximum number of entries of an account that are not in the index. A search reads them all, in some milliseconds. */
const NEWEST_MAX = 1_000;
/** Entries per transaction. A change of one of them waits until it ends. */
const CHUNK = 200;
/** Merging costs less per entry the more there are. A search reads this many in some milliseconds. */
const MERGED_MIN = 2_000;

/** Merges the pending list of the index, which every search reads. If another transaction is doing so, waits for it. */
export const MERGE_ALL = `SELECT gin_clean_pending_list('feedback_search_text')`;

const SETTINGS = `SELECT set_config('statement_timeout', '10s', true), set_config('synchronous_commit', 'off', true)`;
const NEXT = `
  SELECT pg_try_advisory_xact_lock(${INDEX_LOCK}) AS is_mine,
    (SELECT account_id FROM search_index_queue ORDER BY id LIMIT 1) AS account`;
const COUNT = `
  SELECT count(*)::integer FROM (
    SELECT FROM feedback_search_newest WHERE account_id = $1 LIMIT ${NEWEST_MAX + 1}
  ) entry`;
/** Doesn't wait for rows that others change, to prevent deadlocks. */
const INDEX = `
  WITH chunk AS MATERIALIZED (
    SELECT id FROM feedback_search_newest WHERE account_id = $1 ORDER BY id LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED
  ), moved AS (
    DELETE FROM feedback_search_newest entry USING chunk WHERE account_id = $1 AND entry.id = chunk.id
    RETURNING account_id, entry.id, text, submitter_email
  )
  INSERT INTO feedback_search_indexed (account_id, id, text, submitter_email) SELECT * FROM moved`;
const DEQUEUE = `DELETE FROM search_index_queue WHERE account_id = $1`;

/** Moves the older of the newest entries of accounts into the index of words. */
export class SearchIndex {
  private readonly pool: Pool;
  private pending = 0;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /**
   * Adds entries of the next account in the queue, if it has many that are not in the index, or removes it from the
   * queue. Returns false if there is nothing left to do, or if another instance does it.
   */
  async addSome(): Promise<boolean> {
    const added = await inTransaction(this.pool, SETTINGS, async (client) => {
      const { rows } = await client.query<{ is_mine: boolean; account: string | null }>(NEXT);
      const { is_mine, account } = rows[0]!;
      if (!is_mine || account === null) return null;
      const newest = await client.query<{ count: number }>(COUNT, [account]);
      const isLong = newest.rows[0]!.count > NEWEST_MAX;
      const updated = isLong && (await client.query(INDEX, [account])).rowCount;
      if (!updated) await client.query(DEQUEUE, [account]);
      return updated || 0;
    });
    this.pending += added ?? 0;
    // In a transaction of its own, because the first one locks the entries.
    if (this.pending >= MERGED_MIN || (added === null && this.pending > 0)) {
      await this.pool.query(MERGE_ALL);
      this.pending = 0;
    }
    return added !== null;
  }
}
