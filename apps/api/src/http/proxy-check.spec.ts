import Fastify from 'fastify';
import type { Config } from '../config';
import { addProxyCheck } from './proxy-check';

/** operator.md 6 */
describe('addProxyCheck', () => {
  let now: number;
  let warnings: string[];
  beforeEach(() => {
    now = Date.parse('2026-03-03T10:00:00.000Z');
    warnings = [];
  });

  async function service(trustProxy: Config['TRUST_PROXY']) {
    const stream = { write: (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg) };
    const server = Fastify({ logger: { level: 'warn', stream } });
    addProxyCheck(server, trustProxy, () => now);
    for (const url of ['/healthz', '/readyz', '/version', '/f/:slug']) server.get(url, async () => 'ok');
    await server.ready();
    return (forwardedFor?: string, { url = '/f/acme', peer = '10.0.0.1' } = {}) =>
      server.inject({
        url,
        remoteAddress: peer,
        headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
      });
  }

  it('warns about a request without X-Forwarded-For, once per hour', async () => {
    const request = await service(1);
    await request('192.0.2.1');
    expect(warnings).toEqual([]);
    await request();
    await request('');
    expect(warnings).toEqual([
      expect.stringMatching(/^TRUST_PROXY is set, but a request did not come through/),
    ]);
    now += 3_600_000 - 1;
    await request();
    expect(warnings).toHaveLength(1);
    now += 1;
    await request();
    expect(warnings).toHaveLength(2);
  });

  it('warns about a request to an unknown path', async () => {
    await (
      await service(1)
    )(undefined, { url: '/nothing' });
    expect(warnings).toHaveLength(1);
  });

  it('does not warn about health checks', async () => {
    const request = await service(1);
    for (const url of ['/healthz', '/version']) await request(undefined, { url });
    await request(undefined, { url: '/readyz?x=1' });
    expect(warnings).toEqual([]);
  });

  it('warns if X-Forwarded-For has fewer addresses than trusted proxies', async () => {
    const request = await service(2);
    await request('192.0.2.1, 10.0.0.9');
    expect(warnings).toEqual([]);
    await request('192.0.2.1');
    expect(warnings).toHaveLength(1);
  });

  it.each(['10.0.0.1', '::ffff:10.0.0.1', 'fd00::7'])(
    'warns about a request from listed proxy %s without X-Forwarded-For only',
    async (peer) => {
      const request = await service(['10.0.0.0/8', 'fd00::7']);
      await request('192.0.2.1', { peer });
      await request(undefined, { peer: '203.0.113.1' });
      expect(warnings).toEqual([]);
      await request(undefined, { peer });
      expect(warnings).toHaveLength(1);
    },
  );

  it('does not warn without TRUST_PROXY', async () => {
    await (
      await service(false)
    )();
    expect(warnings).toEqual([]);
  });
});
