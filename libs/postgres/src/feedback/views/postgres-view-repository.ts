import type { View, ViewRepository } from '@libs/feedback';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../../connection/account-scope';

/** Serializes the changes of an account's views, also the first one. Ends with the transaction. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('views ' || $1::uuid, 0))`;

/** The account is the owner of the views that its members share. */
const OWNERS = 'account_id = $1 AND owner_id IN ($1, $2)';

const LIST = `
  SELECT id, name, parameters, owner_id = $1 AS shared FROM views WHERE ${OWNERS} ORDER BY shared, position`;

const REMOVE_OTHERS = `DELETE FROM views WHERE ${OWNERS} AND id <> ALL ($3::uuid[])`;

/** $3 the IDs, $4 the names, $5 the parameters, $6 whether they are shared, all in the order of the views. */
const STORE = `
  INSERT INTO views (account_id, owner_id, id, name, parameters, position)
  SELECT $1::uuid, CASE WHEN shared THEN $1::uuid ELSE $2::uuid END, id, name, parameters, n - 1
  FROM unnest($3::uuid[], $4::text[], $5::jsonb[], $6::boolean[])
    WITH ORDINALITY AS view (id, name, parameters, shared, n)
  ON CONFLICT (account_id, id) DO UPDATE SET
    owner_id = excluded.owner_id, name = excluded.name, parameters = excluded.parameters, position = excluded.position`;

const REMOVE_ALL = `DELETE FROM views WHERE account_id = $1`;

/** Views in PostgreSQL. There are so few that each change stores all of them. */
export class PostgresViewRepository implements ViewRepository {
  private readonly scope: AccountScope;

  constructor(dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async list(accountId: string, personId: string): Promise<readonly View[]> {
    return (await this.scope.query(accountId, { text: LIST, values: [accountId, personId] })).rows as View[];
  }

  async revise(
    accountId: string,
    personId: string,
    change: (current: readonly View[]) => readonly View[],
  ): Promise<readonly View[]> {
    const reader = [accountId, personId];
    return this.scope.transaction(accountId, async (client) => {
      await client.query(LOCK, [accountId]);
      const views = change((await client.query<View>(LIST, reader)).rows);
      const ids = views.map(({ id }) => id);
      await client.query(REMOVE_OTHERS, [...reader, ids]);
      const names = views.map(({ name }) => name);
      const parameters = views.map((view) => JSON.stringify(view.parameters));
      const shared = views.map((view) => view.shared);
      await client.query(STORE, [...reader, ids, names, parameters, shared]);
      return views;
    });
  }

  async removeAll(accountId: string): Promise<void> {
    await this.scope.query(accountId, { text: REMOVE_ALL, values: [accountId] });
  }
}
