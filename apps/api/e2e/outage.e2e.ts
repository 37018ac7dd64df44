import type { FreshDatabase } from '@libs/postgres/testing';
import { IdempotencyPurge } from '../src/idempotency/idempotency-purge';
import { docUrl } from './support/client';
import { serviceDatabase } from './support/service';
import { TcpProxy } from './support/tcp-proxy';
import { useService } from './support/use-service';

/** Without the database, the service returns 503; it recovers without a restart. */
describe('a service whose database is unreachable', () => {
  let database: FreshDatabase;
  let proxy: TcpProxy;
  let key: string;

  beforeAll(async () => {
    database = await serviceDatabase();
    proxy = await TcpProxy.start(database.url);
  });
  const throughProxy = () => ({ database: { ...database, url: proxy.through(database.url) } });
  const { service, client } = useService({}, throughProxy);
  const impatient = useService({}, () => ({ ...throughProxy(), databaseTimeoutMs: 2_000 }));
  beforeAll(async () => ({ key } = await service.account()));
  afterAll(async () => {
    await proxy.stop();
    await database.drop();
  });

  it('returns 503 with Retry-After, and 200 when the database is back', async () => {
    const requests: [string, string, object][] = [
      ['GET', '/api/v1/feedback', { key }],
      ['POST', '/api/v1/feedback', { key, body: { title: 'T' } }],
      ['POST', '/api/v1/feedback', { key, body: { title: 'T' }, headers: { 'idempotency-key': 'k' } }],
      ['POST', '/api/v1/feedback/batch', { key, body: { updates: [{ id: 'a' }] } }],
      [
        'POST',
        '/api/v1/feedback/batch',
        { key, body: { updates: [{ id: 'a' }] }, headers: { 'idempotency-key': 'b' } },
      ],
      ['GET', '/f/acme', { headers: { 'content-type': 'application/json' } }],
      ['GET', '/readyz', {}],
    ];
    expect((await client.call('GET', '/readyz')).status).toBe(200);
    for (let round = 0; round < 2; round++) {
      proxy.cut();
      for (const [method, path, more] of requests) {
        const response = await client.call(method, path, more);
        expect([path, response.status]).toEqual([path, 503]);
        expect(response.headers['retry-after']).toBe('5');
        expect(response.json.error).toEqual({
          type: 'api_error',
          message: 'The service is temporarily unavailable',
          code: 'service_unavailable',
          doc_url: docUrl('service_unavailable'),
          request_id: response.headers['x-request-id'],
        });
      }
      expect((await client.call('GET', '/f/acme')).text).toContain('Service unavailable');
      for (const path of ['/healthz', '/version']) expect((await client.call('GET', path)).status).toBe(200);
      proxy.restore();
      expect((await client.call('GET', '/readyz')).status).toBe(200);
      expect((await client.call('POST', '/api/v1/feedback', { key, body: { title: 'T' } })).status).toBe(201);
    }
  });

  it('does not store failed idempotent requests, and continues after a failed purge', async () => {
    const headers = { 'idempotency-key': 'once' };
    const send = () => client.call('POST', '/api/v1/feedback', { key, body: { title: 'T' }, headers });
    proxy.cut();
    expect((await send()).status).toBe(503);
    await service.get(IdempotencyPurge).run();
    proxy.restore();
    const first = await send();
    expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    proxy.cut();
    expect((await send()).status).toBe(503);
    proxy.restore();
    const again = await send();
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
      201,
      first.text,
      'true',
    ]);
    await service.get(IdempotencyPurge).run();
  });

  it('returns 503 when the database stops responding, and does not reuse the busy connections', async () => {
    const list = () => impatient.client.call('GET', '/api/v1/feedback', { key });
    expect((await list()).status).toBe(200);
    proxy.freeze();
    const silent = await Promise.all(Array.from({ length: 3 }, list));
    expect(silent.map(({ status }) => status)).toEqual([503, 503, 503]);
    proxy.cut();
    proxy.restore();
    expect((await list()).status).toBe(200);
  });

  /** operator.md 3 */
  it('returns 503 at /readyz without the newest migration', async () => {
    await service.dataSource.query(`UPDATE migrations SET name = name || '-gone'`);
    expect((await client.call('GET', '/readyz')).status).toBe(503);
    await service.dataSource.query(`UPDATE migrations SET name = replace(name, '-gone', '')`);
    expect((await client.call('GET', '/readyz')).status).toBe(200);
  });
});
