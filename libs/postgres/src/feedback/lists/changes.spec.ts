import { anAccount, aPerson } from '@libs/accounts/testing';
import { anAccountId, changesContract } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { itemAdapters, publishAll, seedAccounts, useFreshDatabase } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { createDataSource, poolOf } from '../../connection/data-source';
import { asPublisher } from '../../events/as-publisher';
import { maintainEventPartitions } from '../../events/event-partitions';
import { changesStatement } from './changes.sql';

describe('PostgresItemLists', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
  });
  afterAll(() => dataSource.destroy());

  changesContract('PostgreSQL', async () => ({
    ...itemAdapters(dataSource),
    newAccount: async () => {
      const account = anAccount({ id: anAccountId() });
      await new PostgresAccountRepository(dataSource).add(account, aPerson());
      return account.id;
    },
    publish: async () => {
      await publishAll(poolOf(dataSource));
    },
  }));

  /** lists.md 10 */
  it('reads deletions by their index, and no other events', async () => {
    const accountId = anAccountId();
    await seedAccounts(dataSource, [accountId], 6_000);
    await asPublisher(poolOf(dataSource), async (client) => {
      await client.query(
        `INSERT INTO events (position, account_id, id, type, at, actor, item_id, item)
         SELECT extract(epoch FROM now()) * 1000000 + n, $1, gen_random_uuid(),
           CASE WHEN n % 1000 = 0 THEN 'feedback.deleted' ELSE 'feedback.updated' END,
           now(), 'system', gen_random_uuid(), '{}' FROM generate_series(1, 20000) n`,
        [accountId],
      );
    });
    const now = new Date(Date.now() - 60_000).toISOString();
    const query = { updated_after: now, limit: 20, after: { id: accountId, key: String(Date.now() * 1000) } };
    const { text, values } = changesStatement(accountId, query);
    const explained = { text: `EXPLAIN ${text}`, values };
    const scope = new AccountScope(dataSource);
    const { rows } = await scope.query(accountId, explained);
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Scan using events_\d+_account_id_position_idx/);
    expect(plan).not.toMatch(/Filter:.*type = |events_\d+_pkey|Seq Scan/);
    expect(plan).toMatch(/Index.* using feedback_account_updated/);
    // Looks up the item of a deletion.
    expect(plan).toMatch(/Index Cond: \(\(account_id = .*\) AND \(id = events\.item_id\)\)/);
  });
});
