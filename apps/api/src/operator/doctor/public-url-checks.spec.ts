import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { version } from '../../version';
import { publicUrlChecks } from './public-url-checks';

type Responses = Readonly<Record<string, readonly [status: number, body: string]>>;

const error = (status: number, code: string) => [status, JSON.stringify({ error: { code } })] as const;
const VERSION = [200, JSON.stringify({ data: { version } })] as const;
const MISSING = error(401, 'api_key_missing');

/** operator.md 8 */
describe('publicUrlChecks', () => {
  let server: Server;
  let url: string;
  let responses: Responses;
  beforeAll(async () => {
    server = createServer(({ method, url: path }, response) => {
      const [status, body] = responses[`${method} ${path}`] ?? [404, 'Not found'];
      response.writeHead(status).end(body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  const checksWith = (given: Responses) => {
    responses = given;
    return publicUrlChecks(url);
  };
  const service = (more: Responses): Responses => ({
    'GET /version': VERSION,
    'GET /api/v1/feedback': MISSING,
    'POST /mcp': MISSING,
    ...more,
  });

  it('finds nothing if this release responds through the proxy', async () => {
    expect(await checksWith(service({}))).toEqual([
      { name: 'public URL', state: 'ok', message: `${url} runs release ${version}` },
      { name: 'proxy', state: 'ok', message: 'passes on the protocol and the host' },
    ]);
    const limited = { 'POST /mcp': error(429, 'too_many_auth_failures') };
    expect((await checksWith(service(limited))).map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  it('warns about another release', async () => {
    const other = { 'GET /version': [200, '{"data":{"version":"0.9.0"}}'] } as const;
    expect((await checksWith(service(other)))[0]).toEqual({
      name: 'public URL',
      state: 'warning',
      message: `${url} runs release 0.9.0, this is release ${version}: update both`,
    });
  });

  it.each<[string, Responses, number]>([
    ['an unknown path', {}, 404],
    ['text', { 'GET /version': [200, 'Welcome'] }, 200],
    ['other JSON', { 'GET /version': [200, '{"version":"1.0.0"}'] }, 200],
    ['a redirect', { 'GET /version': [302, ''] }, 302],
  ])('fails if the response is %s', async (_name, given, status) => {
    const advice = 'set PUBLIC_URL to the URL of this service';
    expect(await checksWith(given)).toEqual([
      {
        name: 'public URL',
        state: 'failed',
        message: `another program responds at ${url}, with status ${status}: ${advice}`,
      },
    ]);
  });

  it('warns if there is no response', async () => {
    const advice = 'start the service; if it runs, check DNS, the proxy, and its certificate';
    expect(await publicUrlChecks('http://127.0.0.1:1')).toEqual([
      {
        name: 'public URL',
        state: 'warning',
        message: expect.stringMatching(`^no response from http://127.0.0.1:1 \\(.+\\): ${advice}$`),
      },
    ]);
  });

  it.each<[Responses, string, string]>([
    [
      { 'GET /api/v1/feedback': error(403, 'https_required') },
      'failed',
      'it must set X-Forwarded-Proto, and TRUST_PROXY must name it: requests arrive as plain http',
    ],
    [
      { 'POST /mcp': error(403, 'host_not_allowed') },
      'failed',
      'it must pass on the Host header of the request',
    ],
    [
      { 'POST /mcp': [405, 'Not allowed'] },
      'warning',
      'unexpected response to requests without a key (api_key_missing, 405): check the proxy',
    ],
  ])('finds what a proxy does not pass on: %j', async (given, state, message) => {
    expect((await checksWith(service(given)))[1]).toEqual({ name: 'proxy', state, message });
  });
});
