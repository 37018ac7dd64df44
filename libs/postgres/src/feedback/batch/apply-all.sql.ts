import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COLUMNS } from '../items/feedback.schema';

/**
 * Batches that set external IDs run one after the other in an account: two that create items with the same IDs in different
 * orders would wait for each other's rows of the unique index.
 */
const LOCK_EXTERNAL_IDS = `SELECT pg_advisory_xact_lock(hashtextextended('external IDs ' || $1::uuid, 0))`;

export const lockExternalIdsStatement = (accountId: string): QueryArrayConfig =>
  rowsOf(LOCK_EXTERNAL_IDS, [accountId]);

/**
 * $2 the IDs and $3 the external IDs of items. Locks these and the targets of their groups, in the order of their IDs. An item
 * that loses its external ID while the statement waits for its lock is returned without it.
 */
const LOCK_ITEMS = `
  WITH named AS MATERIALIZED (
    SELECT id, merged_into FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])
    UNION
    SELECT id, merged_into FROM feedback WHERE account_id = $1 AND external_id = ANY ($3::text[])
  )
  SELECT ${COLUMNS} FROM feedback
  WHERE account_id = $1 AND id = ANY (ARRAY (
    SELECT id FROM named UNION SELECT merged_into FROM named WHERE merged_into IS NOT NULL
  ))
  ORDER BY id FOR UPDATE`;

export const lockItemsStatement = (
  accountId: string,
  ids: readonly string[],
  externalIds: readonly string[],
): QueryArrayConfig => rowsOf(LOCK_ITEMS, [accountId, ids, externalIds]);
