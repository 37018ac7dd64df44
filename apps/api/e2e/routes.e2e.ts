import { Client } from './support/client';
import { Service } from './support/service';

/** Every route wears exactly one kind of caller, and what it wears is what holds. */
describe('the router', () => {
  let service: Service;
  let client: Client;

  beforeAll(async () => {
    service = await Service.start();
    client = new Client(service.origin);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });

  it('has a caller on every route, by where the route lies', () => {
    expect(service.routes.routes.length).toBeGreaterThan(10);
    for (const { url, access } of service.routes.routes) {
      const expected = url.startsWith('/api/') ? 'api-key' : url.startsWith('/f/') ? 'visitor' : 'anyone';
      expect([url, access.caller]).toEqual([url, expected]);
    }
  });

  it('asks for a key on every route of the API, and says which keys may call it', async () => {
    const api = service.routes.routes.filter(({ access }) => access.caller === 'api-key');
    expect(api.length).toBeGreaterThanOrEqual(7);
    for (const { method, url, access } of api) {
      expect(access.permissions).toContain('full');
      expect((await client.call(method, url.replace(/:\w+/g, 'x'))).status).toBe(401);
    }
  });

  it('asks for a key everywhere below /api/', async () => {
    for (const path of ['/api', '/api/', '/api/v1', '/api/v1/nothing', '/api/%2e%2e/healthz', '/api//x']) {
      expect([path, (await client.call('GET', path)).status]).toEqual([path, 401]);
    }
  });

  it('answers what lies elsewhere with the same envelope', async () => {
    const answer = await client.call('GET', '/nothing');
    expect(answer.status).toBe(404);
    expect(answer.json.error).toMatchObject({ type: 'not_found_error', code: 'route_not_found' });
  });
});
