import {
  externalIdTaken,
  type ExpectedVersion,
  type Feedback,
  type ItemVersion,
  type Revision,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { AFTER_LOCK, lockIfGrouped } from '../duplicates/merge.sql';
import { ONE, SCALARS, valuesOf } from './change.sql';
import {
  COLUMN_NAMES,
  COLUMNS,
  INSERTED,
  parametersFrom,
  SHORT_COLUMNS,
  tagIds,
  tagKeys,
  toRow,
} from './feedback.schema';

export const INSERT = `INSERT INTO feedback (account_id, ${INSERTED}) VALUES ($1, ${parametersFrom(2)})`;
const INSERT_TAGGED = `
  INSERT INTO feedback (account_id, ${INSERTED}, tags)
  VALUES ($1, ${parametersFrom(2)}, ${tagIds(`$${2 + COLUMN_NAMES.length}`)})`;

/** The usual item has no tags, and its statement doesn't mention them. */
export const insertStatement = (item: Feedback): QueryArrayConfig =>
  item.tags.length === 0
    ? rowsOf(INSERT, toRow(item))
    : rowsOf(INSERT_TAGGED, [...toRow(item), tagKeys(item.tags)]);

export const SELECT_ONE = `SELECT ${SHORT_COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

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

/** As REVISE, with the tags whose keys are in the last parameter. */
const REVISE_TAGGED = `
  WITH wanted AS MATERIALIZED (SELECT ${tagIds(`$${5 + 2 * SCALARS.length}`)} AS tag_ids)
  UPDATE feedback SET ${ONE.set}, tags = tag_ids, updated_at = greatest(updated_at, $4), version = version + 1
  FROM wanted
  WHERE ${THIS_ONE} AND merged_into IS NULL AND (${ONE.changes} OR feedback.tags IS DISTINCT FROM tag_ids)
  RETURNING ${COLUMNS}`;

/** Doesn't lock groups first, which takes a tenth longer: a merge gives way to it. */
const DELETE = `DELETE FROM feedback WHERE ${THIS_ONE}`;

const versions = (expected: ExpectedVersion) => (expected === 'any' ? null : expected);

export function reviseStatement(
  accountId: string,
  id: string,
  { change, expected, at }: Revision,
): QueryArrayConfig {
  const values = [accountId, id, versions(expected), at, ...valuesOf(change)];
  return change.tags ? rowsOf(REVISE_TAGGED, [...values, tagKeys(change.tags)]) : rowsOf(REVISE, values);
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
