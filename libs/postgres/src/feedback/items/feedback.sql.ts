import {
  externalIdTaken,
  VALUE_FIELDS,
  type BatchRevision,
  type ExpectedVersion,
  type ItemVersion,
  type Revision,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { AFTER_LOCK, lockIfGrouped } from '../duplicates/merge.sql';
import { CHANGE_LISTS, CHANGE_NAMES, changeOf, LINE_CHANGES, LINE_SET, ONE } from './change.sql';
import { COLUMNS, parametersFrom } from './feedback.schema';

export const INSERT = `INSERT INTO feedback (account_id, ${COLUMNS}) VALUES ($1, ${parametersFrom(2)})`;

export const SELECT_ONE = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

export const SELECT_BY_EXTERNAL_ID = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND external_id = $2`;

export const SELECT_ALL = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** @throws DomainError `conflict` if an INSERT fails because another item of the account has the external ID */
export async function uniqueExternalId<T>(insert: Promise<T>): Promise<T> {
  try {
    return await insert;
  } catch (error) {
    const isTaken = (error as { readonly constraint?: string }).constraint === 'feedback_account_external_id';
    throw isTaken ? externalIdTaken() : error;
  }
}

/** $3: the versions of which one must be the stored version, or null for any version. */
const THIS_ONE = `account_id = $1 AND id = $2 AND ($3::bigint[] IS NULL OR version = ANY ($3))`;

/** Applies `revised` in the database. $4 is the time, and the change starts at $5. A merged item is read-only. */
const REVISE = `
  UPDATE feedback SET ${ONE.set}, updated_at = greatest(updated_at, $4), version = version + 1
  WHERE ${THIS_ONE} AND merged_into IS NULL AND (${ONE.changes})
  RETURNING ${COLUMNS}`;

/** Doesn't lock groups first, which takes a tenth longer: a merge gives way to it. */
const DELETE = `DELETE FROM feedback WHERE ${THIS_ONE}`;

const versions = (expected: ExpectedVersion) => (expected === 'any' ? null : expected);

export function reviseStatement(
  accountId: string,
  id: string,
  { change, expected, at }: Revision,
): QueryArrayConfig {
  return rowsOf(REVISE, [accountId, id, versions(expected), at, ...changeOf(change)]);
}

export function deleteStatement(accountId: string, id: string, expected: ExpectedVersion): QueryArrayConfig {
  return rowsOf(DELETE, [accountId, id, versions(expected)]);
}

/** $2 the IDs, $3 their versions. Locks the rows in the order of their IDs. Returns which items were deleted. */
const REMOVE_UNCHANGED = `
  WITH ${lockIfGrouped('id = ANY ($2)')}, wanted AS MATERIALIZED (
    SELECT * FROM unnest($2::uuid[], $3::bigint[]) AS line (id, expected)
  ), stored AS MATERIALIZED (
    SELECT id, version FROM feedback WHERE account_id = $1 AND id = ANY ($2) AND ${AFTER_LOCK} ORDER BY id FOR UPDATE
  ), looked_at AS MATERIALIZED (
    SELECT id, version = expected AS is_unchanged FROM stored JOIN wanted USING (id)
  ), removed AS (
    DELETE FROM feedback USING looked_at
    WHERE account_id = $1 AND feedback.id = looked_at.id AND is_unchanged
  )
  SELECT id, is_unchanged FROM looked_at`;

/** @param items with well-formed IDs */
export function removeUnchangedStatement(accountId: string, items: readonly ItemVersion[]): QueryArrayConfig {
  return rowsOf(REMOVE_UNCHANGED, [
    accountId,
    items.map(({ id }) => id),
    items.map(({ version }) => version),
  ]);
}

/**
 * Applies all updates of a batch or none. $2 the IDs, $3 the number of updates, $4 the time, $5 and following: a list
 * for each parameter of a change. Locks all rows in the order of their IDs before the first change, so that two batches
 * can't deadlock. `complete` is false if an item is missing, or if a merged one would change. Compares with `stored`, because a row may have changed
 * while the statement waited for its lock. Returns all existing rows as they were before the update. Records the
 * changes in the order of the IDs, instead of the trigger, which runs in any order.
 */
const REVISE_ALL = `
  WITH wanted AS MATERIALIZED (
    SELECT line.* FROM (SELECT set_config('app.records_itself', 'on', true)) AS setting,
      unnest($2::uuid[], ${CHANGE_LISTS(5)}) WITH ORDINALITY AS line (id, ${CHANGE_NAMES}, n)
  ), stored AS MATERIALIZED (
    SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE
  ), complete AS MATERIALIZED (
    SELECT count(*) = $3 AND NOT EXISTS (
      SELECT FROM stored JOIN wanted USING (id) WHERE merged_into IS NOT NULL AND (${LINE_CHANGES})
    ) AS is_complete FROM stored
  ), changed AS (
    UPDATE feedback SET ${LINE_SET}, updated_at = greatest(stored.updated_at, $4), version = stored.version + 1
    FROM stored JOIN wanted USING (id), complete
    WHERE is_complete AND account_id = $1 AND feedback.id = stored.id AND (${LINE_CHANGES})
    RETURNING feedback.*
  ), recorded AS (
    INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
    SELECT $1, coalesce(nullif(current_setting('app.actor', true), ''), 'system'), 'updated', to_json(changed), to_json(stored)
    FROM changed JOIN stored USING (id) JOIN wanted USING (id) ORDER BY n
  )
  SELECT ${COLUMNS} FROM stored`;

/** @param lines number of updates, including those with a malformed ID, which `updates` excludes */
export function reviseAllStatement(
  accountId: string,
  { updates, at }: Omit<BatchRevision, 'by'>,
  lines: number,
): QueryArrayConfig {
  const changes = updates.map(changeOf);
  const lists = VALUE_FIELDS.flatMap((_, i) => [2 * i, 2 * i + 1]).map((at) =>
    changes.map((change) => change[at]),
  );
  return rowsOf(REVISE_ALL, [accountId, updates.map(({ id }) => id), lines, at, ...lists]);
}
