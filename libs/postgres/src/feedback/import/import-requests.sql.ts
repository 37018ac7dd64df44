import { addressOf, REQUESTS_MAX, type FeedbackRequest, type ImportEntry } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { countUpTo, lists, NAMES, valuesOf } from '../requests/request.sql';

/** Items by ID ($2) and by external ID ($3), each with its own unique index. */
const NAMED = `
  SELECT 'feedback_id', id::text, id FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT 'external_id', external_id, id FROM feedback WHERE account_id = $1 AND external_id = ANY ($3::varchar[])`;
export type NamedRow = [by: 'feedback_id' | 'external_id', value: string, id: string];
export const namedStatement = (
  accountId: string,
  ids: readonly string[],
  externalIds: readonly string[],
): QueryArrayConfig => rowsOf(NAMED, [accountId, ids, externalIds]);

const TITLES = `SELECT id, title FROM feedback WHERE account_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`;
export type TitleRow = [id: string, title: string];
export const titlesStatement = (accountId: string, after: string | null, limit: number): QueryArrayConfig =>
  rowsOf(TITLES, [accountId, after, limit]);

/**
 * Addresses that asked for the item at the same place in $2, as the list at $3 has them in lowercase, and IDs ($4) that a
 * request of the item has.
 */
const ASKED = `
  SELECT place::integer FROM unnest($2::uuid[], $3::text[], $4::uuid[]) WITH ORDINALITY AS wanted (item_id, email, request_id, place)
  WHERE EXISTS (
    SELECT FROM feedback WHERE account_id = $1 AND id = item_id AND lower(submitter_email) = wanted.email
  ) OR EXISTS (
    SELECT FROM feedback_requests request
    WHERE request.account_id = $1 AND request.feedback_id = item_id AND request.address = wanted.email
  ) OR EXISTS (
    SELECT FROM feedback_requests request
    WHERE request.account_id = $1 AND request.feedback_id = item_id AND request.id = wanted.request_id
  )`;
export const askedStatement = (accountId: string, requests: readonly FeedbackRequest[]): QueryArrayConfig =>
  rowsOf(ASKED, [
    accountId,
    requests.map(({ feedback_id: itemId }) => itemId),
    requests.map(addressOf),
    requests.map(({ id }) => id),
  ]);

/** Locks the items and their targets, in the order in which a merge does. */
const LOCK = `
  SELECT id FROM feedback WHERE account_id = $1 AND id IN (
    SELECT unnest(ARRAY [id, merged_into]) FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])
  ) ORDER BY id FOR NO KEY UPDATE`;
export const lockItemsStatement = (accountId: string, ids: readonly string[]): QueryArrayConfig =>
  rowsOf(LOCK, [accountId, ids]);

/** Skips requests of addresses that asked already, also earlier in the statement, and returns the IDs of the others. */
const INSERT_NEW = `
  INSERT INTO feedback_requests (account_id, import_id, ${NAMES.join(', ')})
  SELECT $1, $2::uuid, request.* FROM unnest(${lists(NAMES, 3)}) AS request (${NAMES.join(', ')})
  JOIN feedback item ON item.account_id = $1 AND item.id = request.feedback_id
  WHERE request.email IS NULL OR lower(item.submitter_email) IS DISTINCT FROM lower(request.email)
  ON CONFLICT DO NOTHING RETURNING id`;
export const insertNewRequestsStatement = (
  accountId: string,
  importId: string,
  requests: readonly FeedbackRequest[],
): QueryArrayConfig => rowsOf(INSERT_NEW, [accountId, importId, ...valuesOf(requests, NAMES)]);

/** The requests of an import ($2) for items ($3) that were deleted in the meantime. */
const REMOVE = `
  DELETE FROM feedback_requests WHERE account_id = $1 AND import_id = $2 AND feedback_id = ANY ($3::uuid[])`;
export const removeRequestsStatement = (
  accountId: string,
  importId: string,
  itemIds: readonly string[],
): QueryArrayConfig => rowsOf(REMOVE, [accountId, importId, itemIds]);

/** Items among $2 with too many requests. An item has at least as many people as stored requests. */
const FULL = `
  SELECT id FROM feedback item WHERE account_id = $1 AND id = ANY ($2::uuid[]) AND request_count > ${REQUESTS_MAX}
    AND (${countUpTo(REQUESTS_MAX + 1, 'item.id')}) > ${REQUESTS_MAX}
  LIMIT 1`;
export const fullItemsStatement = (accountId: string, ids: readonly string[]): QueryArrayConfig =>
  rowsOf(FULL, [accountId, ids]);

/**
 * Counts the requests of items $2 and of their targets again. The triggers of requests, with plans of a small table, take
 * minutes for 100,000 requests of one transaction.
 */
const RECOUNT = `
  WITH wanted AS MATERIALIZED (
    SELECT DISTINCT unnest(ARRAY [id, coalesce(merged_into, id)]) AS id FROM feedback
    WHERE account_id = $1 AND id = ANY ($2::uuid[])
  ), member AS MATERIALIZED (
    SELECT id AS item_id, id AS group_id FROM feedback WHERE account_id = $1 AND id IN (SELECT id FROM wanted)
    UNION ALL
    SELECT id, merged_into FROM feedback WHERE account_id = $1 AND merged_into IN (SELECT id FROM wanted)
  ), totals AS MATERIALIZED (
    SELECT totals.* FROM (SELECT array_agg(item_id) AS items, array_agg(group_id) AS groups FROM member) lists,
      request_totals($1, items, groups) totals
  )
  UPDATE feedback item SET request_count = totals.requests, request_value = totals.value,
    updated_at = greatest(item.updated_at, clock_timestamp()::timestamptz(3))
  FROM totals WHERE item.account_id = $1 AND item.id = totals.group_id
    AND (item.request_count, item.request_value) IS DISTINCT FROM (totals.requests, totals.value)`;
export const recountStatement = (accountId: string, itemIds: readonly string[]): QueryArrayConfig =>
  rowsOf(RECOUNT, [accountId, itemIds]);

/** Imports created at or before $4 can no longer be undone. */
const RECORD = `
  WITH ended AS (DELETE FROM imports WHERE account_id = $1 AND created_at <= $4)
  INSERT INTO imports (account_id, id, created_at, created, requests) VALUES ($1, $2, $3, 0, $5)`;
export const recordRequestsStatement = (
  accountId: string,
  { id, createdAt, requests }: ImportEntry,
  end: Instant,
): QueryArrayConfig => rowsOf(RECORD, [accountId, id, createdAt, end, requests]);

/** The requests of an import that belong to items which it did not create. */
const OTHERS = `
  FROM feedback_requests request WHERE account_id = $1 AND import_id = $2 AND NOT EXISTS (
    SELECT FROM feedback WHERE account_id = $1 AND id = feedback_id AND import_id = $2
  )`;
export const countRequestsStatement = (accountId: string, importId: string): QueryArrayConfig =>
  rowsOf(
    `SELECT count(*)::integer ${OTHERS} AND EXISTS (SELECT FROM feedback WHERE account_id = $1 AND id = feedback_id)`,
    [accountId, importId],
  );

const UNDO = `
  WITH chunk AS MATERIALIZED (SELECT feedback_id, id ${OTHERS} ORDER BY feedback_id, id LIMIT $3)
  DELETE FROM feedback_requests request USING chunk
  WHERE request.account_id = $1 AND request.feedback_id = chunk.feedback_id AND request.id = chunk.id
  RETURNING request.feedback_id`;
export const undoRequestsStatement = (accountId: string, importId: string, limit: number): QueryArrayConfig =>
  rowsOf(UNDO, [accountId, importId, limit]);
