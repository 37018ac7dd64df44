import type { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';

/** Takes well under a second; a statement that took more than ten would count as a server that is gone. */
const CHUNK_SIZE = 10_000;

/** Everything an account has in a table, each stretch for itself: a million rows in one transaction hold up others. */
export async function deleteInChunks(
  scope: AccountScope,
  accountId: string,
  table: 'feedback' | 'quarantined_feedback' | 'imports',
): Promise<void> {
  await untilNoneIsLeft(
    scope,
    accountId,
    `DELETE FROM ${table} WHERE account_id = $1
       AND id = ANY (ARRAY (SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT $2))`,
  );
}

/** What is remembered of an account's requests, likewise. */
export async function removeRecords(scope: AccountScope, accountId: string): Promise<void> {
  await untilNoneIsLeft(
    scope,
    accountId,
    `DELETE FROM idempotency_records WHERE account_id = $1
       AND ctid = ANY (ARRAY (SELECT ctid FROM idempotency_records WHERE account_id = $1 LIMIT $2))`,
  );
}

async function untilNoneIsLeft(scope: AccountScope, accountId: string, text: string): Promise<void> {
  for (;;) {
    const { rowCount } = await scope.query(accountId, rowsOf(text, [accountId, CHUNK_SIZE]));
    if (rowCount === 0) return;
  }
}
