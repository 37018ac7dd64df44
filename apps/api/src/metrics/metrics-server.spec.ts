import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Metrics } from './metrics';
import { serveMetrics } from './metrics-server';

/** operator.md 9 */
describe('serveMetrics', () => {
  let metrics: Metrics;
  let close: (() => Promise<void>) | undefined;
  beforeEach(() => (metrics = new Metrics()));
  afterEach(async () => {
    await close?.();
    close = undefined;
  });

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  }
  async function start() {
    const port = await freePort();
    close = await serveMetrics(metrics, '127.0.0.1', port);
    return (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  }

  it('returns the metrics of this process', async () => {
    const send = await start();
    metrics.eventsPublished(5);
    const response = await send('/metrics?name[]=x');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('\nfeedback_events_published_total 5\n');
    const head = await send('/metrics', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('returns 404 for other paths and 405 for other methods', async () => {
    const send = await start();
    for (const path of ['/', '/metrics/', '/api/v1/feedback', '/healthz'])
      expect((await send(path)).status).toBe(404);
    const response = await send('/metrics', 'POST');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('returns 500 without details if a metric fails', async () => {
    const send = await start();
    jest.spyOn(metrics, 'text').mockRejectedValueOnce(new Error('a secret reason'));
    const response = await send('/metrics');
    expect([response.status, await response.text()]).toEqual([500, 'Could not collect metrics\n']);
  });

  it('rejects if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serveMetrics(metrics, '127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });

  it('stops listening when it is closed', async () => {
    const send = await start();
    await (await send('/metrics')).text();
    await close!();
    close = undefined;
    await expect(send('/metrics')).rejects.toThrow('fetch failed');
  });
});
