import type { FeedbackQuery, Status } from '@libs/feedback';
import type { QueryArrayConfig } from 'pg';
import { rowsOf } from './feedback.row';

/** In the order of `FeedbackRow`. */
const COLUMNS = `id, title, description, submitter_email, status, source, created_at, updated_at, version`;

export const INSERT = `INSERT INTO feedback (account_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export const SELECT_ONE = `SELECT ${COLUMNS} FROM feedback WHERE account_id = $1 AND id = $2`;

/** Same parameters as INSERT, and $11 the version that must still be stored. */
export const UPDATE = `
  UPDATE feedback SET title = $3, description = $4, submitter_email = $5, status = $6, source = $7,
    created_at = $8, updated_at = $9, version = $10
  WHERE account_id = $1 AND id = $2 AND version = $11`;

/** $3: the version that must still be stored, or null for any. */
export const DELETE = `
  DELETE FROM feedback WHERE account_id = $1 AND id = $2 AND ($3::integer IS NULL OR version = $3)`;

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
