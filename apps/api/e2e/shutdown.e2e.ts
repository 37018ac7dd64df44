import { useService } from './support/use-service';

/** operator.md 4 */
describe('a service that is shutting down', () => {
  const { service, client } = useService();

  it('returns 503 at /readyz and closes each connection after the response, on every surface', async () => {
    const { key } = await service.account();
    const paths = ['/api/v1/feedback', '/healthz', '/readyz', '/f/nobody', '/mcp', '/nowhere'];
    const ask = async (path: string) => {
      const { status, headers } = await client.call('GET', path, { key });
      return [path, status, headers['connection']];
    };
    const before = await Promise.all(paths.map(ask));
    service.drain();
    const after = await Promise.all(paths.map(ask));
    expect(before).toEqual([
      ['/api/v1/feedback', 200, 'keep-alive'],
      ['/healthz', 200, 'keep-alive'],
      ['/readyz', 200, 'keep-alive'],
      ['/f/nobody', 404, 'keep-alive'],
      ['/mcp', 405, 'keep-alive'],
      ['/nowhere', 404, 'keep-alive'],
    ]);
    expect(after).toEqual(before.map(([path, status]) => [path, path === '/readyz' ? 503 : status, 'close']));
  });
});
