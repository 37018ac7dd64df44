import type { QueryArrayConfig } from 'pg';
import type { AccountScope } from '../../connection/account-scope';

const QUERY_CANCELED = '57014';

/** Returns the number that the statement counts; null if it takes longer. */
export function countWithin(
  scope: Pick<AccountScope, 'transaction'>,
  accountId: string,
  statement: QueryArrayConfig,
  milliseconds: number,
): Promise<number | null> {
  return scope.transaction(accountId, async (client) => {
    await client.query(`SET LOCAL statement_timeout = ${milliseconds}`);
    try {
      return Number((await client.query<[n: string]>(statement)).rows[0]![0]);
    } catch (error) {
      // Caught here, so that the connection stays in the pool. The COMMIT of the failed transaction rolls it back.
      if ((error as { readonly code?: unknown }).code === QUERY_CANCELED) return null;
      throw error;
    }
  });
}
