import type { AccountScope } from '../account-scope';
import { rowsOf } from './feedback.row';

/** Takes well under a second; a statement that took more than ten would count as a server that is gone. */
const STRETCH = 10_000;

/** Everything an account has in a table, each stretch for itself: a million rows in one transaction hold up others. */
export async function removeInStretches(
  scope: AccountScope,
  accountId: string,
  table: 'feedback' | 'quarantined_feedback',
): Promise<void> {
  const text = `
    DELETE FROM ${table} WHERE account_id = $1
      AND id = ANY (ARRAY (SELECT id FROM ${table} WHERE account_id = $1 ORDER BY id LIMIT $2))`;
  for (;;) {
    const { rowCount } = await scope.query(accountId, rowsOf(text, [accountId, STRETCH]));
    if (rowCount === 0) return;
  }
}
