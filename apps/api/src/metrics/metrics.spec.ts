import { DomainError } from '@libs/kernel';
import type { AttemptResult } from '@libs/webhooks';
import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type AddressInfo } from 'node:net';
import { addCompletionListeners } from '../http/requests/completion';
import { Metrics, type DatabaseReadings } from './metrics';

/** Samples such as `feedback_events_published_total 3`, without those of `nodejs_` and `process_`. */
const samplesOf = async (metrics: Metrics) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith('feedback_'));
const sampleOf = async (metrics: Metrics, name: string) =>
  (await samplesOf(metrics)).filter((line) => line.startsWith(name));

const POOL_USE = { max: 10, used: 3, idle: 2, waiting: { pool: 1, account: 4 } };
const READINGS: DatabaseReadings = {
  poolUse: () => POOL_USE,
  backlog: () => Promise.resolve({ pending: 0, dueSince: null }),
  oldestChange: () => Promise.resolve(null),
};

/** operator.md 9 */
describe('Metrics', () => {
  let metrics: Metrics;
  beforeEach(() => (metrics = new Metrics()));

  describe('of requests', () => {
    let server: FastifyInstance;
    beforeEach(async () => {
      server = Fastify();
      addCompletionListeners(server, [metrics.requestCompleted]);
      server.get('/items/:id', async () => 'ok');
      const fail = (kind: ConstructorParameters<typeof DomainError>[0], code: string, status: number) =>
        server.get(`/${code}`, async (request, reply) => {
          request.failure = new DomainError(kind, code, 'No');
          return reply.code(status).send('no');
        });
      fail('rate_limit', 'rate_limit_exceeded', 429);
      fail('authentication', 'api_key_invalid', 401);
      server.get('/stream', async (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'));
      for (const status of [201, 303, 400, 503]) {
        server.post(`/f/${status}`, { config: { caller: 'visitor' } }, async (_request, reply) =>
          reply.code(status).send(),
        );
      }
      server.post('/f/closed', { config: { caller: 'visitor' } }, (request) => {
        request.raw.socket.destroy();
        return new Promise(() => {});
      });
      await server.listen({ host: '127.0.0.1', port: 0 });
    });
    afterEach(() => server.close());

    /** Sends raw requests, because `fetch` forbids some methods, and waits until the connection is closed. */
    const send = async (...targets: string[]) => {
      for (const target of targets) {
        const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
        socket.resume();
        const closed = new Promise((resolve) => socket.once('close', resolve));
        socket.write(`${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
        await closed;
      }
    };

    it('counts them by method, route, and status, and measures their duration', async () => {
      await send('GET /items/1', 'GET /items/2?q=1', 'HEAD /items/3', 'GET /nothing');
      expect(await sampleOf(metrics, 'feedback_http_requests_total')).toEqual([
        'feedback_http_requests_total{method="GET",route="/items/:id",status="200"} 2',
        'feedback_http_requests_total{method="HEAD",route="/items/:id",status="200"} 1',
        'feedback_http_requests_total{method="GET",route="unmatched",status="404"} 1',
      ]);
      expect(await sampleOf(metrics, 'feedback_http_request_duration_seconds_count')).toContain(
        'feedback_http_request_duration_seconds_count{method="GET",route="/items/:id"} 2',
      );
    });

    it('adds no time series for hostile methods, paths, and queries', async () => {
      await send('GET /nothing', 'PROPFIND /nothing', 'GET /items/1');
      const before = (await samplesOf(metrics)).length;
      await send('MKCOL /a', 'PURGE /b', 'TRACE /c', 'BREW /teapot', 'GET /items/%22%7D%0A', 'GET /%00');
      for (let i = 0; i < 20; i++) await send(`GET /x${i}`, `LINK /y${i}`, `GET /items/${i}?z=${i}`);
      expect((await samplesOf(metrics)).length).toBe(before);
    });

    it('does not measure the duration of event streams', async () => {
      await send('GET /stream');
      expect(await sampleOf(metrics, 'feedback_http_requests_total')).toHaveLength(1);
      expect(await sampleOf(metrics, 'feedback_http_request_duration_seconds')).toEqual([]);
    });

    it('counts refusals and authentication failures by error code', async () => {
      await send('GET /rate_limit_exceeded', 'GET /rate_limit_exceeded', 'GET /api_key_invalid');
      expect([
        ...(await sampleOf(metrics, 'feedback_rate_limit')),
        ...(await sampleOf(metrics, 'feedback_auth')),
      ]).toEqual([
        'feedback_rate_limit_refusals_total{code="rate_limit_exceeded"} 2',
        'feedback_authentication_failures_total{code="api_key_invalid"} 1',
      ]);
    });

    it('counts a connection that closed before the response, but no submission', async () => {
      await send('POST /f/closed');
      expect(await sampleOf(metrics, 'feedback_http_requests_total')).toEqual([
        'feedback_http_requests_total{method="POST",route="/f/closed",status="499"} 1',
      ]);
      expect(await sampleOf(metrics, 'feedback_form_submissions_total{outcome="rejected"}')).toEqual([
        'feedback_form_submissions_total{outcome="rejected"} 0',
      ]);
    });

    it('counts submissions by outcome, and the quarantined ones by reason', async () => {
      await send('POST /f/201', 'POST /f/303', 'POST /f/400', 'POST /f/503', 'POST /items/1');
      metrics.submissionStored(null);
      metrics.submissionStored('honeypot_filled');
      metrics.submissionStored('honeypot_filled');
      expect(await sampleOf(metrics, 'feedback_form_submissions_total')).toEqual([
        'feedback_form_submissions_total{outcome="accepted"} 1',
        'feedback_form_submissions_total{outcome="quarantined"} 2',
        'feedback_form_submissions_total{outcome="rejected"} 1',
        'feedback_form_submissions_total{outcome="failed"} 1',
      ]);
      expect(await sampleOf(metrics, 'feedback_form_quarantined_total{reason="honeypot_filled"}')).toEqual([
        'feedback_form_quarantined_total{reason="honeypot_filled"} 2',
      ]);
    });
  });

  it('reads the use of the pool for each scrape, and counts waits and errors', async () => {
    let use = POOL_USE;
    const observer = metrics.addDatabase({ ...READINGS, poolUse: () => use });
    observer.waited('pool', 0.02);
    observer.failed('23');
    observer.failed('23');
    expect(await samplesOf(metrics)).toEqual(
      expect.arrayContaining([
        'feedback_database_pool_connections{state="used"} 3',
        'feedback_database_pool_connections{state="idle"} 2',
        'feedback_database_pool_size 10',
        'feedback_database_pool_waiting{queue="pool"} 1',
        'feedback_database_pool_waiting{queue="account"} 4',
        'feedback_database_pool_wait_seconds_bucket{le="0.05",queue="pool"} 1',
        'feedback_database_pool_wait_seconds_count{queue="account"} 0',
        'feedback_database_errors_total{sqlstate_class="23"} 2',
      ]),
    );
    use = { ...use, used: 4 };
    expect(await samplesOf(metrics)).toContain('feedback_database_pool_connections{state="used"} 4');
  });

  it('counts events, and deliveries by result', async () => {
    metrics.eventsPublished(3);
    metrics.eventsPublished(0);
    const attempt = { at: '2026-03-03T10:00:00.000Z', statusCode: 204, error: null, durationMs: 40 };
    const of = { id: 'd', accountId: 'a', endpointId: 'e' };
    const nextAttemptAt = new Date();
    const results: AttemptResult[] = [
      { ...of, attempt, status: 'succeeded' },
      { ...of, attempt, status: 'pending', nextAttemptAt },
      { ...of, attempt: null, status: 'pending', nextAttemptAt },
      { ...of, attempt, status: 'failed' },
      { ...of, attempt: null, status: 'cancelled' },
    ];
    metrics.attemptsRecorded(results);
    expect(await samplesOf(metrics)).toEqual(
      expect.arrayContaining([
        'feedback_events_published_total 3',
        'feedback_webhook_deliveries_total{result="succeeded"} 1',
        'feedback_webhook_deliveries_total{result="retried"} 1',
        'feedback_webhook_deliveries_total{result="failed"} 1',
        'feedback_webhook_deliveries_total{result="cancelled"} 1',
        'feedback_webhook_attempt_duration_seconds_bucket{le="0.05"} 3',
      ]),
    );
  });

  describe('of what waits in the database', () => {
    const WAITING =
      /^feedback_(webhook_(deliveries_pending|oldest_due_delivery_age_seconds)|oldest_unpublished_change_age_seconds) /;
    const waiting = async () => (await samplesOf(metrics)).filter((line) => WAITING.test(line));

    it('are the number of pending deliveries, and how long the oldest delivery and the oldest change wait', async () => {
      const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);
      metrics.addDatabase({
        ...READINGS,
        backlog: () => Promise.resolve({ pending: 12, dueSince: secondsAgo(90) }),
        oldestChange: () => Promise.resolve(secondsAgo(600)),
      });
      const [pending, delivery, change] = await waiting();
      expect(pending).toBe('feedback_webhook_deliveries_pending 12');
      expect(Number(delivery!.split(' ')[1])).toBeGreaterThanOrEqual(90);
      expect(Number(change!.split(' ')[1])).toBeGreaterThanOrEqual(600);
    });

    it('are 0 if nothing waits', async () => {
      metrics.addDatabase(READINGS);
      expect(await waiting()).toEqual([
        'feedback_webhook_deliveries_pending 0',
        'feedback_webhook_oldest_due_delivery_age_seconds 0',
        'feedback_oldest_unpublished_change_age_seconds 0',
      ]);
    });

    it('are missing while the database is down, and the other metrics are still returned', async () => {
      const down = () => Promise.reject(new Error('down'));
      metrics.addDatabase({ ...READINGS, backlog: down, oldestChange: down });
      expect(await waiting()).toEqual([]);
      expect(await samplesOf(metrics)).toContain('feedback_database_pool_size 10');
    });
  });

  it('include the version, the event loop, garbage collection, and memory', async () => {
    const text = await metrics.text();
    expect(text).toMatch(/^feedback_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_gc_duration_seconds',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(`# TYPE ${name} `);
  });
});
