import { Client } from './support/client';
import { Service } from './support/service';

// Each throws if anything imports it.
function failOnLoad(name: string): never {
  throw new Error(`${name} was loaded`);
}
jest.mock('prom-client', () => failOnLoad('prom-client'));
jest.mock('@opentelemetry/api', () => failOnLoad('@opentelemetry/api'));
jest.mock('@opentelemetry/sdk-trace-node', () => failOnLoad('@opentelemetry/sdk-trace-node'));
jest.mock('../src/tracing/tracing', () => failOnLoad('tracing.ts'));

/** operator.md 9, operator.md 12 */
describe('a service without METRICS_PORT and OTEL_EXPORTER_OTLP_ENDPOINT', () => {
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

  it('loads no code of metrics and tracing, also for a request with traceparent', async () => {
    const { key } = await service.account();
    const headers = { traceparent: `00-${'1'.repeat(32)}-00f067aa0ba902b7-01` };
    expect((await client.call('GET', '/api/v1/feedback', { key, headers })).status).toBe(200);
  });

  it('has no /metrics on its port', async () => {
    expect((await client.call('GET', '/metrics')).status).toBe(404);
  });
});
