import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DocumentReader } from './document-reader';
import { UrlPolicy } from './url-policy';

const servers = new Set<Server>();
afterEach(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  servers.clear();
});

/** Starts a server that responds like this. Returns its URL on a name that resolves to 127.0.0.1. */
async function serve(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  servers.add(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://customer.example:${(server.address() as AddressInfo).port}/jwks.json`;
}

function newReader({ allowed = ['127.0.0.1'], timeoutMs }: { allowed?: string[]; timeoutMs?: number } = {}) {
  const config = {
    PUBLIC_URL: 'https://feedback.example.com',
    WEBHOOK_ALLOW_HTTP: 'yes',
    WEBHOOK_ALLOWED_CIDRS: allowed,
  } as const;
  return new DocumentReader(new UrlPolicy(config, async () => ['127.0.0.1']), { timeoutMs });
}

/** identity.md 2, webhooks.md 3 */
describe('DocumentReader', () => {
  it('returns the body of a response, and sends no body', async () => {
    const requests: unknown[] = [];
    const url = await serve(({ method, headers }, response) => {
      requests.push([method, headers.accept, headers['content-length']]);
      response.end('{"keys":[]}');
    });
    expect(await newReader().read(url)).toBe('{"keys":[]}');
    expect(requests).toEqual([['GET', 'application/json', undefined]]);
  });

  it('reads at most 64 KB', async () => {
    let size = 65_536;
    const url = await serve((_, response) => response.end('x'.repeat(size)));
    expect(await newReader().read(url)).toHaveLength(size);
    size++;
    await expect(newReader().read(url)).rejects.toThrow('response is too large');
  });

  it('follows no redirects, and reads no errors', async () => {
    let isFollowed = false;
    const url = await serve(({ url: path }, response) => {
      isFollowed ||= path === '/other';
      response.writeHead(302, { location: '/other' }).end('{}');
    });
    await expect(newReader().read(url)).rejects.toThrow('responded with status 302');
    expect(isFollowed).toBe(false);
  });

  it('reads nothing from addresses that are not public, and nothing from other URLs', async () => {
    const url = await serve((_, response) => response.end('{}'));
    await expect(newReader({ allowed: [] }).read(url)).rejects.toThrow('address is not public');
    await expect(newReader({ allowed: [] }).read('http://127.0.0.1/')).rejects.toThrow('URL is not allowed');
    await expect(newReader().read('file:///etc/passwd')).rejects.toThrow('URL is not allowed');
  });

  it('ends a request without a response, or whose response does not end', async () => {
    const silent = await serve(() => {});
    const endless = await serve((_, response) => response.write('{'));
    for (const url of [silent, endless])
      await expect(newReader({ timeoutMs: 50 }).read(url)).rejects.toThrow(/abort|timeout/i);
  });
});
