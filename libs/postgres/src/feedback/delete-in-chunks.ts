import type { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { UNRECORDED } from '../connection/scoped-query';

/** Rows per statement, which takes well under one second. A statement of more than 10 seconds counts as an outage. */
const CHUNK_SIZE = 10_000;

/** Deletes an account's rows from a table in chunks, because a transaction with a million rows would delay others. */
export async function deleteInChunks(
  scope: AccountScope,
  accountId: string,
  table: 'feedback' | 'quarantined_feedback' | 'imports' | 'tags',
): Promise<void> {
  await repeatUntilEmpty(
    scope,
    accountId,
    `DELETE FROM ${table} WHERE account_id = $1
       AND id = ANY (ARRAY (SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT $2))`,
  );
}

/** Deletes an account's idempotency records in chunks. */
export async function removeRecords(scope: AccountScope, accountId: string): Promise<void> {
  await repeatUntilEmpty(
    scope,
    accountId,
    `DELETE FROM idempotency_records WHERE account_id = $1
       AND ctid = ANY (ARRAY (SELECT ctid FROM idempotency_records WHERE account_id = $1 LIMIT $2))`,
  );
}

/** Deletes an account's notes in chunks. */
export async function removeNotes(scope: AccountScope, accountId: string): Promise<void> {
  await repeatUntilEmpty(
    scope,
    accountId,
    `DELETE FROM feedback_notes WHERE account_id = $1
       AND ctid = ANY (ARRAY (SELECT ctid FROM feedback_notes WHERE account_id = $1 LIMIT $2))`,
  );
}

async function repeatUntilEmpty(scope: AccountScope, accountId: string, text: string): Promise<void> {
  for (;;) {
    const { rowCount } = await scope.query(accountId, rowsOf(text, [accountId, CHUNK_SIZE]), UNRECORDED);
    if (rowCount === 0) return;
  }
}
