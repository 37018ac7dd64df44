import { publishEvents } from './support/events';
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
    await publishEvents(service);
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

  it('covers every JSON response that is long enough, also of errors', async () => {
    const unknown = Array.from({ length: 20 }, (_, i) => `unknown_parameter_${i}=`).join('&');
    for (const path of [`${items}?${unknown}`, '/api/v1/events', `${items}?include_total=true`]) {
      const response = await get(path, 'gzip');
      expect([path, encodingOf(response)]).toEqual([path, 'gzip']);
      expect(JSON.stringify(await response.json()).length).toBeGreaterThanOrEqual(1_024);
    }
  });

  it('leaves short responses, exports, and event streams as they are', async () => {
    for (const path of ['/api/v1/key', `${items}/export`])
      expect([path, encodingOf(await get(path, 'gzip'))]).toEqual([path, null]);
    const aborting = new AbortController();
    const stream = await fetch(`${service.origin}/api/v1/events`, {
      headers: { 'x-api-key': account.key, accept: 'text/event-stream', 'accept-encoding': 'gzip' },
      signal: aborting.signal,
    });
    expect([stream.headers.get('content-type'), encodingOf(stream)]).toEqual([
      expect.stringMatching(/^text\/event-stream/),
      null,
    ]);
    aborting.abort();
  });

  it('covers pages and the documents of the API, which caches keep per encoding', async () => {
    for (const path of [`/f/${account.slug}`, '/docs', '/docs/errors', '/docs/openapi.yaml'])
      expect([path, encodingOf(await get(path, 'gzip'))]).toEqual([path, 'gzip']);
    for (const accepted of ['gzip', 'identity']) {
      const response = await get('/docs/openapi.json', accepted);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(await response.json()).toMatchObject({ openapi: '3.1.1' });
    }
  });
});
