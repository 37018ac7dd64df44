import { Client } from './support/client';
import { Service } from './support/service';

// Each throws if anything imports it.
jest.mock('@opentelemetry/api', () => {
  throw new Error('@opentelemetry/api was loaded');
});
jest.mock('@opentelemetry/sdk-trace-node', () => {
  throw new Error('@opentelemetry/sdk-trace-node was loaded');
});
jest.mock('../src/tracing/tracing', () => {
  throw new Error('tracing.ts was loaded');
});

/** operator.md 12 */
describe('a service without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
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

  it('does not load the code of tracing, also for a request with traceparent', async () => {
    const { key } = await service.account();
    const headers = { traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-01` };
    expect((await client.call('GET', '/api/v1/feedback', { key, headers })).status).toBe(200);
  });
});
