import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { NO_JIT } from '../../connection/no-jit';
import { inTransaction } from '../../connection/transaction';

/** Any constant works if all instances use the same one. */
export const INDEX_LOCK = 4_901_178_535;
/** Maximum number of entries of an account that are not in the index. A search reads them all, in 2 milliseconds. */
const NEWEST_MAX = 5_000;
/** Maximum number of entries per transaction, and of their characters. A change of one of them waits until it ends. */
const CHUNK = 200;
const CHUNK_CHARACTERS = 100_000;
/** Merging costs less per entry the more there are. Until then, each search reads them, too. */
const MERGED_CHARACTERS = 400_000;

/** Merges the pending list of the index, which every search reads. If another transaction is doing so, waits for it. */
export const MERGE_ALL = `SELECT gin_clean_pending_list('feedback_search_text')`;

const SETTINGS = `SELECT set_config('statement_timeout', '10s', true), set_config('synchronous_commit', 'off', true), ${NO_JIT}`;
const NEXT = `
  SELECT pg_try_advisory_xact_lock(${INDEX_LOCK}) AS is_mine, account_id AS account, array_agg(id) AS requests
  FROM search_index_queue WHERE account_id = (SELECT account_id FROM search_index_queue ORDER BY id LIMIT 1)
  GROUP BY account_id`;
const COUNT = `
  SELECT count(*)::integer FROM (
    SELECT FROM feedback_search_newest WHERE account_id = $1 LIMIT $2::integer + 1
  ) entry`;
/** Doesn't wait for rows that others change, to prevent deadlocks. Returns the number of characters. */
export const MOVE = `
  WITH chunk AS MATERIALIZED (
    SELECT id, length(text) AS size FROM feedback_search_newest WHERE account_id = $1
    ORDER BY id LIMIT ${CHUNK} FOR UPDATE SKIP LOCKED
  ), limited AS (
    SELECT id FROM (SELECT id, size, sum(size) OVER (ORDER BY id) AS total FROM chunk) entry
    WHERE total - size < ${CHUNK_CHARACTERS}
  ), moved AS (
    DELETE FROM feedback_search_newest WHERE account_id = $1 AND id = ANY (ARRAY (SELECT id FROM limited))
    RETURNING account_id, id, text, submitter_email
  ), added AS (
    INSERT INTO feedback_search_indexed (account_id, id, text, submitter_email) SELECT * FROM moved
    RETURNING length(text) AS size
  )
  SELECT coalesce(sum(size), 0)::integer AS characters FROM added`;
const DEQUEUE = `DELETE FROM search_index_queue WHERE id = ANY ($1::bigint[])`;

interface Queued {
  readonly is_mine: boolean;
  readonly account: string;
  /** IDs of its rows in the queue. */
  readonly requests: readonly string[];
}

/** Moves the older of the newest entries of accounts into the index of words. */
export class SearchIndex {
  private readonly pool: Pool;
  /** Characters that may not be merged yet. An instance that stopped may have left some. */
  private pending = 1;

  /** @param newestMax tests set it lower */
  constructor(
    dataSource: DataSource,
    private readonly newestMax = NEWEST_MAX,
  ) {
    this.pool = poolOf(dataSource);
  }

  /**
   * Adds entries of the next account in the queue, if it has many that are not in the index, or removes it from the
   * queue. Returns false if there is nothing left to do, or if another instance does it.
   */
  async addSome(): Promise<boolean> {
    let requests: readonly string[] | undefined;
    const dequeue = (client: Pool | PoolClient) => client.query(DEQUEUE, [requests]);
    try {
      const added = await inTransaction(this.pool, SETTINGS, async (client) => {
        const [next] = (await client.query<Queued>(NEXT)).rows;
        if (!next?.is_mine) return null;
        ({ requests } = next);
        const newest = await client.query<{ count: number }>(COUNT, [next.account, this.newestMax]);
        const isLong = newest.rows[0]!.count > this.newestMax;
        const moved = isLong && (await client.query<{ characters: number }>(MOVE, [next.account])).rows[0];
        if (!moved || moved.characters === 0) await dequeue(client);
        return moved ? moved.characters : 0;
      });
      this.pending += added ?? 0;
      await this.mergeIfMany(added === null);
      return added !== null;
    } catch (error) {
      // A later write of the account queues it again. Meanwhile, other accounts don't wait for it.
      if (requests) await dequeue(this.pool).catch(() => {});
      throw error;
    }
  }

  /** Runs in a transaction of its own, because the other one locks the entries. */
  private async mergeIfMany(isLast: boolean): Promise<void> {
    if (this.pending === 0 || (!isLast && this.pending < MERGED_CHARACTERS)) return;
    await this.pool.query(MERGE_ALL);
    this.pending = 0;
  }
}
