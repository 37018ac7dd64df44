import type { AccountScope } from '../../connection/account-scope';
import type { Query } from './found-targets';

const QUERY_CANCELED = '57014';

/** Returns the number that `count` returns with a client; null if one of its statements takes longer. */
export function countWithin(
  scope: Pick<AccountScope, 'transaction'>,
  accountId: string,
  count: (query: Query) => Promise<number>,
  milliseconds: number,
): Promise<number | null> {
  return scope.transaction(accountId, async (client) => {
    await client.query(`SET LOCAL statement_timeout = ${milliseconds}`);
    try {
      return await count((statement) => client.query(statement));
    } catch (error) {
      // Caught here, so that the connection stays in the pool. The COMMIT of the failed transaction rolls it back.
      if ((error as { readonly code?: unknown }).code === QUERY_CANCELED) return null;
      throw error;
    }
  });
}
