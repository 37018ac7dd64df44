import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { Collector } from './support/collector';
import { freePort, ServiceProcess, WorkerProcess } from './support/process';
import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import { Service } from './support/service';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;

/** operator.md 12 */
describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;

  beforeEach(async () => {
    database = await freshDatabase();
    env = {
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      SHUTDOWN_DELAY: '0',
      LOG_LEVEL: 'info',
      // Only the shutdown sends spans.
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20header-secret',
    };
  });
  afterEach(() => database.drop());

  /** Returns the line of the access log about `GET /version`. */
  const accessLine = (stdout: string) => {
    const line = stdout.split('\n').find((text) => text.includes('"route":"/version"'));
    return JSON.parse(line!) as Record<string, unknown>;
  };
  const run = async (more: Record<string, string>, headers: Record<string, string> = { traceparent }) => {
    const service = await ServiceProcess.start({ ...env, ...more });
    const client = new Client(service);
    expect((await client.call('GET', '/version', { headers })).status).toBe(200);
    client.close();
    const stoppedAt = performance.now();
    const result = await service.kill('SIGTERM');
    return { ...result, stopMs: performance.now() - stoppedAt };
  };

  it('adds the IDs of the trace to log lines, and sends the last spans before the service stops', async () => {
    const collector = await Collector.start();
    const folder = mkdtempSync(join(tmpdir(), 'tracing-'));
    const file = join(folder, 'headers');
    writeFileSync(file, 'authorization=Bearer%20header-secret\n');
    const { code, stdout, stderr } = await run({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: '',
      OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
    });
    rmSync(folder, { recursive: true });
    expect([code, stderr]).toEqual([0, '']);
    expect(collector.headers.authorization).toBe('Bearer header-secret');
    expect(stdout).toContain(`Traces are sent to ${collector.url}\n`);
    const span = await collector.span(({ name }) => name === 'GET /version');
    expect(span.traceId).toBe(TRACE);
    expect(accessLine(stdout)).toMatchObject({ trace_id: TRACE, span_id: span.spanId });
    expect(stdout).not.toContain('header-secret');
    await collector.stop();
  });

  it('has no effect on log lines if it is not set', async () => {
    const { stdout } = await run({});
    expect(accessLine(stdout)).not.toHaveProperty('trace_id');
    expect(stdout).not.toContain('Traces');
  });

  it('affects neither requests nor the shutdown for long if the collector is down', async () => {
    const endpoint = `http://user:url-secret@127.0.0.1:${await freePort()}`;
    const result = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '20' });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(result.stopMs).toBeLessThan(10_000);
    expect(result.stdout.split('Could not send traces').length).toBeLessThanOrEqual(2);
    expect(result.stdout).not.toContain('secret');
  });

  it('also works for the worker, with the variables of the SDK', async () => {
    const [collector, receiver] = await Promise.all([Collector.start(), Receiver.start()]);
    const service = await Service.start({ ...LOCAL_WEBHOOKS, WORKER: 'off' }, { database });
    const client = new Client(service);
    const { key } = await service.account();
    await client.call('POST', '/api/v1/webhooks', { key, body: { url: receiver.url, events: ['*'] } });
    await client.call('POST', '/api/v1/feedback', { key, body: { title: 'T' } });
    const worker = await WorkerProcess.start({
      ...env,
      ...LOCAL_WEBHOOKS,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'feedback-worker',
    });
    const [request] = await receiver.untilReceived(1);
    await worker.kill('SIGTERM');
    const span = await collector.span(({ name }) => name === 'POST webhook');
    expect(request!.headers['traceparent']).toBe(`00-${span.traceId}-${span.spanId}-01`);
    expect(collector.resource['service.name']).toBe('feedback-worker');
    expect(collector.spans.filter(({ attributes }) => attributes['db.system.name'])).toEqual([]);
    client.close();
    await Promise.all([service.stop(), receiver.stop(), collector.stop()]);
  });
});
