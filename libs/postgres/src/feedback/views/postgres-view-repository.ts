import type { View, ViewRepository } from '@libs/feedback';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';

/** Serializes the changes of an owner's views, also the first one. Ends with the transaction. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('views ' || $1::uuid || ' ' || $2::uuid, 0))`;

const LIST = `
  SELECT id, name, parameters FROM views WHERE account_id = $1 AND owner_id = $2 ORDER BY position`;

const REMOVE_OTHERS = `DELETE FROM views WHERE account_id = $1 AND owner_id = $2 AND id <> ALL ($3::uuid[])`;

/** $3 the IDs, $4 the names, $5 the parameters, all in the order of the views. */
const STORE = `
  INSERT INTO views (account_id, owner_id, id, name, parameters, position)
  SELECT $1, $2, id, name, parameters, n - 1
  FROM unnest($3::uuid[], $4::text[], $5::jsonb[]) WITH ORDINALITY AS view (id, name, parameters, n)
  ON CONFLICT (account_id, id) DO UPDATE
  SET name = excluded.name, parameters = excluded.parameters, position = excluded.position`;

const REMOVE_ALL = `DELETE FROM views WHERE account_id = $1`;

/** Views in PostgreSQL. An owner has so few that each change stores all of them. */
export class PostgresViewRepository implements ViewRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string, ownerId: string): Promise<readonly View[]> {
    return (await this.scope.query(accountId, { text: LIST, values: [accountId, ownerId] })).rows as View[];
  }

  async revise(
    accountId: string,
    ownerId: string,
    change: (current: readonly View[]) => readonly View[],
  ): Promise<readonly View[]> {
    const owner = [accountId, ownerId];
    return this.scope.transaction(accountId, async (client) => {
      await client.query(LOCK, owner);
      const views = change((await client.query<View>(LIST, owner)).rows);
      const ids = views.map(({ id }) => id);
      await client.query(REMOVE_OTHERS, [...owner, ids]);
      const names = views.map(({ name }) => name);
      const parameters = views.map((view) => JSON.stringify(view.parameters));
      await client.query(STORE, [...owner, ids, names, parameters]);
      return views;
    });
  }

  async removeAll(accountId: string): Promise<void> {
    await this.scope.query(accountId, { text: REMOVE_ALL, values: [accountId] });
  }
}
