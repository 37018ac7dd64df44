import type { RouteAccess } from '../src/http/routes';
import { statusAndCode } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** Returns the callers that a route may have, by its URL. */
function callersAt(url: string): RouteAccess['caller'][] {
  if (url.startsWith('/api/')) return ['api-key'];
  if (url === '/mcp') return ['mcp'];
  if (url.startsWith('/app/api/')) return ['member', 'signed-out'];
  return url.startsWith('/f/') ? ['visitor'] : ['anyone'];
}

/** Every route declares exactly one kind of caller, and the service enforces it (conventions.md 1). */
describe('the router', () => {
  const { service, client } = useService();

  it('declares on every route the caller that its URL requires', () => {
    expect(service.routes.routes.length).toBeGreaterThan(10);
    for (const { url, access } of service.routes.routes) {
      expect([url, callersAt(url).includes(access.caller)]).toEqual([url, true]);
    }
  });

  /** api-keys.md 3 */
  it('requires a key on every API route, with the permission to read or to change', async () => {
    const api = service.routes.routes.filter(({ access }) => access.caller === 'api-key');
    expect(api.length).toBeGreaterThanOrEqual(7);
    for (const { method, url, access } of api) {
      const others = ['GET', 'HEAD'].includes(method)
        ? ['read']
        : ['/api/v1/feedback', '/api/v1/feedback/:id/votes'].includes(url)
          ? ['submit']
          : [];
      expect([method, url, access.permissions]).toEqual([method, url, ['full', ...others]]);
      expect((await client.call(method, url.replace(/:\w+/g, 'x'))).status).toBe(401);
    }
  });

  it('requires a full or read key at /mcp, the only MCP route', async () => {
    const mcp = service.routes.routes.filter(({ access }) => access.caller === 'mcp');
    expect(mcp.map(({ method, url, access }) => [method, url, access.permissions])).toEqual([
      ['POST', '/mcp', ['full', 'read']],
    ]);
    expect((await client.call('POST', '/mcp')).status).toBe(401);
  });

  it('requires a key for every path below /api/, including unknown ones', async () => {
    for (const path of ['/api', '/api/', '/api/v1', '/api/v1/nothing', '/api/%2e%2e/healthz', '/api//x']) {
      expect([path, (await client.call('GET', path)).status]).toEqual([path, 401]);
    }
  });

  it('requires a session on every dashboard route except sign-in and sign-up', async () => {
    const dashboard = service.routes.routes.filter(({ url }) => url.startsWith('/app/api/'));
    const signedOut = dashboard.filter(({ access }) => access.caller === 'signed-out');
    expect(new Set(signedOut.map(({ method, url }) => `${method} ${url}`))).toEqual(
      new Set([
        'POST /app/api/session',
        'POST /app/api/session/second-factor',
        'POST /app/api/sign-up',
        'POST /app/api/password-reset',
        'POST /app/api/password-reset/confirm',
        'POST /app/api/confirm-email',
        'POST /app/api/invitations/lookup',
        'POST /app/api/invitations/accept',
        ...['GET', 'HEAD'].flatMap((method) => [
          `${method} /app/api/sign-up`,
          `${method} /app/api/sign-up/slug`,
        ]),
      ]),
    );
    const member = dashboard.filter(({ access }) => access.caller === 'member');
    expect(member.length).toBeGreaterThan(25);
    for (const { method, url } of member) {
      const path = url.replace(/:\w+/g, 'x');
      const from = (site: string) => client.call(method, path, { headers: { 'sec-fetch-site': site } });
      const response = await from('same-origin');
      expect([method, url, response.status]).toEqual([method, url, 401]);
      if (method === 'HEAD') continue;
      expect([url, response.json.error.code]).toEqual([url, 'session_required']);
      expect([url, (await from('cross-site')).status]).toEqual([url, method === 'GET' ? 401 : 403]);
    }
  });

  it('rejects dashboard changes from another origin, even with a session', async () => {
    const { cookie } = await Dashboard.forNewAccount(service, client);
    const unsafe = service.routes.routes.filter(
      ({ method, url }) => url.startsWith('/app/api/') && !['GET', 'HEAD'].includes(method),
    );
    expect(unsafe.length).toBeGreaterThan(15);
    for (const { method, url } of unsafe) {
      const headers = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      const response = await client.call(method, url.replace(/:\w+/g, 'x'), { headers, body: {} });
      expect([method, url, response.status, response.json.error.code]).toEqual([
        method,
        url,
        403,
        'cross_origin_request',
      ]);
    }
  });

  /** conventions.md 7 */
  it('reads a request without a body as {}, unless a field is required', async () => {
    const dashboard = await Dashboard.forNewAccount(service, client);
    const { key } = dashboard.account;
    const withBody = service.routes.routes.filter(
      ({ access }) =>
        access.consumes?.includes('application/json') && ['api-key', 'member'].includes(access.caller),
    );
    const counts = { optional: 0, required: 0 };
    for (const { method, url, access } of withBody) {
      const path = url.replace(/:\w+/g, 'x');
      const send = (body?: object) =>
        access.caller === 'api-key'
          ? client.call(method, path, { key, body })
          : dashboard.call(method, path.slice('/app/api/'.length), { body });
      const expected = statusAndCode(await send({}));
      const actual = statusAndCode(await send());
      const isRequired = expected[1] === 'missing_required_field' && actual[1] === 'invalid_body';
      if (!isRequired) expect([method, url, ...actual]).toEqual([method, url, ...expected]);
      counts[isRequired ? 'required' : 'optional']++;
    }
    expect(counts.optional).toBeGreaterThan(10);
    expect(counts.required).toBeGreaterThan(10);
  });

  it('returns JSON errors for unknown paths and methods below /app/api/', async () => {
    for (const path of ['/app/api', '/app/api/', '/app/api/nothing', '/app//api/x', '/app/api/%73ession/y']) {
      const response = await client.call('GET', path);
      expect([path, response.status, response.json.error.code]).toEqual([path, 404, 'route_not_found']);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    const { headers, status } = await client.call('PUT', '/app/api/account', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, PATCH, DELETE, OPTIONS']);
  });

  it('returns the same error format for unknown paths elsewhere', async () => {
    const response = await client.call('GET', '/nothing');
    expect(response.status).toBe(404);
    expect(response.json.error).toMatchObject({ type: 'not_found_error', code: 'route_not_found' });
  });
});
