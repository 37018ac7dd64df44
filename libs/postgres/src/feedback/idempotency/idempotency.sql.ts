import type { IdempotentRequest, SubmittedFeedback } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { insertSubmission, submissionValues } from '../requests/request.sql';
import { COLUMN_NAMES, INSERTED, parametersFrom, tagIds, tagKeys, toRow } from '../items/feedback.schema';

/** Tries to lock this request until the transaction ends. Returns false instead of waiting. */
const TRY_LOCK = `pg_try_advisory_xact_lock(hashtextextended($1::uuid || ' ' || $2::uuid || ' ' || $3, 0))`;

const LOCK = `SELECT ${TRY_LOCK}`;

/** `answer` is null if the stored response was deleted. */
const SELECT = `
  SELECT fingerprint, answer, created_at FROM idempotency_records
  WHERE account_id = $1 AND client = $2 AND key = $3`;
export type RecordRow = [fingerprint: string, response: string | null, createdAt: Instant];

/** Deletes the record, unless it was created again after $4. */
const DELETE = `
  DELETE FROM idempotency_records WHERE account_id = $1 AND client = $2 AND key = $3 AND created_at <= $4`;

/** $4 fingerprint, $5 response, $6 time, $7 IDs of the items in the response */
const INSERT = `
  WITH record AS (
    INSERT INTO idempotency_records (account_id, client, key, fingerprint, answer, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING account_id, client, key
  )
  INSERT INTO idempotency_items (account_id, client, key, item_id)
  SELECT account_id, client, key, unnest($7::uuid[]) FROM record`;

/**
 * Adds an item and its record in one statement; a transaction would need six. Returns whether this request holds the
 * lock, and whether it is new. If either is false, writes nothing. $4 fingerprint, $5 response, $6 and following: the
 * item. ON CONFLICT detects a record that was committed after the statement started.
 */
const add = (column: string, value: string, submission = '') => `
  WITH mine AS MATERIALIZED (
    SELECT ${TRY_LOCK} AS is_mine
  ), record AS (
    INSERT INTO idempotency_records (account_id, client, key, fingerprint, answer, created_at)
    SELECT $1, $2, $3, $4, $5, $${6 + COLUMN_NAMES.indexOf('created_at')} FROM mine WHERE is_mine
    ON CONFLICT DO NOTHING RETURNING account_id, client, key
  ), item AS (
    INSERT INTO feedback (account_id, ${INSERTED}${column})
    SELECT account_id, ${parametersFrom(6)}${value} FROM record
  ), links AS (
    INSERT INTO idempotency_items (account_id, client, key, item_id)
    SELECT account_id, client, key, $6 FROM record
  )${submission}
  SELECT is_mine, EXISTS (SELECT FROM record) FROM mine`;
const TAGS = [', tags', `, ${tagIds(`$${6 + COLUMN_NAMES.length}`)}`] as const;
const ADD = add('', '');
const ADD_TAGGED = add(...TAGS);

type RequestKey = Pick<IdempotentRequest, 'client' | 'key'>;
const keyOf = (accountId: string, { client, key }: RequestKey) => [accountId, client, key];

export const lockStatement = (accountId: string, request: RequestKey): QueryArrayConfig =>
  rowsOf(LOCK, keyOf(accountId, request));

export const selectRecordStatement = (accountId: string, request: RequestKey): QueryArrayConfig =>
  rowsOf(SELECT, keyOf(accountId, request));

export const deleteRecordStatement = (
  accountId: string,
  request: RequestKey,
  end: Instant,
): QueryArrayConfig => rowsOf(DELETE, [...keyOf(accountId, request), end]);

export const insertRecordStatement = (
  accountId: string,
  request: IdempotentRequest,
  response: string,
  at: Instant,
  ids: readonly string[],
): QueryArrayConfig => rowsOf(INSERT, [...keyOf(accountId, request), request.fingerprint, response, at, ids]);

export function addStatement(
  request: IdempotentRequest,
  response: string,
  item: SubmittedFeedback,
): QueryArrayConfig {
  const [accountId, ...row] = toRow(item);
  const isTagged = item.tags.length > 0;
  const tags = isTagged ? [tagKeys(item.tags)] : [];
  const key = keyOf(accountId as string, request);
  const values = [...key, request.fingerprint, response, ...row, ...tags];
  if (!item.submission) return rowsOf(isTagged ? ADD_TAGGED : ADD, values);
  const [column, value] = isTagged ? TAGS : ['', ''];
  const submission = `, submission AS (${insertSubmission('record', values.length + 1)})`;
  return rowsOf(add(column, value, submission), [...values, ...submissionValues(item.submission)]);
}
