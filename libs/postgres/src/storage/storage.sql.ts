import { ACCOUNT_ID } from '../connection/settings';

/** Bytes of a row besides its texts, with its entries in indexes. */
const ROW = 250;

/** Of the transaction. A statement with parameters would have 10 seconds, and this one reads all rows of the account. */
const ACCOUNT = `current_setting('${ACCOUNT_ID}')::uuid`;

const sizes = (columns: readonly string[]) =>
  columns.length === 0 ? '0' : columns.map((column) => `coalesce(pg_column_size(${column}), 0)`).join(' + ');
const sizeOf = (table: string, columns: readonly string[], copies = 1) =>
  `(SELECT coalesce(sum(${copies} * (${sizes(columns)}) + ${ROW}), 0) FROM ${table} WHERE account_id = ${ACCOUNT})`;

/** The bytes that the account has stored, as PostgreSQL compressed them. Reads no long texts. */
export const COUNT = `SELECT (${[
  // The search has a copy of the texts.
  sizeOf('feedback', ['title', 'description', 'links', 'public', 'context'], 2),
  sizeOf('public_moves', ['status']),
  sizeOf('events', ['item', 'previous']),
  sizeOf('feedback_history', ['changes']),
  sizeOf('feedback_notes', ['text', 'author_name']),
  sizeOf('feedback_requests', ['quote', 'link']),
  sizeOf('followers', ['email', 'generation', 'messages']),
  sizeOf('followed_items', ['item_id']),
  sizeOf('status_messages', ['message']),
  sizeOf('waiting_votes', ['name']),
  sizeOf('changelog_entries', ['title', 'text']),
  sizeOf('changelog_items', []),
  sizeOf('feedback_votes', []),
  sizeOf('quarantined_feedback', ['title', 'description', 'context']),
  sizeOf('idempotency_records', ['answer']),
  sizeOf('webhook_deliveries', ['attempts']),
].join(' + ')})::bigint AS bytes`;

/** The earliest time of the next count, and how long a claim lasts. */
const SOONEST = `interval '10 minutes'`;

/**
 * Adds what a publication stored, as a part of its statement, which has `published` events and `queued` deliveries. The
 * texts of an event are stored twice, also in the item or in the history. The items of an import have no events, so the
 * account is counted again. The time is later than any claim whose count lacks these items.
 */
export const ADD_STORED = `
  stored AS (
    INSERT INTO account_storage (account_id, added, stale_at)
    SELECT account_id, sum(bytes), CASE WHEN bool_or(is_import) THEN clock_timestamp() END FROM (
      SELECT account_id, ${2 * ROW} + 2 * bytes AS bytes, type = 'feedback.imported' AS is_import FROM published
      UNION ALL SELECT account_id, ${ROW}, false FROM queued
    ) written GROUP BY account_id ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET added = account_storage.added + excluded.added,
      stale_at = coalesce(excluded.stale_at, account_storage.stale_at),
      due_at = CASE WHEN excluded.stale_at IS NULL THEN account_storage.due_at
        ELSE least(account_storage.due_at, account_storage.counted_at + ${SOONEST}) END
  )`;

/** Accounts that have published nothing yet. */
export const ADD_ACCOUNTS = `
  INSERT INTO account_storage (account_id) SELECT id FROM accounts
  WHERE NOT EXISTS (SELECT FROM account_storage WHERE account_id = accounts.id) ON CONFLICT DO NOTHING`;

/** Claims the account that has been due for the longest time. A count that fails is due again when the claim ends. */
export const TAKE_DUE = `
  UPDATE account_storage taken SET counted_at = now(), due_at = now() + ${SOONEST}
  FROM (
    SELECT account_id FROM account_storage WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ) due
  WHERE taken.account_id = due.account_id RETURNING taken.account_id AS "accountId", added`;

/**
 * $2 the bytes counted, $3 what had been added before. Hourly if the account is full: nothing reports what it deletes
 * from its quarantine or its notes.
 */
export const SET_COUNTED = `
  UPDATE account_storage SET counted = $2, added = greatest(added - $3, 0), due_at = now() + CASE
    WHEN stale_at >= counted_at THEN ${SOONEST} WHEN is_full THEN interval '1 hour' ELSE interval '1 day' END
  WHERE account_id = $1`;

/**
 * $1 the bytes that the plan free allows, and $2 the plan pro; null without a limit. Counts the newly full accounts
 * again, because what was added is too much when items were replaced or deleted. In the order in which the publisher
 * locks accounts.
 */
export const MARK_FULL = `
  UPDATE account_storage marked SET is_full = NOT is_full,
    due_at = CASE WHEN is_full THEN due_at ELSE least(due_at, counted_at + ${SOONEST}) END
  FROM (
    SELECT storage.account_id FROM account_storage storage JOIN accounts ON accounts.id = storage.account_id
    JOIN (VALUES ('free', $1::bigint), ('pro', $2::bigint)) AS allowed (plan, bytes) USING (plan)
    WHERE is_full <> coalesce(counted + added >= allowed.bytes, false)
    ORDER BY storage.account_id FOR UPDATE OF storage SKIP LOCKED
  ) found
  WHERE marked.account_id = found.account_id RETURNING marked.account_id, is_full AS now_full`;

export const LIST_FULL = `SELECT account_id FROM account_storage WHERE is_full`;

/** For what is stored without a publication. `bytes` returns an account and the bytes to add, or nothing. */
export const addBytes = (bytes: string): string => `
  INSERT INTO account_storage (account_id, added) ${bytes}
  ON CONFLICT (account_id) DO UPDATE SET added = account_storage.added + excluded.added`;

/** $2 bytes. */
export const ADD_BYTES = addBytes('VALUES ($1, $2)');

export const READ = `SELECT counted + added AS bytes FROM account_storage WHERE account_id = $1`;
export const REMOVE = `DELETE FROM account_storage WHERE account_id = $1`;
