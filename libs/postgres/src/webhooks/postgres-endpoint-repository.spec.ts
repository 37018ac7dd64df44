import {
  anEndpoint,
  aResult,
  endpointRepositoryContract,
  type WebhooksUnderTest,
} from '@libs/webhooks/testing';
import type { Endpoint } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { v7 } from 'uuid';
import { sharedDataSource, webhooksInPostgres } from '../../testing';
import { AccountScope } from '../connection/account-scope';
import { poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';

const TABLES = ['webhook_endpoints', 'webhook_deliveries', 'webhook_hours'];

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  endpointRepositoryContract(name, async () => webhooksInPostgres(await sharedDataSource(as)));
}

/** webhooks.md 1 */
describe('PostgresEndpointRepository', () => {
  let dataSource: DataSource;
  let webhooks: WebhooksUnderTest;

  beforeAll(async () => {
    dataSource = await sharedDataSource();
    webhooks = await webhooksInPostgres(dataSource);
  });

  /** Adds an endpoint with rows in every table. */
  const addEndpoint = async () => {
    const endpoint = anEndpoint({ accountId: await webhooks.addAccount() });
    await webhooks.endpoints.add(endpoint, 50);
    for (let i = 0; i < 5; i++) await webhooks.create(endpoint.accountId, `Item ${i}`);
    const deleted = { id: v7(), accountId: endpoint.accountId, endpoint };
    await webhooks.queue.record([aResult(deleted, { status: 'succeeded' })]);
    return endpoint;
  };
  const countsOf = (accountId: string) =>
    asPublisher(poolOf(dataSource), async (client) => {
      const counts: number[] = [];
      for (const table of TABLES) {
        const { rowCount } = await client.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId]);
        counts.push(rowCount!);
      }
      return counts;
    });

  it('leaves nothing of a deleted account', async () => {
    const { accountId } = await addEndpoint();
    expect(await countsOf(accountId)).toEqual([1, 5, 1]);
    await webhooks.endpoints.removeAll(accountId);
    expect(await countsOf(accountId)).toEqual([0, 0, 0]);
  });

  it('deletes the rest if a deletion that failed is repeated', async () => {
    const { accountId, id } = await addEndpoint();
    await dataSource.query('ALTER TABLE webhook_hours RENAME TO hidden');
    await expect(webhooks.endpoints.remove(accountId, id)).rejects.toThrow('"webhook_hours" does not exist');
    await dataSource.query('ALTER TABLE hidden RENAME TO webhook_hours');
    expect(await countsOf(accountId)).toEqual([1, 1, 1]);
    expect(await webhooks.endpoints.remove(accountId, id)).toBe(true);
    expect(await countsOf(accountId)).toEqual([0, 0, 0]);
  });

  describe('with more pending deliveries than a transaction cancels', () => {
    const pending = (endpointId: string) =>
      asPublisher(poolOf(dataSource), async (client) => {
        const text = `SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'pending'`;
        return (await client.query(text, [endpointId])).rowCount;
      });

    it('cancels them in several transactions, so that the publisher does not wait for all', async () => {
      const { accountId, id } = await addEndpoint();
      expect(await webhooks.endpoints.disable(accountId, id, 'gone', new Date())).toBe(true);
      expect(await pending(id)).toBe(0);
      const text = `SELECT DISTINCT xmin FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'cancelled'`;
      const transactions = await asPublisher(poolOf(dataSource), (client) => client.query(text, [id]));
      expect(transactions.rowCount).toBe(3);
    });

    it('cancels those that are left of a disabled endpoint before it is enabled', async () => {
      const { accountId, id } = await addEndpoint();
      await asPublisher(poolOf(dataSource), (client) =>
        client.query(`UPDATE webhook_endpoints SET status = 'disabled' WHERE id = $1`, [id]),
      );
      expect(await pending(id)).toBe(5);
      const enable = (current: Endpoint): Endpoint => ({ ...current, status: 'active' });
      expect((await webhooks.endpoints.change(accountId, id, enable))!.status).toBe('active');
      expect(await pending(id)).toBe(0);
    });
  });

  it.each(TABLES)('returns only rows of the current account from %s without a WHERE', async (table) => {
    const [mine] = [await addEndpoint(), await addEndpoint()];
    const scope = new AccountScope(dataSource);
    const seen = await scope.query(mine!.accountId, { text: `SELECT DISTINCT account_id FROM ${table}` });
    expect(seen.rows).toEqual([{ account_id: mine!.accountId }]);
    expect(await dataSource.query(`SELECT FROM ${table}`)).toEqual([]);
  });
});
