import type { ExpectedVersion, FeedbackQuery, Revision, Status } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from './feedback.row';

/** In the order of `FeedbackRow`. */
export const COLUMNS = `id, title, description, submitter_email, status, source, created_at, updated_at, version`;

export const INSERT = `INSERT INTO feedback (account_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export const SELECT_ONE = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

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

/**
 * One page, newest first. A page from the top or after an id reads one index from there on; a page by offset
 * walks the index alone and fetches only the rows it shows (deferred join), which is what keeps a deep one cheap.
 */
export function pageStatement(
  accountId: string,
  { status, limit, offset, after }: FeedbackQuery,
): QueryArrayConfig {
  const values: unknown[] = [accountId, limit + 1];
  let where = 'account_id = $1';
  if (status !== undefined) where += ` AND status = $${values.push(status)}`;
  if (after !== undefined) where += ` AND id < $${values.push(after)}`;
  const page = (columns: string) =>
    `SELECT ${columns} FROM feedback WHERE ${where} ORDER BY id DESC LIMIT $2`;
  if (offset === 0) return rowsOf(page(COLUMNS), values);
  const ids = `${page('account_id, id')} OFFSET $${values.push(offset)}`;
  return rowsOf(
    `SELECT ${COLUMNS} FROM (${ids}) page JOIN feedback USING (account_id, id) ORDER BY id DESC`,
    values,
  );
}

export function countStatement(accountId: string, status?: Status): QueryArrayConfig {
  return status === undefined
    ? rowsOf('SELECT count(*) FROM feedback WHERE account_id = $1', [accountId])
    : rowsOf('SELECT count(*) FROM feedback WHERE account_id = $1 AND status = $2', [accountId, status]);
}
