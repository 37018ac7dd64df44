import type { Account } from './support/service';
import { useService } from './support/use-service';

/** conventions.md 3 */
describe('compression', () => {
  const { service, client } = useService();
  let account: Account;
  const items = '/api/v1/feedback';

  beforeAll(async () => {
    account = await service.account();
    const body = { title: 'Dark mode', description: 'x'.repeat(2_000) };
    await client.call('POST', items, { key: account.key, body });
  });

  const get = (path: string, accepted: string, method = 'GET') => {
    const headers = { 'x-api-key': account.key, 'accept-encoding': accepted };
    return fetch(service.origin + path, { method, headers });
  };
  const encodingOf = (response: Response) => response.headers.get('content-encoding');

  it.each([
    ['gzip, deflate, br', 'gzip'],
    ['br, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br', null],
    ['identity', null],
  ])('uses gzip if the client accepts it: %s', async (accepted, encoding) => {
    const response = await get(items, accepted);
    expect(encodingOf(response)).toBe(encoding);
    expect(await response.json()).toMatchObject({ data: [{ title: 'Dark mode' }] });
    expect(encodingOf(await get(items, accepted, 'HEAD'))).toBe(encoding);
  });

  it('leaves short responses and exports as they are', async () => {
    for (const path of ['/api/v1/key', `${items}/export`])
      expect([path, encodingOf(await get(path, 'gzip'))]).toEqual([path, null]);
  });

  it('covers pages and the description of the API, which caches keep per encoding', async () => {
    expect(encodingOf(await get(`/f/${account.slug}`, 'gzip'))).toBe('gzip');
    for (const accepted of ['gzip', 'identity']) {
      const response = await get('/docs/openapi.json', accepted);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.json()).toMatchObject({ openapi: '3.1.1' });
    }
  });
});
