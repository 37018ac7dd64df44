import type { BatchRevision, ExpectedVersion, FeedbackUpdate, ItemVersion, Revision } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from './feedback.row';

/** In the order of `FeedbackRow`. */
export const COLUMNS = `id, title, description, submitter_email, status, source, created_at, updated_at, version`;

export const INSERT = `INSERT INTO feedback (account_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export const SELECT_ONE = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

export const SELECT_ALL = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** $3: the versions one of which must still be stored, or null for any. */
const THIS_ONE = `account_id = $1 AND id = $2 AND ($3::bigint[] IS NULL OR version = ANY ($3))`;

/** What `revised` says, where the item rests. $4 at, $5 title, $6 status, $7 whether to set the description, $8. */
const REVISE = `
  UPDATE feedback SET title = coalesce($5, title), status = coalesce($6, status),
    description = CASE WHEN $7 THEN $8 ELSE description END,
    updated_at = greatest(updated_at, $4), version = version + 1
  WHERE ${THIS_ONE} AND (title <> $5 OR status <> $6 OR $7 AND description IS DISTINCT FROM $8)
  RETURNING ${COLUMNS}`;

const DELETE = `DELETE FROM feedback WHERE ${THIS_ONE}`;

const versions = (expected: ExpectedVersion) => (expected === 'any' ? null : expected);

export function reviseStatement(
  accountId: string,
  id: string,
  { change: { title, status, description }, expected, at }: Revision,
): QueryArrayConfig {
  const what = [title ?? null, status ?? null, description !== undefined, description ?? null];
  return rowsOf(REVISE, [accountId, id, versions(expected), at, ...what]);
}

export function deleteStatement(accountId: string, id: string, expected: ExpectedVersion): QueryArrayConfig {
  return rowsOf(DELETE, [accountId, id, versions(expected)]);
}

/** $2 the ids, $3 the version of each. The rows are locked in the order of their ids; answers with what has changed. */
const REMOVE_UNCHANGED = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::bigint[]) AS line (id, expected)
  ), stored AS MATERIALIZED (
    SELECT id, version FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), looked_at AS MATERIALIZED (
    SELECT id, version = expected AS is_unchanged FROM stored JOIN wanted USING (id)
  ), removed AS (
    DELETE FROM feedback USING looked_at
    WHERE account_id = $1 AND feedback.id = looked_at.id AND is_unchanged
  )
  SELECT id FROM looked_at WHERE NOT is_unchanged`;

/** @param items with ids that can name one */
export function removeUnchangedStatement(accountId: string, items: readonly ItemVersion[]): QueryArrayConfig {
  return rowsOf(REMOVE_UNCHANGED, [
    accountId,
    items.map(({ id }) => id),
    items.map(({ version }) => version),
  ]);
}

/**
 * All lines of a batch or none: $2 the ids asked for, $3 how many lines there are, $4 at, $5 titles, $6 statuses,
 * $7 whether to set the description, $8 descriptions. The rows are locked in the order of their ids before the first
 * of them changes, so that two batches wait for each other instead of deadlocking; `complete` is false when one of
 * them is not there. A row may have changed while its lock was waited for: what it is compared with is `stored`.
 * Returns every row that is there, as it was before.
 */
const REVISE_ALL = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $5::text[], $6::text[], $7::boolean[], $8::text[])
      AS line (id, new_title, new_status, sets_description, new_description)
  ), stored AS MATERIALIZED (
    SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), complete AS MATERIALIZED (
    SELECT count(*) = $3 AS is_complete FROM stored
  ), changed AS (
    UPDATE feedback
    SET title = coalesce(new_title, stored.title), status = coalesce(new_status, stored.status),
      description = CASE WHEN sets_description THEN new_description ELSE stored.description END,
      updated_at = greatest(stored.updated_at, $4), version = stored.version + 1
    FROM stored JOIN wanted USING (id), complete
    WHERE is_complete AND account_id = $1 AND feedback.id = stored.id
      AND (stored.title <> new_title OR stored.status <> new_status
        OR sets_description AND stored.description IS DISTINCT FROM new_description)
  )
  SELECT ${COLUMNS} FROM stored`;

/** @param updates those that can name an item; `lines` counts the others too */
export function reviseAllStatement(
  accountId: string,
  { updates, at }: BatchRevision,
  lines: number,
): QueryArrayConfig {
  const column = <T>(of: (update: FeedbackUpdate) => T) => updates.map(of);
  return rowsOf(REVISE_ALL, [
    accountId,
    column(({ id }) => id),
    lines,
    at,
    column(({ title }) => title ?? null),
    column(({ status }) => status ?? null),
    column(({ description }) => description !== undefined),
    column(({ description }) => description ?? null),
  ]);
}
