import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { DomainError } from '@libs/kernel';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { accessLog } from './access-log';
import { addCompletionListeners } from './completion';
import { loggerOptions } from '../logging';
import { requestIds } from './request-id';

type Line = Record<string, unknown>;
type Levels = Parameters<typeof accessLog>[0];

/** operator.md 10 */
describe('the access log', () => {
  let server: FastifyInstance;
  let lines: Line[];
  let wake: () => void;
  let handled: PassThrough;
  afterEach(() => server.close());

  async function start(config: Levels = { ACCESS_LOG: 'on', LOG_LEVEL: 'info' }) {
    [lines, wake] = [[], () => {}];
    const write = (chunk: unknown, _encoding: string, done: () => void) => {
      const line = JSON.parse(String(chunk)) as Line;
      if (line['msg'] === 'Request completed') lines.push(line);
      wake();
      done();
    };
    server = Fastify({
      logger: { ...loggerOptions(config.LOG_LEVEL), stream: new Writable({ write }) },
      logController: new LogController({ disableRequestLogging: true }),
      genReqId: requestIds(1),
      trustProxy: true,
      childLoggerFactory: (logger) => logger,
    });
    server.decorateRequest('caller', null);
    server.decorateRequest('signedIn', null);
    addCompletionListeners(server, accessLog(config));
    server.get('/items/:id', async (request) => {
      request.caller = { accountId: 'account-1', keyId: 'key-1' } as typeof request.caller;
      return 'ok';
    });
    server.get('/dashboard', async (request) => {
      request.signedIn = { accountId: 'account-1', personId: 'person-1' } as typeof request.signedIn;
      return 'ok';
    });
    server.get('/invalid/:param', async (request, reply) => {
      const { param } = request.params as { param: string };
      request.failure = DomainError.invalid([{ code: 'unknown_field', message: 'Unknown field', param }]);
      return reply.code(400).send('no');
    });
    server.get('/refused', async (request, reply) => {
      request.failure = new DomainError('rate_limit', 'rate_limit_exceeded', 'Too many');
      return reply.code(429).send('no');
    });
    for (const url of ['/healthz', '/readyz']) server.get(url, async () => 'ok');
    server.get('/stream', async (_request, reply) => reply.send((handled = new PassThrough())));
    server.get('/never', () => new Promise(() => {}));
    await server.listen({ host: '127.0.0.1', port: 0 });
  }
  const send = (path: string, headers: Record<string, string> = {}) => {
    const { port } = server.server.address() as AddressInfo;
    return httpRequest({ port, path, headers, agent: false }).end();
  };
  const get = async (path: string, headers?: Record<string, string>) => {
    const [response] = (await once(send(path, headers), 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
  };
  const untilLogged = async (count: number) => {
    while (lines.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return lines;
  };

  it('has one line per request with its ID, method, route, status, duration, key, and client', async () => {
    await start();
    await get('/items/7?q=secret', { 'x-request-id': 'proxy-id-1', 'x-forwarded-for': '203.0.113.7' });
    expect(await untilLogged(1)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        id: 'proxy-id-1',
        method: 'GET',
        route: '/items/:id',
        status: 200,
        ms: expect.any(Number),
        account: 'account-1',
        key: 'key-1',
        ip: '203.0.113.7',
        msg: 'Request completed',
      },
    ]);
  });

  it('has the account and the person of a session', async () => {
    await start();
    await get('/dashboard');
    const [line] = await untilLogged(1);
    expect(line).toMatchObject({ account: 'account-1', person: 'person-1' });
    expect(line).not.toHaveProperty('key');
  });

  it('has the field of an invalid request, unless the client has chosen a name that can be personal data', async () => {
    await start();
    for (const param of ['updates[0].external_id', 'Idempotency-Key', 'ada@example.com', 'a'.repeat(65)])
      await get(`/invalid/${param}`);
    const fields = (await untilLogged(4)).map(({ code, param }) => [code, param]);
    expect(fields).toEqual(
      ['updates[0].external_id', 'Idempotency-Key', '…', '…'].map((param) => ['unknown_field', param]),
    );
  });

  it('has the code of an error, and no path of a request without a route', async () => {
    await start();
    await get('/refused');
    await get('/nothing/secret?q=secret');
    const [refused, unmatched] = await untilLogged(2);
    expect(refused).toMatchObject({ route: '/refused', status: 429, code: 'rate_limit_exceeded' });
    expect(unmatched).toMatchObject({ route: 'unmatched', status: 404 });
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('reports a connection that closed during the response, and one that closed before it', async () => {
    await start();
    const streaming = send('/stream');
    streaming.on('error', () => {});
    const responded = once(streaming, 'response');
    while (!handled) await new Promise((next) => setImmediate(next));
    handled.write('first');
    await responded;
    streaming.destroy();
    const [stream] = await untilLogged(1);
    expect(stream).toMatchObject({ route: '/stream', status: 200, closed: true });

    const waiting = send('/never');
    waiting.on('error', () => {});
    const arrived = once(server.server, 'request');
    await arrived;
    waiting.destroy();
    expect((await untilLogged(2))[1]).toMatchObject({ route: '/never', status: 499, closed: true });
  });

  it('has no line for a successful health check', async () => {
    await start();
    for (const path of ['/healthz', '/readyz', '/healthz/']) await get(path);
    await get('/items/1');
    expect((await untilLogged(2)).map(({ route }) => route)).toEqual(['unmatched', '/items/:id']);
  });

  it('also has the path, without the query string, and health checks at level debug', async () => {
    await start({ ACCESS_LOG: 'on', LOG_LEVEL: 'debug' });
    await get('/items/7?q=secret');
    await get('/healthz');
    expect(await untilLogged(2)).toMatchObject([
      { level: 'info', route: '/items/:id', path: '/items/7' },
      { route: '/healthz', path: '/healthz' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it.each([
    [`/unsubscribe/${'x'.repeat(66)}`, '/unsubscribe/…'],
    [`/unsubscribe/${'x'.repeat(66)}/?q=1`, '/unsubscribe/…/'],
    [`/unsubscribe%2F${'x'.repeat(66)}`, '/…'],
    // following.md 4, following.md 7
    [`/f/acme/me/${'x'.repeat(65)}/erase?lang=de`, '/f/acme/me/…/erase'],
    [`/f/acme/thanks/${'x'.repeat(66)}`, '/f/acme/thanks/…'],
    ['/api/v1/feedback/external/ada@b.example', '/api/v1/feedback/external/…'],
    ['/api/v1/feedback/external/ada%40b.example', '/api/v1/feedback/external/…'],
    [`/items/${'x'.repeat(19)}/0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f`, null],
  ])('shows no segment that can be a token: %s', async (url, path) => {
    await start({ ACCESS_LOG: 'on', LOG_LEVEL: 'debug' });
    await get(url);
    expect((await untilLogged(1))[0]!['path']).toBe(path ?? url);
    if (path) expect(JSON.stringify(lines)).not.toContain('xxx');
  });

  it.each<Levels>([
    { ACCESS_LOG: 'off', LOG_LEVEL: 'debug' },
    { ACCESS_LOG: 'on', LOG_LEVEL: 'warn' },
    { ACCESS_LOG: 'on', LOG_LEVEL: 'silent' },
  ])('adds nothing to requests with %j', async (config) => {
    expect(accessLog(config)).toEqual([]);
    server = Fastify();
    const addHook = jest.spyOn(server, 'addHook');
    addCompletionListeners(server, accessLog(config));
    expect(addHook).not.toHaveBeenCalled();
  });
});
