import { Client } from './support/client';
import { Service } from './support/service';

// Throws if anything imports it.
jest.mock('prom-client', () => {
  throw new Error('prom-client was loaded');
});

/** operator.md 9 */
describe('a service without METRICS_PORT', () => {
  let service: Service;
  let client: Client;
  beforeAll(async () => {
    service = await Service.start();
    client = new Client(service.origin);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  it('does not load the code of metrics, and has no /metrics on its port', async () => {
    const { key } = await service.account();
    expect((await client.call('GET', '/api/v1/feedback', { key })).status).toBe(200);
    expect((await client.call('GET', '/metrics')).status).toBe(404);
  });
});
