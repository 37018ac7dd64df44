import { SYSTEM } from '@libs/kernel';
import { anEndpoint, deliveryQueueContract, type WebhooksUnderTest } from '@libs/webhooks/testing';
import { PENDING_COUNTED_MAX, type Endpoint } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { testDataSource, webhooksInPostgres } from '../../testing';
import { poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { BACKLOG, BACKLOG_SETTINGS } from './read-backlog';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';

deliveryQueueContract('PostgreSQL', async () => webhooksInPostgres(await testDataSource()));

/** webhooks.md 2 */
describe('PostgresDeliveryQueue', () => {
  let dataSource: DataSource;
  let webhooks: WebhooksUnderTest;
  let accountId: string;
  let endpoint: Endpoint;

  beforeAll(async () => {
    dataSource = await testDataSource();
    webhooks = await webhooksInPostgres(dataSource);
  });

  beforeEach(async () => {
    accountId = await webhooks.addAccount();
    endpoint = anEndpoint({ accountId });
    await webhooks.endpoints.add(endpoint, 50);
  });
  afterEach(() => webhooks.endpoints.removeAll(accountId));

  it('hands out no values of an item that was deleted, although this is not yet published', async () => {
    const { data } = await webhooks.create(accountId, 'Secret wish');
    const { id } = data.feedback!;
    await new PostgresFeedbackRepository(dataSource).remove(accountId, id, 'any', SYSTEM);
    const [claimed] = await webhooks.queue.claim(new Date(), 1);
    expect(claimed!.event!.data).toEqual({ feedback: { id }, version: 1 });
  });

  it('hands out nothing for an endpoint that is not active', async () => {
    await webhooks.create(accountId, 'Dark mode');
    const setStatus = (status: string) =>
      asPublisher(poolOf(dataSource), (client) =>
        client.query('UPDATE webhook_endpoints SET status = $2 WHERE id = $1', [endpoint.id, status]),
      );
    await setStatus('disabled');
    expect(await webhooks.queue.claim(new Date(), 100)).toEqual([]);
    expect((await webhooks.queue.backlog(new Date())).dueSince).toBeNull();
    await setStatus('active');
    expect(await webhooks.queue.claim(new Date(), 100)).toHaveLength(1);
  });

  /** operator.md 9 */
  it('reads the backlog from the index, however many deliveries are pending', async () => {
    await asPublisher(poolOf(dataSource), (client) =>
      client.query(
        `INSERT INTO webhook_deliveries (endpoint_id, id, account_id, event_id, event_type, status, due_at)
        SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), 'feedback.created',
          CASE WHEN n % 10 = 0 THEN 'succeeded' ELSE 'pending' END, CASE WHEN n % 10 > 0 THEN '-infinity'::timestamptz END
        FROM generate_series(1, 12000) AS n`,
        [endpoint.id, accountId],
      ),
    );
    const backlog = await webhooks.queue.backlog(new Date());
    expect(backlog).toEqual({ pending: PENDING_COUNTED_MAX, dueSince: expect.any(Date) });
    const plan = await asPublisher(poolOf(dataSource), async (client) => {
      await client.query(BACKLOG_SETTINGS);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${BACKLOG}`, [new Date()]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    await asPublisher(poolOf(dataSource), (client) =>
      client.query('DELETE FROM webhook_deliveries WHERE endpoint_id = $1', [endpoint.id]),
    );
    expect(plan).not.toMatch(/Seq Scan on webhook_deliveries|Bitmap/);
    expect(plan.match(/using webhook_deliveries_due/g)!.length).toBeGreaterThanOrEqual(4);
  });
});
