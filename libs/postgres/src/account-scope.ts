import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

const SET_ACCOUNT = `SELECT set_config('app.account_id', $1, false)`;

/**
 * The second wall between accounts (API.md 1.8): row-level security shows a connection only the rows of the
 * account it was lent out for, so that a statement without its WHERE finds nothing instead of everything.
 * A connection remembers its account; only a change of account costs a statement, and that one is sent together
 * with the work that follows it.
 */
export class AccountScope {
  private readonly pool: Pool;
  private readonly accountOf = new WeakMap<PoolClient, string>();

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async run<T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      if (this.accountOf.get(client) !== accountId) {
        this.accountOf.delete(client);
        await client.query(SET_ACCOUNT, [accountId]);
        this.accountOf.set(client, accountId);
      }
      return await work(client);
    } finally {
      client.release();
    }
  }
}

/** TypeORM's own pool, for fixed SQL without the ORM's detour. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}
