import { SYSTEM } from '@libs/kernel';
import { anEndpoint, deliveryQueueContract, type WebhooksUnderTest } from '@libs/webhooks/testing';
import type { Endpoint } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { testDataSource, webhooksInPostgres } from '../../testing';
import { poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { TypeOrmFeedbackRepository } from '../feedback/items/typeorm-feedback-repository';

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
    await new TypeOrmFeedbackRepository(dataSource).remove(accountId, id, 'any', SYSTEM);
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
    await setStatus('active');
    expect(await webhooks.queue.claim(new Date(), 100)).toHaveLength(1);
  });
});
