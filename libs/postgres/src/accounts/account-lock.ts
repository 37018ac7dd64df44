import type { EntityManager } from 'typeorm';

/** Serializes changes of an account, and waits for its concurrent deletion. */
const LOCK_ACCOUNT = 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE';

/** Returns false if there is no such account. */
export const lockAccount = async (manager: EntityManager, accountId: string): Promise<boolean> =>
  (await manager.query<unknown[]>(LOCK_ACCOUNT, [accountId])).length === 1;

/** Locks accounts in the order of their IDs, to prevent deadlocks. */
export async function lockAccounts(manager: EntityManager, accountIds: readonly string[]): Promise<void> {
  for (const accountId of [...accountIds].sort()) await lockAccount(manager, accountId);
}
