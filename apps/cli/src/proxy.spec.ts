import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fetchThroughProxy } from './proxy';

/** A proxy that responds to plain requests itself, and refuses tunnels. */
let proxy: Server;
let url: string;
/** What it received: the method and the target. */
let received: string[];

beforeEach(async () => {
  received = [];
  const record = (method: string, target: string) => received.push(`${method} ${target}`);
  proxy = createServer((request, response) => {
    record(request.method!, request.url!);
    response.end('from the proxy');
  }).on('connect', (request, socket: Socket) => {
    record('CONNECT', request.url!);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(() => {
  proxy.closeAllConnections();
  return new Promise((done) => proxy.close(done));
});

describe('fetchThroughProxy', () => {
  it.each([{}, { HTTPS_PROXY: '', http_proxy: ' ' }, { HTTPS_PROXY: 'http://proxy', NO_PROXY: '*' }])(
    'returns nothing for %j',
    (env) => {
      expect(fetchThroughProxy(env)).toBeUndefined();
    },
  );

  it.each(['HTTP_PROXY', 'http_proxy'])('sends http requests to the proxy of %s', async (name) => {
    const fetch = fetchThroughProxy({ [name]: url })!;
    const response = await fetch('http://service.invalid/api', { method: 'POST', body: 'x' });
    expect([response.status, await response.text()]).toEqual([200, 'from the proxy']);
    expect(received).toEqual(['POST http://service.invalid/api']);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])('sends https requests through a tunnel of %s', async (name) => {
    const fetch = fetchThroughProxy({ [name]: url.replace('http://', '') })!;
    await expect(fetch('https://service.invalid/')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { message: 'The proxy returned status 403' },
    });
    expect(received).toEqual(['CONNECT service.invalid:443']);
  });

  it.each([{}, { HTTPS_PROXY: '' }])('does not use HTTP_PROXY for https requests with %j', async (env) => {
    const fetch = fetchThroughProxy({ HTTP_PROXY: url, ...env })!;
    await expect(fetch('https://service.invalid/')).rejects.toThrow('fetch failed');
    expect(received).toEqual([]);
  });

  it('prefers a lowercase name', async () => {
    const fetch = fetchThroughProxy({ HTTP_PROXY: 'http://proxy.invalid', http_proxy: url })!;
    expect((await fetch('http://service.invalid/')).status).toBe(200);
  });

  it.each(['service.invalid', 'other.invalid, .invalid', 'service.invalid:80'])(
    'does not use the proxy for hosts of NO_PROXY=%s',
    async (noProxy) => {
      const fetch = fetchThroughProxy({ HTTP_PROXY: url, NO_PROXY: noProxy })!;
      await expect(fetch('http://service.invalid/')).rejects.toThrow('fetch failed');
      expect(received).toEqual([]);
    },
  );

  it('does not use the proxy for the local machine', async () => {
    const fetch = fetchThroughProxy({ HTTP_PROXY: 'http://proxy.invalid' })!;
    for (const host of ['127.0.0.1', 'localhost']) {
      expect((await fetch(url.replace('127.0.0.1', host))).status).toBe(200);
    }
  });

  it('reports a proxy whose URL is not valid', async () => {
    const fetch = fetchThroughProxy({ HTTPS_PROXY: 'http://:99999' })!;
    await expect(fetch('https://service.invalid/')).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { message: 'HTTPS_PROXY is not a valid URL' },
    });
  });
});
