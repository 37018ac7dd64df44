import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';

/** Any constant works if all instances use the same one. */
const MERGE_LOCK = 4_901_178_535;

/** Merges the list, even if another transaction is doing so: waits for it. */
export const MERGE_ALL = `SELECT gin_clean_pending_list('feedback_search_text')`;

const TRY_MERGE = `
  SELECT CASE WHEN pg_try_advisory_xact_lock(${MERGE_LOCK})
    THEN gin_clean_pending_list('feedback_search_text') END::integer AS pages`;

/**
 * Merges the pending list of the search index into the index. Every search reads the whole list, so it must stay short.
 * Returns the number of pages that it had; 0 if another instance is merging.
 */
export async function mergePendingSearchEntries(dataSource: DataSource): Promise<number> {
  const { rows } = await poolOf(dataSource).query<{ pages: number | null }>(TRY_MERGE);
  return rows[0]!.pages ?? 0;
}
