import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { AFTER_LOCK, GROUP_LOCK } from '../duplicates/merge.sql';

/** Newest first, because IDs are UUIDv7 with the time of `created_at`. */
const LIST = `
  SELECT id, created_at, created, requests FROM imports
  WHERE account_id = $1 AND created_at > $2 ORDER BY id DESC LIMIT $3`;

export type ImportRow = [id: string, createdAt: Instant, created: number, requests: number];

const COUNT = `
  SELECT count(*), count(*) FILTER (WHERE version > 1) FROM feedback WHERE account_id = $1 AND import_id = $2`;

/**
 * $3 includes changed items; $4 is the limit. A chunk has whole groups, because the deletion of an item changes the rest of
 * its group. Arrays, because PostgreSQL can't estimate joins with new rows. Locks the rows in the order of their IDs, like a batch, so the two can't
 * deadlock. Rechecks an item that another writer changes concurrently.
 */
const UNDO_CHUNK = `
  WITH ${GROUP_LOCK}, first AS MATERIALIZED (
    SELECT id, coalesce(merged_into, id) AS target FROM feedback
    WHERE account_id = $1 AND import_id = $2 AND ($3 OR version = 1) AND ${AFTER_LOCK}
    ORDER BY id LIMIT $4
  ), chunk AS MATERIALIZED (
    SELECT id FROM feedback
    WHERE account_id = $1 AND import_id = $2 AND ($3 OR version = 1) AND id = ANY (ARRAY (
      SELECT id FROM first
      UNION
      SELECT target FROM first
      UNION
      SELECT id FROM feedback
      WHERE account_id = $1 AND merged_into = ANY (ARRAY (SELECT DISTINCT target FROM first))
    ))
    ORDER BY id FOR UPDATE
  )
  DELETE FROM feedback USING chunk WHERE account_id = $1 AND feedback.id = chunk.id`;

/** Once no items are left, deletes the import and the stored response that lists it. */
const FINISH_UNDO = `
  WITH undone AS (
    DELETE FROM imports WHERE account_id = $1 AND id = $2
      AND NOT EXISTS (SELECT FROM feedback WHERE account_id = $1 AND import_id = $2)
    RETURNING id
  )
  UPDATE idempotency_records record SET answer = NULL
  FROM undone, idempotency_items item
  WHERE item.account_id = $1 AND item.item_id = $2
    AND record.account_id = $1 AND record.client = item.client AND record.key = item.key`;

export const listImportsStatement = (accountId: string, end: Instant, limit: number): QueryArrayConfig =>
  rowsOf(LIST, [accountId, end, limit]);

export const countImportStatement = (accountId: string, importId: string): QueryArrayConfig =>
  rowsOf(COUNT, [accountId, importId]);

export const undoChunkStatement = (
  accountId: string,
  importId: string,
  withChanged: boolean,
  limit: number,
): QueryArrayConfig => rowsOf(UNDO_CHUNK, [accountId, importId, withChanged, limit]);

export const finishUndoStatement = (accountId: string, importId: string): QueryArrayConfig =>
  rowsOf(FINISH_UNDO, [accountId, importId]);
