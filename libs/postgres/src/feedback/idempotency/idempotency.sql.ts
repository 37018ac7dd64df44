import type { IdempotentRequest } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { COLUMN_NAMES, COLUMNS, parametersFrom } from '../items/feedback.schema';

/** Held until the transaction ends, by whoever does this very request; nobody waits for it. */
const MINE = `pg_try_advisory_xact_lock(hashtextextended($1::uuid || ' ' || $2::uuid || ' ' || $3, 0))`;

const LOCK = `SELECT ${MINE}`;

/** Null in place of an answer that is gone. */
const LOOK = `
  SELECT fingerprint, answer, created_at FROM idempotency_records
  WHERE account_id = $1 AND client = $2 AND key = $3`;
export type RecordRow = [fingerprint: string, answer: string | null, createdAt: Instant];

/** Unless it was made again meanwhile. $4 end */
const FORGET = `
  DELETE FROM idempotency_records WHERE account_id = $1 AND client = $2 AND key = $3 AND created_at <= $4`;

/** $4 fingerprint, $5 answer, $6 at, $7 ids of the items that the answer tells of */
const KEEP = `
  WITH record AS (
    INSERT INTO idempotency_records (account_id, client, key, fingerprint, answer, created_at)
    VALUES ($1, $2, $3, $4, $5, $6) RETURNING account_id, client, key
  )
  INSERT INTO idempotency_items (account_id, client, key, item_id)
  SELECT account_id, client, key, unnest($7::uuid[]) FROM record`;

/**
 * A new item and its record, in one statement where a transaction of several would take six. Answers whether the
 * request is ours alone, and whether it was new; if not, nothing was written. $4 fingerprint, $5 answer, $6 and on: the
 * item. The statement cannot see a record that was committed after it began: ON CONFLICT does.
 */
const ADD = `
  WITH mine AS MATERIALIZED (
    SELECT ${MINE} AS is_mine
  ), record AS (
    INSERT INTO idempotency_records (account_id, client, key, fingerprint, answer, created_at)
    SELECT $1, $2, $3, $4, $5, $${6 + COLUMN_NAMES.indexOf('created_at')} FROM mine WHERE is_mine
    ON CONFLICT DO NOTHING RETURNING account_id, client, key
  ), item AS (
    INSERT INTO feedback (account_id, ${COLUMNS})
    SELECT account_id, ${parametersFrom(6)} FROM record
  ), told AS (
    INSERT INTO idempotency_items (account_id, client, key, item_id)
    SELECT account_id, client, key, $6 FROM record
  )
  SELECT is_mine, EXISTS (SELECT FROM record) FROM mine`;

type Name = Pick<IdempotentRequest, 'client' | 'key'>;
const nameOf = (accountId: string, { client, key }: Name) => [accountId, client, key];

export const lockStatement = (accountId: string, once: Name): QueryArrayConfig =>
  rowsOf(LOCK, nameOf(accountId, once));

export const lookStatement = (accountId: string, once: Name): QueryArrayConfig =>
  rowsOf(LOOK, nameOf(accountId, once));

export const forgetStatement = (accountId: string, once: Name, end: Instant): QueryArrayConfig =>
  rowsOf(FORGET, [...nameOf(accountId, once), end]);

export const keepStatement = (
  accountId: string,
  once: IdempotentRequest,
  answer: string,
  at: Instant,
  ids: readonly string[],
): QueryArrayConfig => rowsOf(KEEP, [...nameOf(accountId, once), once.fingerprint, answer, at, ids]);

/** @param row of `toRow`, which begins with the account */
export const addStatement = (
  once: IdempotentRequest,
  answer: string,
  [accountId, ...row]: unknown[],
): QueryArrayConfig => rowsOf(ADD, [...nameOf(accountId as string, once), once.fingerprint, answer, ...row]);
