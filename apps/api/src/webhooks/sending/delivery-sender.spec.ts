import { getEventListeners, once } from 'node:events';
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { version } from '../../version';
import { DeliverySender, type AttemptOutcome, type SenderOptions } from './delivery-sender';
import { UrlPolicy } from './url-policy';

const REQUEST = { headers: { 'webhook-id': 'evt_1' }, body: '{"title":"Größe"}', attempt: 1 };
const TIMEOUT = 'timed out after 0.2 seconds';
const CLOSED = 'connection closed before the response was complete';

/** A certificate for receiver.example that signs itself. It is valid until 2126. */
const [cert, key] = ['receiver.pem', 'receiver.key'].map((name) =>
  readFileSync(join(__dirname, '../../../testing/tls', name)),
);

const servers = new Set<Server>();
const sockets = new Set<Socket>();
const senders = new Set<DeliverySender>();
afterEach(() => {
  senders.forEach((sender) => sender.close());
  sockets.forEach((socket) => socket.destroy());
  servers.forEach((server) => server.close());
  for (const opened of [senders, sockets, servers]) opened.clear();
});

/** Returns the port. */
async function listen(server: Server): Promise<number> {
  servers.add(server.on('connection', (socket) => sockets.add(socket.on('error', () => {}))));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A receiver that responds to every request like this. */
const receive = (respond: http.RequestListener) => listen(http.createServer(respond));

/** A receiver that writes bytes to each connection after the first bytes of a request. */
const receiveRaw = (respond: (socket: Socket) => void) =>
  listen(createServer((socket) => socket.once('data', () => respond(socket)).on('error', () => {})));

/** A receiver with TLS. Adds SNI and `Host` of each request to the names. */
const receiveTls = (names: unknown[] = []) =>
  listen(
    https.createServer({ cert, key }, (request, response) => {
      names.push((request.socket as TLSSocket & { servername?: string }).servername, request.headers.host);
      response.end();
    }),
  );

/** A CONNECT proxy with credentials in its URL, which sends every tunnel to this port or refuses it. */
async function startProxy(port: number, refusal?: string) {
  const requests: unknown[][] = [];
  const proxy = http.createServer().on('connect', ({ url, headers }, socket: Socket) => {
    requests.push([url, headers['proxy-authorization']]);
    if (refusal !== undefined) return void socket.end(refusal);
    const tunnel = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    sockets.add(tunnel.on('error', () => {}));
  });
  return { url: `http://user:word@127.0.0.1:${await listen(proxy)}`, requests };
}

/** Resolves when the sender has closed all its connections. */
async function allClosed(): Promise<void> {
  for (const socket of sockets) {
    if (!socket.destroyed) await new Promise((resolve) => socket.on('close', resolve));
  }
}

interface Network {
  readonly allowed?: string[];
  /** The answers of the name server, one after the other; then the last one again. */
  readonly answers?: string[][];
  readonly proxy?: string;
  readonly options?: SenderOptions;
}

/** A sender for any port of 127.0.0.1, to which all names resolve. `lookups` are the names that were resolved. */
function newSender({ allowed = ['127.0.0.1'], answers = [['127.0.0.1']], proxy, options }: Network = {}) {
  const lookups: string[] = [];
  const urls = new UrlPolicy(
    {
      PUBLIC_URL: 'https://feedback.example.com',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOWED_CIDRS: allowed,
      WEBHOOK_PROXY: proxy,
    },
    async (hostname) => {
      lookups.push(hostname);
      return answers[Math.min(lookups.length, answers.length) - 1]!;
    },
  );
  const sender = new DeliverySender(urls, { proxy, timeoutMs: 5_000, ...options });
  senders.add(sender);
  const send = (url: string, request: Partial<typeof REQUEST> = {}, signal = new AbortController().signal) =>
    sender.send({ ...REQUEST, url, ...request }, signal);
  return { send, lookups };
}

const failed = (error: string, statusCode: number | null = null): Partial<AttemptOutcome> => ({
  statusCode,
  error,
  retryAfterSeconds: null,
});

/** webhooks.md 2, webhooks.md 3 */
describe('DeliverySender', () => {
  const short = { options: { timeoutMs: 200 } };

  it('posts the body as it is, with its headers, and succeeds with a 2xx response', async () => {
    const received: unknown[] = [];
    const port = await receive((request, response) => {
      const { method, url, headers } = request;
      request.setEncoding('utf8').on('data', (body) => received.push(method, url, headers, body));
      request.on('end', () => response.writeHead(204).end());
    });
    const { send } = newSender();
    const outcome = await send(`http://receiver.example:${port}/hook?a=b`);
    expect(outcome).toEqual({
      statusCode: 204,
      error: null,
      durationMs: expect.any(Number),
      resent: false,
      retryAfterSeconds: null,
    });
    expect(received).toEqual([
      'POST',
      '/hook?a=b',
      {
        host: `receiver.example:${port}`,
        'user-agent': `feedback-service/${version} (+webhooks)`,
        'content-type': 'application/json',
        'content-length': '19',
        connection: 'keep-alive',
        'webhook-id': 'evt_1',
      },
      REQUEST.body,
    ]);
  });

  it.each([
    [200, null],
    [299, null],
    [300, 'responded with status 300'],
    [301, 'redirects are not followed'],
    [302, 'redirects are not followed'],
    [303, 'redirects are not followed'],
    [307, 'redirects are not followed'],
    [308, 'redirects are not followed'],
    [404, 'responded with status 404'],
    [410, 'responded with status 410'],
    [500, 'responded with status 500'],
  ])('reports a response with status %i', async (status, error) => {
    const paths: string[] = [];
    const port = await receive(({ url }, response) => {
      paths.push(url!);
      response.writeHead(status, { location: '/other', 'retry-after': '7' }).end('body');
    });
    expect(await newSender().send(`http://receiver.example:${port}/`)).toMatchObject({
      statusCode: status,
      error,
      retryAfterSeconds: null,
    });
    expect(paths).toEqual(['/']);
  });

  it('returns Retry-After of a 503', async () => {
    const port = await receive((_request, response) => response.writeHead(503, { 'retry-after': '7' }).end());
    expect(await newSender().send(`http://receiver.example:${port}/`)).toMatchObject({
      statusCode: 503,
      retryAfterSeconds: 7,
    });
  });

  describe('the response', () => {
    it.each<[string, (socket: Socket) => void, Partial<AttemptOutcome>]>([
      ['never begins', () => {}, failed(TIMEOUT)],
      ['stops in its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx: '), failed(TIMEOUT)],
      [
        'stops in its body',
        (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'),
        failed(TIMEOUT, 200),
      ],
      ['arrives byte by byte', (socket) => trickle(socket), failed(TIMEOUT, 200)],
      [
        'is only informational',
        (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
        failed(TIMEOUT),
      ],
    ])('times out if it %s', async (_what, respond, expected) => {
      const port = await receiveRaw(respond);
      const outcome = await newSender(short).send(`http://receiver.example:${port}/`);
      expect(outcome).toMatchObject(expected);
      expect(outcome.durationMs).toBeGreaterThanOrEqual(190);
      await allClosed();
    });

    it.each<[string, (socket: Socket) => void, Partial<AttemptOutcome>]>([
      ['is missing', (socket) => socket.destroy(), failed(CLOSED)],
      ['ends in its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nx: '), failed(CLOSED)],
      [
        'ends in its body',
        (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'),
        failed(CLOSED, 200),
      ],
      [
        'ends in a chunk',
        (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'),
        failed(CLOSED, 200),
      ],
      [
        'is not HTTP',
        (socket) => socket.end('220 mail.example ESMTP\r\n'),
        failed('response is not valid HTTP'),
      ],
      [
        'switches protocols',
        (socket) =>
          socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
        failed('response is not valid HTTP'),
      ],
      [
        'has endless headers',
        (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(1_000)),
        failed('response headers are too large'),
      ],
      [
        'has headers of more than 16 KiB',
        (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(16 * 1024)}\r\n\r\n`),
        failed('response headers are too large'),
      ],
    ])('fails if it %s', async (_what, respond, expected) => {
      const port = await receiveRaw(respond);
      expect(await newSender().send(`http://receiver.example:${port}/`)).toMatchObject(expected);
    });

    it('can have headers of 15 KiB', async () => {
      const port = await receiveRaw((socket) =>
        socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(15 * 1024)}\r\ncontent-length: 0\r\n\r\n`),
      );
      expect(await newSender().send(`http://receiver.example:${port}/`)).toMatchObject({ error: null });
    });

    it('is read up to 64 KiB, and then the connection is closed', async () => {
      const port = await receiveRaw((socket) =>
        flood(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(16 * 1024)),
      );
      expect(await newSender().send(`http://receiver.example:${port}/`)).toMatchObject({
        statusCode: 200,
        error: null,
      });
      await allClosed();
    });
  });

  describe('the connection', () => {
    it('is kept open for the next request', async () => {
      const port = await receive((_request, response) => response.end('ok'));
      const { send, lookups } = newSender();
      for (let n = 0; n < 3; n++) expect((await send(`http://receiver.example:${port}/`)).error).toBeNull();
      expect(sockets.size).toBe(1);
      expect(lookups).toEqual(['receiver.example']);
    });

    it('is opened again if the receiver has closed it in the meantime', async () => {
      const known = new WeakSet<Socket>();
      let closed = 0;
      const port = await receive(({ socket }, response) => {
        if (!known.has(socket)) {
          known.add(socket);
          return void response.end('ok');
        }
        closed++;
        socket.destroy();
      });
      const { send } = newSender();
      const url = `http://receiver.example:${port}/`;
      await Promise.all([send(url), send(url), send(url)]);
      expect(await send(url)).toMatchObject({ statusCode: 200, error: null, resent: true });
      expect(closed).toBe(1);
    });

    it.each([
      ['http', undefined],
      ['https', cert],
    ] as const)('of %s is opened once more for a receiver that reads and resets', async (scheme, ca) => {
      let requests = 0;
      let isResetting = false;
      const respond: http.RequestListener = ({ socket }, response) => {
        requests++;
        if (isResetting) socket.destroy();
        else response.end('ok');
      };
      const port = await (ca ? listen(https.createServer({ cert, key }, respond)) : receive(respond));
      const { send } = newSender({ options: { ca } });
      const url = `${scheme}://receiver.example:${port}/`;
      await Promise.all([send(url), send(url), send(url)]);
      isResetting = true;
      expect(await send(url)).toMatchObject({ ...failed(CLOSED), resent: true });
      expect(requests).toBe(3 + 2);
    });

    it('is refused', async () => {
      const port = await receive(() => {});
      servers.forEach((server) => server.close());
      expect(await newSender().send(`http://receiver.example:${port}/`)).toMatchObject(
        failed('connection refused'),
      );
      const { send } = newSender({ allowed: ['127.0.0.0/8'], answers: [['127.0.0.1', '127.0.0.2']] });
      expect(await send(`http://receiver.example:${port}/`)).toMatchObject(failed('connection refused'));
    });

    it('goes to the next address if the first one refuses it', async () => {
      const port = await receive((_request, response) => response.end());
      const { send } = newSender({ allowed: ['127.0.0.0/8'], answers: [['127.0.0.2', '127.0.0.1']] });
      expect(await send(`http://receiver.example:${port}/`)).toMatchObject({ statusCode: 200, error: null });
    });

    it('times out with the name server', async () => {
      const urls = new UrlPolicy(
        { PUBLIC_URL: 'https://feedback.example.com', WEBHOOK_ALLOW_HTTP: 'no' },
        () => new Promise(() => {}),
      );
      const sender = new DeliverySender(urls, { timeoutMs: 50 });
      const request = { ...REQUEST, url: 'https://receiver.example/' };
      expect(await sender.send(request, new AbortController().signal)).toMatchObject(
        failed('timed out after 0.05 seconds'),
      );
    });

    it('ignores proxies of the environment', async () => {
      const port = await receive((_request, response) => response.end());
      let proxied = 0;
      const proxyPort = await receiveRaw(() => proxied++);
      const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
      const variables = names.map((name) => [name, `http://127.0.0.1:${proxyPort}`]);
      const replaced = jest.replaceProperty(process, 'env', {
        ...process.env,
        ...Object.fromEntries(variables),
      });
      try {
        expect((await newSender().send(`http://receiver.example:${port}/`)).error).toBeNull();
      } finally {
        replaced.restore();
      }
      expect(proxied).toBe(0);
    });

    it('ends when the signal aborts', async () => {
      const controller = new AbortController();
      const port = await receiveRaw(() => controller.abort());
      const { send } = newSender();
      const url = `http://receiver.example:${port}/`;
      expect(await send(url, {}, controller.signal)).toMatchObject(failed('cancelled'));
      await allClosed();
      expect(await send(url, {}, controller.signal)).toMatchObject(failed('cancelled'));
      expect(sockets.size).toBe(1);
    });

    it('leaves no listener on the signal', async () => {
      const port = await receive((_request, response) => response.end());
      const { signal } = new AbortController();
      await newSender().send(`http://receiver.example:${port}/`, {}, signal);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    });
  });

  describe('the address', () => {
    it('is the one that was checked: a name server that changes its answer reaches nothing', async () => {
      const port = await receive((_request, response) =>
        response.writeHead(200, { connection: 'close' }).end(),
      );
      const { send, lookups } = newSender({ answers: [['127.0.0.1'], ['127.0.0.2']] });
      const url = `http://receiver.example:${port}/`;
      expect(await send(url)).toMatchObject({ statusCode: 200, error: null });
      expect(lookups).toHaveLength(1);
      expect(await send(url)).toMatchObject(failed('address is not public'));
    });

    it.each([
      [['127.0.0.2']],
      [['127.0.0.1', '127.0.0.2']],
      [['::1', '127.0.0.1']],
      [['127.0.0.1', '10.0.0.1']],
    ])('is not dialed if one of %j is not allowed', async (answer) => {
      const port = await receive((_request, response) => response.end());
      const { send } = newSender({ answers: [answer] });
      expect(await send(`http://receiver.example:${port}/`)).toMatchObject(failed('address is not public'));
      expect(sockets.size).toBe(0);
    });

    it('is unknown', async () => {
      const { send } = newSender({ answers: [[]] });
      expect(await send('https://receiver.example/')).toMatchObject(failed('could not resolve host'));
    });

    it('can be in the URL only if it is in an allowed network', async () => {
      const port = await receive((_request, response) => response.end());
      const { send, lookups } = newSender();
      expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 200, error: null });
      const { send: sendOutside } = newSender({ allowed: [] });
      for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
        expect(await sendOutside(`http://${host}:${port}/`)).toMatchObject(failed('URL is not allowed'));
      }
      expect(lookups).toEqual([]);
      expect(sockets.size).toBe(1);
    });
  });

  it.each([
    ['https://feedback.example.com/', {}, 'URL is not allowed'],
    ['nonsense', {}, 'URL is not allowed'],
    ['https://receiver.example/', { headers: { 'webhook-id': 'a\nb' } }, 'could not send the request'],
  ])('rejects no promise for %s with %j', async (url, request, error) => {
    expect(await newSender().send(url, request as Partial<typeof REQUEST>)).toMatchObject(failed(error));
  });

  describe('TLS', () => {
    it('verifies the certificate for the name of the URL, which SNI and Host have', async () => {
      const names: unknown[] = [];
      const port = await receiveTls(names);
      const { send } = newSender({ options: { ca: cert } });
      expect(await send(`https://receiver.example:${port}/`)).toMatchObject({ statusCode: 200, error: null });
      expect(names).toEqual(['receiver.example', `receiver.example:${port}`]);
    });

    it('rejects certificates of unknown authorities and for other hosts', async () => {
      const port = await receiveTls();
      expect(await newSender().send(`https://receiver.example:${port}/`)).toMatchObject(
        failed('TLS certificate is not valid: self-signed certificate'),
      );
      expect(await newSender({ options: { ca: cert } }).send(`https://other.example:${port}/`)).toMatchObject(
        failed('TLS certificate is not valid: issued for another host'),
      );
    });

    it('reports a server without TLS', async () => {
      const port = await receiveRaw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      expect(await newSender().send(`https://receiver.example:${port}/`)).toMatchObject(
        failed('TLS handshake failed'),
      );
    });
  });

  describe('WEBHOOK_PROXY', () => {
    it('receives http and https in tunnels to the name of the URL, which is not resolved', async () => {
      const names: unknown[] = [];
      const targets = [
        ['http://receiver.example:4000/', await receive((_request, response) => response.end())],
        ['https://receiver.example/', await receiveTls(names)],
      ] as const;
      for (const [url, port] of targets) {
        const proxy = await startProxy(port);
        const { send, lookups } = newSender({ proxy: proxy.url, options: { ca: cert } });
        expect(await send(url)).toMatchObject({ statusCode: 200, error: null });
        expect(proxy.requests).toEqual([
          [`receiver.example:${new URL(url).port || 443}`, `Basic ${btoa('user:word')}`],
        ]);
        expect(lookups).toEqual([]);
      }
      expect(names).toEqual(['receiver.example', 'receiver.example']);
    });

    it('does not hide the certificate of the receiver', async () => {
      const { url } = await startProxy(await receiveTls());
      const { send } = newSender({ proxy: url, options: { ca: cert } });
      expect(await send('https://other.example/')).toMatchObject(
        failed('TLS certificate is not valid: issued for another host'),
      );
    });

    it('is used only for hosts that are allowed', async () => {
      const proxy = await startProxy(await receive((_request, response) => response.end()));
      const { send } = newSender({ proxy: proxy.url });
      for (const host of ['localhost', '10.0.0.1', 'feedback.example.com']) {
        expect(await send(`http://${host}/`)).toMatchObject(failed('URL is not allowed'));
      }
      expect(proxy.requests).toEqual([]);
    });

    it('is disconnected if it does not respond', async () => {
      const port = await receiveRaw(() => {});
      const { send } = newSender({ proxy: `http://127.0.0.1:${port}`, ...short });
      expect(await send('https://receiver.example/')).toMatchObject(failed(TIMEOUT));
      await allClosed();
    });

    it('is not available', async () => {
      const port = await receive(() => {});
      servers.forEach((server) => server.close());
      const { send } = newSender({ proxy: `http://127.0.0.1:${port}` });
      expect(await send('https://receiver.example/')).toMatchObject(failed('proxy is not available'));
    });

    it.each([
      ['HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'proxy returned status 407'],
      ['HTTP/1.1 204 No Content\r\n\r\n', 'proxy returned status 204'],
      ['HTTP/1.1 410 Gone\r\n\r\n', 'proxy returned status 410'],
    ])('does not take %j for the response', async (refusal, error) => {
      const { url } = await startProxy(0, refusal);
      const { send } = newSender({ proxy: url });
      for (const scheme of ['http', 'https']) {
        expect(await send(`${scheme}://receiver.example/`)).toMatchObject(failed(error));
      }
    });
  });
});

/** Writes a response whose body arrives slowly, and never completely. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 10);
  socket.on('close', () => clearInterval(timer));
}

/** Writes without end. */
function flood(socket: Socket, start: string, chunk: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', write).write(start);
  write();
}
