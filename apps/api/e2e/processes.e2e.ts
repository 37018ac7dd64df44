import { freshDatabase, type FreshDatabase } from '@libs/postgres/testing';
import { Client } from './support/client';
import { freePort, ServiceProcess } from './support/process';
import { isRunning, pidsOf } from './support/processes';

const base = '/api/v1/feedback';
const CONNECTIONS = 8;
const MINUTE_LIMIT = 10;

/** operator.md 13, with the built service. Needs a build. */
describe('a service with WORKERS=2', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('serves requests in two processes with shared limits and metrics, and stops them', async () => {
    const METRICS_PORT = String(await freePort());
    const env = {
      WORKERS: '2',
      DATABASE_URL: database.url,
      SECRET_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      SHUTDOWN_DELAY: '0',
      LOG_LEVEL: 'info',
      METRICS_PORT,
    };
    const service = await ServiceProcess.start(env);
    await service.printed('  Processes      2; to restart them: kill -HUP ');
    const key = await service.accountKey();

    const clients = Array.from({ length: CONNECTIONS }, () => new Client(service));
    const responses = await Promise.all(
      clients.flatMap((client) => [1, 2, 3].map(() => client.call('GET', base, { key }))),
    );
    clients.forEach((client) => client.close());
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(MINUTE_LIMIT);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]));

    const scrape = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
    const total = `feedback_http_requests_total{method="GET",route="${base}",status="200"} ${MINUTE_LIMIT}\n`;
    // A process may count a request after it has responded.
    while (!(await scrape()).includes(total));
    expect(await scrape()).toContain('\nfeedback_database_pool_size 20\n');

    const { code, signal, stdout, stderr } = await service.kill('SIGTERM');
    const pids = pidsOf(stdout);
    expect(pids).toHaveLength(2);
    expect(pids.filter(isRunning)).toEqual([]);
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    expect(stdout.match(/is ready at|Shutting down after/g)).toEqual(['is ready at', 'Shutting down after']);
  });
});
