import type { PoolClient } from 'pg';
import { lockItemsStatement } from './import-requests.sql';

/** Locks items and their targets, again if one was merged in the meantime, and returns the IDs of those that exist. */
export async function lockItems(
  client: PoolClient,
  accountId: string,
  itemIds: readonly string[],
): Promise<ReadonlySet<string>> {
  let locked: ReadonlySet<string> = new Set();
  for (;;) {
    const { rows } = await client.query<[id: string]>(lockItemsStatement(accountId, itemIds));
    if (rows.every(([id]) => locked.has(id))) return new Set(rows.map(([id]) => id));
    locked = new Set(rows.map(([id]) => id));
  }
}
