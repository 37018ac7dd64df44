/** Bytes of a row besides its texts, with its entries in indexes. */
const ROW = 250;

/** Of the transaction. A statement with parameters would have 10 seconds, and this one reads all rows of the account. */
const ACCOUNT = `current_setting('app.account_id')::uuid`;

const sizes = (columns: readonly string[]) =>
  columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
const sizeOf = (table: string, columns: readonly string[], copies = 1) =>
  `(SELECT coalesce(sum(${copies} * (${sizes(columns)}) + ${ROW}), 0) FROM ${table} WHERE account_id = ${ACCOUNT})`;

/** The bytes that the account has stored, as PostgreSQL compressed them. Reads no long texts. */
export const COUNT = `SELECT (${[
  // The search has a copy of the texts.
  sizeOf('feedback', ['title', 'description'], 2),
  sizeOf('events', ['item', 'previous']),
  sizeOf('feedback_history', ['changes']),
  sizeOf('feedback_notes', ['text']),
  sizeOf('quarantined_feedback', ['title', 'description']),
  sizeOf('idempotency_records', ['answer']),
  sizeOf('webhook_deliveries', ['attempts']),
].join(' + ')})::bigint AS bytes`;

/**
 * Adds what a publication stored, as a part of its statement, which has `published` events and `queued` deliveries. The
 * texts of an event are stored twice, also in the item or in the history. The items of an import have no events, so the
 * account is counted again.
 */
export const ADD_STORED = `
  stored AS (
    INSERT INTO account_storage (account_id, added, is_stale)
    SELECT account_id, sum(bytes), bool_or(is_import) FROM (
      SELECT account_id, ${2 * ROW} + 2 * bytes AS bytes, type = 'feedback.imported' AS is_import FROM published
      UNION ALL SELECT account_id, ${ROW}, false FROM queued
    ) written GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET added = account_storage.added + excluded.added,
      is_stale = account_storage.is_stale OR excluded.is_stale
  )`;

/** $1 the bytes that the plan free allows, and $2 the plan pro; null without a limit. */
const WITH_LIMIT = `
  account_storage storage JOIN accounts ON accounts.id = storage.account_id
  JOIN (VALUES ('free', $1::bigint), ('pro', $2::bigint)) AS allowed (plan, bytes) USING (plan)`;
const IS_FULL = `coalesce(counted + added >= allowed.bytes, false)`;

/** Accounts that have published nothing yet. */
export const ADD_ACCOUNTS = `
  INSERT INTO account_storage (account_id) SELECT id FROM accounts
  WHERE NOT EXISTS (SELECT FROM account_storage WHERE account_id = accounts.id) ON CONFLICT DO NOTHING`;

/**
 * Takes the account that most needs to be counted: daily, and up to every 10 minutes after an import, or if it may be
 * full, because what was added is too much when items were replaced or deleted.
 */
export const TAKE_DUE = `
  UPDATE account_storage taken SET counted_at = now()
  FROM (
    SELECT storage.account_id FROM ${WITH_LIMIT}
    WHERE counted_at < now() - interval '1 day'
      OR (counted_at < now() - interval '10 minutes' AND (is_stale OR added > 0 AND ${IS_FULL}))
    ORDER BY counted_at LIMIT 1 FOR UPDATE OF storage SKIP LOCKED
  ) due
  WHERE taken.account_id = due.account_id RETURNING taken.account_id, added`;

/** $2 the bytes counted, $3 what had been added before. */
export const SET_COUNTED = `
  UPDATE account_storage SET counted = $2, added = greatest(added - $3, 0), is_stale = false WHERE account_id = $1`;

/** In the order in which the publisher locks accounts. */
export const MARK_FULL = `
  UPDATE account_storage marked SET is_full = NOT is_full
  FROM (
    SELECT storage.account_id FROM ${WITH_LIMIT} WHERE is_full <> ${IS_FULL}
    ORDER BY storage.account_id FOR UPDATE OF storage SKIP LOCKED
  ) found
  WHERE marked.account_id = found.account_id RETURNING marked.account_id, is_full AS now_full`;

export const LIST_FULL = `SELECT account_id FROM account_storage WHERE is_full`;

/** $2 bytes. For what is stored without a publication. */
export const ADD_BYTES = `
  INSERT INTO account_storage (account_id, added) VALUES ($1, $2)
  ON CONFLICT (account_id) DO UPDATE SET added = account_storage.added + excluded.added`;

export const READ = `SELECT counted + added AS bytes FROM account_storage WHERE account_id = $1`;
export const REMOVE = `DELETE FROM account_storage WHERE account_id = $1`;
