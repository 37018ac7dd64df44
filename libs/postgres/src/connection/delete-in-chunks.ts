import type { AccountScope } from './account-scope';
import { rowsOf } from './array-rows';
import { UNRECORDED } from './settings';

/** Rows per statement, which takes well under one second. A statement of more than 10 seconds counts as an outage. */
const CHUNK_SIZE = 10_000;

/**
 * Deletes an account's rows from a table in chunks, because a transaction with a million rows would delay others.
 * @param key a unique column, in whose order rows are deleted; without one, in any order
 */
export async function deleteInChunks(
  scope: AccountScope,
  accountId: string,
  table: string,
  key?: 'id' | 'position',
): Promise<void> {
  const order = key ? `ORDER BY ${key}` : '';
  const statement = rowsOf(
    `DELETE FROM ${table} WHERE account_id = $1
       AND ${key ?? 'ctid'} = ANY (ARRAY (SELECT ${key ?? 'ctid'} FROM ${table} WHERE account_id = $1 ${order} LIMIT $2))`,
    [accountId, CHUNK_SIZE],
  );
  while ((await scope.query(accountId, statement, UNRECORDED)).rowCount);
}
