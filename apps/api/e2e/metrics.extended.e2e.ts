import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { freePort, ServiceProcess, WorkerProcess } from './support/process';

const MONITORING = resolve(__dirname, '../../../docker/monitoring');
const isInstalled = spawnSync('promtool', ['--version']).status === 0;
if (!isInstalled && process.env['TEST_PROGRAMS'] === 'required') {
  throw new Error('No promtool was found, and TEST_PROGRAMS=required: install Prometheus');
}
const describeWithPromtool = isInstalled ? describe : describe.skip;

/** Runs promtool in the folder of the rules, and returns its status and its output. */
function promtool(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: MONITORING,
    input,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** operator.md 9 */
describe('METRICS_PORT', () => {
  let database: FreshDatabase;
  let env: Record<string, string>;
  let metricsPort: number;

  beforeEach(async () => {
    database = await freshDatabase();
    metricsPort = await freePort();
    env = {
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      SHUTDOWN_DELAY: '0',
      METRICS_PORT: String(metricsPort),
    };
  });
  afterEach(() => database.drop());

  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

  describeWithPromtool('with promtool', () => {
    it('returns metrics that follow the conventions of Prometheus', async () => {
      const service = await ServiceProcess.start(env);
      const key = await service.accountKey();
      const client = new Client(service);
      await client.call('POST', '/api/v1/feedback', { key, body: { title: 'T' } });
      for (let i = 0; i < 12; i++) await client.call('GET', '/api/v1/feedback', { key });
      await client.call('GET', '/api/v1/feedback', { key: 'wrong' });
      await client.call('POST', '/f/acme', { body: { title: 'T', homepage: 'x' } });
      const text = await scrape();
      expect(text).toContain('feedback_rate_limit_refusals_total{');
      expect(text).toContain('feedback_webhook_deliveries_pending 0');
      expect(promtool(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
      client.close();
      expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    });

    it('has alert rules and a configuration that are valid and pass their tests', () => {
      for (const args of [
        ['check', 'config', 'prometheus.yaml'],
        ['check', 'rules', 'alerts.yaml'],
        ['test', 'rules', 'alerts.test.yaml'],
      ])
        expect(promtool(args)).toEqual({ status: 0, output: expect.stringContaining('SUCCESS') });
    });
  });

  it('also works for the worker', async () => {
    const worker = await WorkerProcess.start(env);
    while (!(await scrape().catch(() => '')).includes('\nfeedback_database_pool_size 10\n'));
    const text = await scrape();
    expect(text).toContain('feedback_webhook_deliveries_total{result="succeeded"} 0');
    expect(text).toContain('feedback_webhook_deliveries_pending 0');
    await worker.kill('SIGTERM');
    await expect(scrape()).rejects.toThrow('fetch failed');
  });

  it('is reported in one line if it is in use', async () => {
    const other = createServer().listen(metricsPort, '127.0.0.1');
    const service = await ServiceProcess.spawn(env);
    const { code, stderr } = await service.ended;
    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^METRICS_PORT ${metricsPort} is already in use on 127\\.0\\.0\\.1: [^\\n]+\\n$`),
    );
  });
});
