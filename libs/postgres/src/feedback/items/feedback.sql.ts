import {
  externalIdTaken,
  type ExpectedVersion,
  type ItemVersion,
  type Revision,
  type SubmittedFeedback,
} from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from '../../connection/array-rows';
import { AFTER_LOCK, lockIfGrouped } from '../duplicates/merge.sql';
import { insertSubmission, submissionValues } from '../requests/request.sql';
import { SCALARS, valueOf } from './change.sql';
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

/** The usual item has no tags and no details of its submission, and its statement doesn't mention them. */
export function insertStatement(item: SubmittedFeedback): QueryArrayConfig {
  const [insert, values] =
    item.tags.length === 0 ? [INSERT, toRow(item)] : [INSERT_TAGGED, [...toRow(item), tagKeys(item.tags)]];
  if (!item.submission) return rowsOf(insert, values);
  const text = `
    WITH item AS (${insert} RETURNING account_id) ${insertSubmission('item', values.length + 1)}`;
  return rowsOf(text, [...values, ...submissionValues(item.submission)]);
}

export const SELECT_ONE = `SELECT ${SHORT_COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

export const SELECT_BY_EXTERNAL_ID = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND external_id = $2`;

export const SELECT_HOLDERS = `SELECT external_id, id FROM feedback WHERE account_id = $1 AND external_id = ANY ($2)`;

export const SELECT_ALL = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** @throws DomainError `conflict` if a write fails because another item of the account has the external ID */
export async function uniqueExternalId<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isTaken = (error as { readonly constraint?: string }).constraint === 'feedback_account_external_id';
    throw isTaken ? externalIdTaken() : error;
  }
}

/** $3: the versions of which one must be the stored version, or null for any version. */
const THIS_ONE = `account_id = $1 AND id = $2 AND ($3::bigint[] IS NULL OR version = ANY ($3))`;

const reviseTexts = new Map<string, string>();

/**
 * Applies `revised` in the database. $4 is the time, and the values of the fields start at $5; tags are keys. A merged
 * item is read-only. Names only the fields that the change sets: the others would be sent, compared, and stored, too.
 */
function reviseText(names: readonly string[]): string {
  const key = names.join();
  let text = reviseTexts.get(key);
  if (text === undefined) {
    const fields = names.map((name, i) => ({ name, value: name === 'tags' ? 'tag_ids' : `$${5 + i}` }));
    const isTagged = names.includes('tags');
    const wanted = `WITH wanted AS MATERIALIZED (SELECT ${tagIds(`$${5 + names.indexOf('tags')}`)} AS tag_ids)`;
    const changes = fields.map(({ name, value }) => `feedback.${name} IS DISTINCT FROM ${value}`);
    const ended = `public_ended_at = CASE WHEN $${5 + names.indexOf('public')}::jsonb IS NULL THEN $4::timestamptz END, `;
    text = `${isTagged ? wanted : ''}
      UPDATE feedback SET ${fields.map(({ name, value }) => `${name} = ${value}, `).join('')}${names.includes('public') ? ended : ''}
        updated_at = greatest(updated_at, $4), version = version + 1
      ${isTagged ? 'FROM wanted' : ''}
      WHERE ${THIS_ONE} AND merged_into IS NULL AND (${changes.join(' OR ') || 'false'})
      RETURNING ${COLUMNS}`;
    reviseTexts.set(key, text);
  }
  return text;
}

/** Without the lock of groups, two deletions in a group would each wait for the row of the other. */
const DELETE = `WITH ${lockIfGrouped('id = $2')} DELETE FROM feedback WHERE ${THIS_ONE} AND ${AFTER_LOCK}`;

const versions = (expected: ExpectedVersion) => (expected === 'any' ? null : expected);

export function reviseStatement(
  accountId: string,
  id: string,
  { change, expected, at }: Revision,
): QueryArrayConfig {
  const names = SCALARS.filter((name) => change[name] !== undefined);
  const values = [accountId, id, versions(expected), at, ...names.map((name) => valueOf(change, name))];
  return change.tags
    ? rowsOf(reviseText([...names, 'tags']), [...values, tagKeys(change.tags)])
    : rowsOf(reviseText(names), values);
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
