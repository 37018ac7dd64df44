import { connect, createServer, type Server, type Socket } from 'node:net';
import type { FreshDatabase } from '@libs/postgres/testing';
import { IdempotencyPurge } from '../src/feedback/idempotency/idempotency-purge';
import { Client } from './support/client';
import { Service, serviceDatabase } from './support/service';

/** A TCP proxy to PostgreSQL that can cut or freeze its connections. */
class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server!: Server;
  private isCut = false;
  private isFrozen = false;

  constructor(private readonly target: URL) {}

  async start(): Promise<string> {
    this.server = createServer((downstream) => {
      if (this.isCut) return void downstream.destroy();
      if (this.isFrozen) return void this.sockets.add(downstream);
      const upstream = connect(Number(this.target.port), this.target.hostname);
      for (const [a, b] of [
        [downstream, upstream],
        [upstream, downstream],
      ] as const) {
        this.sockets.add(a);
        a.pipe(b);
        a.on('error', () => b.destroy());
        a.on('close', () => b.destroy());
      }
    });
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = new URL(this.target);
    address.port = String((this.server.address() as { port: number }).port);
    return address.href;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  /** Keeps connections open without passing data, as when a cable is unplugged. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  restore(): void {
    this.isCut = this.isFrozen = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Without the database, the service returns 503; it recovers without a restart. */
describe('a service whose database is unreachable', () => {
  let database: FreshDatabase;
  let proxy: TcpProxy;
  let service: Service;
  let client: Client;
  let key: string;

  beforeAll(async () => {
    database = await serviceDatabase();
    proxy = new TcpProxy(new URL(database.url));
    service = await Service.start({}, { ...database, url: await proxy.start(), responseTimeoutMs: 2_000 });
    client = new Client(service.origin);
    ({ key } = await service.account());
  });
  afterAll(async () => {
    client.close();
    await service.stop();
    await proxy.close();
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
    expect((await client.call('GET', '/api/v1/feedback', { key })).status).toBe(200);
    proxy.freeze();
    const silent = await Promise.all(
      Array.from({ length: 3 }, () => client.call('GET', '/api/v1/feedback', { key })),
    );
    expect(silent.map(({ status }) => status)).toEqual([503, 503, 503]);
    proxy.cut();
    proxy.restore();
    expect((await client.call('GET', '/api/v1/feedback', { key })).status).toBe(200);
  });

  /** operator.md 3 */
  it('returns 503 at /readyz without the newest migration', async () => {
    await service.dataSource.query(`UPDATE migrations SET name = name || '-gone'`);
    expect((await client.call('GET', '/readyz')).status).toBe(503);
    await service.dataSource.query(`UPDATE migrations SET name = replace(name, '-gone', '')`);
    expect((await client.call('GET', '/readyz')).status).toBe(200);
  });
});
