import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { errorOf } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

describe('dashboard configuration', () => {
  describe.each([
    [
      'https://feedback.example.com',
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ],
    ['http://127.0.0.1:3000', /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
  ])('with PUBLIC_URL=%s', (PUBLIC_URL, expected) => {
    const { service, client } = useService({ PUBLIC_URL, TRUST_PROXY: '1' });

    it('defines the name and attributes of the session cookie', async () => {
      const { email } = await service.account();
      const proxied = { 'x-forwarded-proto': new URL(PUBLIC_URL).protocol.slice(0, -1) };
      const body = { email, password: PASSWORD };
      const response = await new Dashboard(client).post('session', body, proxied);
      expect(response.headers['set-cookie']).toEqual([
        expect.stringMatching(expected),
        expect.stringMatching(/device=/),
      ]);
      const [cookie] = response.headers['set-cookie']![0]!.split(';');
      const wrongName = cookie!.startsWith('__Host-') ? cookie!.slice(7) : `__Host-${cookie}`;
      const enter = (value: string) =>
        client.call('GET', '/app/api/session', { headers: { ...proxied, cookie: value } });
      expect((await enter(cookie!)).status).toBe(200);
      expect((await enter(`a=b; ${cookie}; c=d`)).status).toBe(200);
      expect((await enter(wrongName)).status).toBe(401);
      if (!PUBLIC_URL.startsWith('https:')) return;
      const clear = await client.call('GET', '/app/api/session', {
        headers: { cookie, 'x-forwarded-proto': 'http' },
      });
      expect([clear.status, clear.json.error.code]).toEqual([403, 'https_required']);
    });
  });

  describe('with plain http to another machine', () => {
    const { service, client } = useService({ PUBLIC_URL: 'http://feedback.example.com' });

    it('rejects sign-in, because browsers discard the cookie', async () => {
      const { email } = await service.account();
      const response = await new Dashboard(client).post('session', { email, password: PASSWORD });
      expect([response.status, response.json.error.code]).toEqual([403, 'https_required']);
    });
  });

  /** dashboard.md 10 */
  describe('with DASHBOARD_PER_MINUTE', () => {
    const { service, client } = useService({ DASHBOARD_PER_MINUTE: '3' });

    it('limits requests per person and minute, over all sessions of the person', async () => {
      const { account, ...one } = await Dashboard.forNewAccount(service, client);
      const other = new Dashboard(client);
      await other.signIn(account.email);
      const dashboards = [one, other, one, other];
      const responses = [];
      const startedAt = Date.now();
      for (const dashboard of dashboards) responses.push(await dashboard.get('feedback/counts'));
      const elapsed = Math.ceil((Date.now() - startedAt) / 1000);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      expect(responses[3]!.json.error.message).toMatch(
        /^Rate limit exceeded: 3 requests per minute\. Retry in \d+ s/,
      );
      expect(Number(responses[3]!.headers['retry-after'])).toBeGreaterThanOrEqual(60 - elapsed);
      const otherOwner = await Dashboard.forNewAccount(service, client);
      expect((await otherOwner.get('feedback/counts')).status).toBe(200);
    });
  });

  /** dashboard.md 1, rate-limits.md 7 */
  describe('without a session', () => {
    const { service, client } = useService({ DASHBOARD_PER_MINUTE: '3', TRUST_PROXY: '1' });
    const dashboard = new Dashboard(client);

    it('accepts bodies of at most 16,384 bytes', async () => {
      for (const path of ['session', 'sign-up', 'password-reset']) {
        const response = await dashboard.post(
          path,
          { email: 'x'.repeat(16_384) },
          { 'x-forwarded-for': '192.0.2.3' },
        );
        expect(errorOf(response)).toEqual([413, 'payload_too_large_error', 'body_too_large']);
      }
    });

    it('limits requests per IP address, before it reads their bodies', async () => {
      const here = { 'x-forwarded-for': '192.0.2.1' };
      for (let n = 0; n < 3; n++) expect((await dashboard.post('session', {}, here)).status).toBe(400);
      const { port } = service;
      const unfinished = request({
        port,
        method: 'POST',
        path: '/app/api/password-reset',
        headers: {
          ...here,
          'content-length': 100,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
      });
      unfinished.flushHeaders();
      const [response] = (await once(unfinished, 'response')) as [IncomingMessage];
      expect([response.statusCode, Number(response.headers['retry-after'])]).toEqual([
        429,
        expect.any(Number),
      ]);
      unfinished.destroy();
      const elsewhere = await dashboard.post('session', {}, { 'x-forwarded-for': '192.0.2.2' });
      expect(elsewhere.status).toBe(400);
    });
  });
});
