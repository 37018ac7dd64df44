import { errorOf, type HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

/** dashboard.md 1, dashboard.md 2, dashboard.md 3 */
describe('dashboard authentication', () => {
  const { service, client } = useService();

  /** Sends guesses 10 and 11 concurrently: in sequence, a slow machine could let the delay pass between them. */
  const rejectedGuess = async (...guesses: Promise<HttpResponse>[]): Promise<HttpResponse> => {
    const [first, second] = (await Promise.all(guesses)).sort((a, b) => a.status - b.status);
    expect(first!.status).toBe(401);
    return second!;
  };
  const expectSessionRequired = (response: HttpResponse) => {
    expect(errorOf(response)).toEqual([401, 'authentication_error', 'session_required']);
    expect(response.json.error.message).toBe('Sign in to continue');
  };

  describe('sign-in', () => {
    it('sets HttpOnly cookies, and stores no session token in the database', async () => {
      const { email, slug, id } = await service.account();
      const response = await new Dashboard(client).signIn(email);
      const [cookie, ...others] = response.headers['set-cookie']!;
      expect(others).toEqual([
        expect.stringMatching(/^device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly;/),
      ]);
      expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(response.json.data).toEqual({
        account: { id, name: expect.any(String), slug, plan: 'free', created_at: expect.any(String) },
        person: { id: expect.any(String), name: email.split('@')[0], email },
        role: 'owner',
        accounts: [{ id, name: expect.any(String), slug, role: 'owner' }],
        limits: { hour: null, minute: null },
        base_url: 'http://localhost:3000',
        disabled_webhooks: [],
        can_create_accounts: true,
        must_set_up_second_factor: false,
        status_messages: null,
        has_identity: false,
      });
      const token = /=([\w-]{43});/.exec(cookie!)![1]!;
      const rows = await service.dataSource.query<object[]>('SELECT * FROM sessions');
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(response.text).not.toContain(token);
    });

    it('returns the same error for an unknown email address and a wrong password', async () => {
      const { email } = await service.account();
      const attempt = async (address: string, password: string) => {
        const response = await new Dashboard(client).post('session', { email: address, password });
        expect(response.headers).not.toHaveProperty('set-cookie');
        const { request_id: _, ...error } = response.json.error;
        return [response.status, error, response.headers['www-authenticate']];
      };
      const wrong = [
        401,
        {
          type: 'authentication_error',
          code: 'invalid_credentials',
          message: 'Invalid email or password',
        },
        'Session realm="dashboard"',
      ];
      expect(await attempt(email, 'not the passphrase')).toEqual(wrong);
      for (const address of [
        'nobody@example.com',
        'no address',
        '',
        'nul\u0000@example.com',
        "' OR 1=1 --",
      ]) {
        expect([address, await attempt(address, PASSWORD)]).toEqual([address, wrong]);
      }
      expect(await attempt(email, '')).toEqual(wrong);
    });

    it('ignores case in the email address, but not in the password', async () => {
      const { email } = await service.account();
      await new Dashboard(client).signIn(` ${email.toUpperCase()} `);
      const wrong = await new Dashboard(client).post('session', { email, password: PASSWORD.toUpperCase() });
      expect(errorOf(wrong)).toEqual([401, 'authentication_error', 'invalid_credentials']);
    });

    it.each([
      [{ email: 'a@example.com' }, 'Missing required field: password'],
      [{ email: null, password: 'x' }, 'Missing required field: email'],
      [{ email: 5, password: 'x' }, 'Field must be a string: email'],
      [{ email: 'a@example.com', password: ['x'] }, 'Field must be a string: password'],
      [
        { email: 'a@example.com', password: 'x', admin: true },
        'Unknown field: admin (allowed: email, password)',
      ],
      [[], 'Request body must be a JSON object'],
      ['{"email":', 'Request body is not valid JSON'],
    ])('rejects %j', async (body, message) => {
      const headers = { 'content-type': 'application/json' };
      const response = await new Dashboard(client).post('session', body, headers);
      expect([response.status, response.json.error.message]).toEqual([400, message]);
    });

    it('rejects unknown query parameters', async () => {
      const response = await new Dashboard(client).post('session?debug=1', { email: 'a', password: 'b' });
      expect(errorOf(response)).toEqual([400, 'validation_error', 'unknown_parameter']);
    });

    it('returns 429 with Retry-After after ten wrong passwords, for any email address', async () => {
      const { email } = await service.account();
      const guess = (address: string, n: number) =>
        new Dashboard(client).post('session', { email: address, password: `guess number ${n}` });
      for (const address of [email, 'nobody-at-all@example.com']) {
        for (let n = 1; n < 10; n++) expect((await guess(address, n)).status).toBe(401);
        const rejected = await rejectedGuess(guess(address, 10), guess(address, 11));
        expect(errorOf(rejected)).toEqual([429, 'rate_limit_error', 'too_many_auth_failures']);
        expect(rejected.headers['retry-after']).toBe('1');
      }
    });

    it('hashes the password again if its hash has old parameters', async () => {
      const { email } = await service.account();
      const weaker = '$argon2id$v=19$m=19456,t=2,p=1$';
      const { hash } = await import('@node-rs/argon2');
      const old = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      expect(old).toContain(weaker);
      const where = `lower(email) = lower('${email}')`;
      await service.dataSource.query(`UPDATE owners SET password_hash = $1 WHERE ${where}`, [old]);
      await new Dashboard(client).signIn(email);
      const [{ password_hash: now }] = await service.dataSource.query<[{ password_hash: string }]>(
        `SELECT password_hash FROM owners WHERE ${where}`,
      );
      expect(now).toContain('$argon2id$v=19$m=47104,t=1,p=1$');
      await new Dashboard(client).signIn(email);
    });
  });

  describe('session', () => {
    it('returns who is signed in, and 401 without a session', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const response = await dashboard.get('session');
      expect(response.status).toBe(200);
      expect(response.json.data.person.email).toBe(dashboard.account.email);
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
      expectSessionRequired(await new Dashboard(client).get('session'));
    });

    it.each([
      '',
      'session',
      'session=',
      'session=x',
      `session=${'A'.repeat(43)}`,
      `session=${'é'.repeat(43)}`,
    ])('returns 401 for the cookie %j', async (cookie) => {
      const dashboard = new Dashboard(client);
      expectSessionRequired(await dashboard.call('GET', 'session', { headers: { cookie } }));
    });

    it('does not authenticate API requests, and a key does not authenticate dashboard requests', async () => {
      const { cookie, account } = await Dashboard.forNewAccount(service, client);
      const api = await client.call('GET', '/api/v1/feedback', { headers: { cookie } });
      expect(errorOf(api)).toEqual([401, 'authentication_error', 'api_key_missing']);
      expectSessionRequired(await client.call('GET', '/app/api/session', { key: account.key }));
    });

    it('replaces the previous session of the same browser at sign-in and sign-up', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const isSignedIn = async (cookie: string) =>
        (await new Dashboard(client).call('GET', 'session', { headers: { cookie } })).status === 200;
      const first = dashboard.cookie;
      const otherBrowser = new Dashboard(client);
      await otherBrowser.signIn(dashboard.account.email);
      await dashboard.signIn((await service.account()).email);
      const second = dashboard.cookie;
      await dashboard.post('session', { email: dashboard.account.email, password: 'not the passphrase' });
      expect(await Promise.all([first, second, otherBrowser.cookie].map(isSignedIn))).toEqual([
        false,
        true,
        true,
      ]);
      const signUp = { name: 'Next', email: 'next@example.com', password: PASSWORD };
      expect((await dashboard.post('sign-up', signUp)).status).toBe(201);
      expect(await Promise.all([second, dashboard.cookie].map(isSignedIn))).toEqual([false, true]);
    });

    it('ends at sign-out, which deletes its cookie and data in the browser', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { cookie } = dashboard;
      const response = await dashboard.delete('session');
      expect([response.status, response.text]).toEqual([204, '']);
      expect(response.headers['clear-site-data']).toBe('"cache","storage"');
      expect(response.headers['set-cookie']).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
      expectSessionRequired(await dashboard.call('GET', 'session', { headers: { cookie } }));
    });

    it('expires after 24 hours without a request, and after 30 days at the latest', async () => {
      const age = async (column: string, interval: string) => {
        const dashboard = await Dashboard.forNewAccount(service, client);
        await service.dataSource.query(
          `UPDATE sessions SET ${column} = now() - interval '${interval}' WHERE account_id = $1`,
          [dashboard.account.id],
        );
        return dashboard.get('session');
      };
      expect((await age('last_seen_at', '23 hours 59 minutes')).status).toBe(200);
      expectSessionRequired(await age('last_seen_at', '24 hours'));
      expect((await age('created_at', '29 days 23 hours')).status).toBe(200);
      expectSessionRequired(await age('created_at', '30 days'));
    });

    it('stores when it was last seen, at most once per minute', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const seen = async () => Date.parse((await dashboard.get('sessions')).json.data[0].last_seen_at);
      const first = await seen();
      expect(await seen()).toBe(first);
      await service.dataSource.query(
        `UPDATE sessions SET last_seen_at = now() - interval '61 seconds' WHERE account_id = $1`,
        [dashboard.account.id],
      );
      const before = Date.now();
      await dashboard.get('session');
      expect(await seen()).toBeGreaterThanOrEqual(before);
    });

    it('is listed with the person’s other sessions; the person can end one or all others', async () => {
      const here = await Dashboard.forNewAccount(service, client);
      const { email } = here.account;
      const others = [new Dashboard(client), new Dashboard(client), new Dashboard(client)];
      for (const other of others) {
        await other.call('POST', 'session', {
          body: { email, password: PASSWORD },
          headers: { 'user-agent': `Browser ${'x'.repeat(400)}` },
        });
      }
      const otherOwner = await Dashboard.forNewAccount(service, client);
      const list = (await here.get('sessions')).json.data;
      expect(list).toHaveLength(4);
      expect(list.map(({ current }: { current: boolean }) => current)).toEqual([false, false, false, true]);
      expect(list[0]).toEqual({
        id: expect.any(String),
        current: false,
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        user_agent: `Browser ${'x'.repeat(292)}`,
      });
      const gone = await otherOwner.delete(`sessions/${list[0].id}`);
      expect(errorOf(gone)).toEqual([404, 'not_found_error', 'session_not_found']);
      for (const id of ['abc', '%27;--', '%00'])
        expect((await here.delete(`sessions/${id}`)).status).toBe(404);
      expect((await here.delete(`sessions/${list[0].id.toUpperCase()}`)).status).toBe(204);
      expectSessionRequired(await others[2]!.get('session'));
      expect((await others[1]!.get('session')).status).toBe(200);
      expect((await here.delete('sessions')).status).toBe(204);
      for (const other of others) expectSessionRequired(await other.get('session'));
      expect((await here.get('sessions')).json.data).toHaveLength(1);
      expect((await otherOwner.get('session')).status).toBe(200);
    });

    it('is deleted from the database at the next sign-in after it expired', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { id, email } = dashboard.account;
      await service.dataSource.query(
        `UPDATE sessions SET last_seen_at = now() - interval '2 days' WHERE account_id = $1`,
        [id],
      );
      await new Dashboard(client).signIn(email);
      const rows = await service.dataSource.query<object[]>('SELECT FROM sessions WHERE account_id = $1', [
        id,
      ]);
      expect(rows).toHaveLength(1);
    });
  });

  describe('reauthentication', () => {
    it('issues a new token, rejects the old one, and keeps the session', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const before = dashboard.cookie;
      const [{ id }] = (await dashboard.get('sessions')).json.data;
      const response = await dashboard.post('session/reauthenticate', { password: PASSWORD });
      expect(response.status).toBe(200);
      expect(response.json.data.person.email).toBe(dashboard.account.email);
      expect(dashboard.cookie).not.toBe(before);
      expectSessionRequired(await dashboard.call('GET', 'session', { headers: { cookie: before } }));
      const sessions = (await dashboard.get('sessions')).json.data;
      expect(sessions).toEqual([expect.objectContaining({ id, current: true })]);
    });

    it('returns 401 for a wrong password, 429 after ten of them, and keeps the session', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const guess = (n: number) => dashboard.post('session/reauthenticate', { password: `guess ${n}` });
      for (let n = 1; n < 10; n++) {
        expect(errorOf(await guess(n))).toEqual([401, 'authentication_error', 'invalid_credentials']);
      }
      const rejected = await rejectedGuess(guess(10), guess(11));
      expect(errorOf(rejected)).toEqual([429, 'rate_limit_error', 'too_many_auth_failures']);
      expect((await dashboard.get('session')).status).toBe(200);
    });

    it('is valid for five minutes', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const change = () => dashboard.patch('person', { email: `new-${Math.random()}@example.com` });
      const required = [403, 'permission_error', 'reauthentication_required'];
      expect(errorOf(await change())).toEqual(required);
      await dashboard.reauthenticate();
      expect((await change()).status).toBe(200);
      const age = (seconds: number) =>
        service.dataSource.query(
          `UPDATE sessions SET reauthenticated_at = now() - interval '${seconds} seconds' WHERE account_id = $1`,
          [dashboard.account.id],
        );
      await age(290);
      expect((await change()).status).toBe(200);
      await age(301);
      expect(errorOf(await change())).toEqual(required);
    });
  });

  /** dashboard.md 1 */
  describe('cross-origin request', () => {
    const CROSS_ORIGIN = [403, 'permission_error', 'cross_origin_request'];
    const send = async (headers: Record<string, string | undefined>) => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const given = { 'sec-fetch-site': undefined, ...headers };
      return dashboard.call('PATCH', 'account', { body: { name: 'Renamed' }, headers: given });
    };

    it('is rejected by Sec-Fetch-Site', async () => {
      expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
      for (const site of ['cross-site', 'same-site', 'none', '', 'SAME-ORIGIN', 'same-origin, cross-site']) {
        const response = await send({ 'sec-fetch-site': site, origin: 'http://localhost:3000' });
        expect([site, ...errorOf(response)]).toEqual([site, ...CROSS_ORIGIN]);
      }
    });

    it('is rejected by Origin if there is no Sec-Fetch-Site', async () => {
      expect((await send({ origin: 'http://localhost:3000' })).status).toBe(200);
      for (const origin of [
        'https://evil.example',
        'null',
        'http://localhost:3001',
        'https://localhost:3000',
        'http://localhost:3000.evil.example',
        'http://localhost:3000/',
      ]) {
        expect([origin, ...errorOf(await send({ origin }))]).toEqual([origin, ...CROSS_ORIGIN]);
      }
    });

    it('is assumed if there is neither Sec-Fetch-Site nor Origin', async () => {
      expect(errorOf(await send({}))).toEqual(CROSS_ORIGIN);
      expect(errorOf(await send({ referer: 'http://localhost:3000/app' }))).toEqual(CROSS_ORIGIN);
    });

    it('cannot sign in or sign up', async () => {
      const { email } = await service.account();
      const headers = { 'sec-fetch-site': 'cross-site' };
      const bodies = {
        session: { email, password: PASSWORD },
        'sign-up': { name: 'Evil', email: 'evil@example.com', password: PASSWORD },
      };
      for (const [path, body] of Object.entries(bodies)) {
        const response = await new Dashboard(client).post(path, body, headers);
        expect(errorOf(response)).toEqual(CROSS_ORIGIN);
        expect(response.headers).not.toHaveProperty('set-cookie');
      }
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
    ])('cannot be an HTML form, because the media type is rejected: %s', async (type) => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      for (const [method, path] of [
        ['PATCH', 'account'],
        ['POST', 'session/reauthenticate'],
        ['POST', 'session'],
        ['DELETE', 'sessions'],
      ] as const) {
        const headers = { 'content-type': type };
        const response = await dashboard.call(method, path, { body: '{"name":"Renamed"}', headers });
        expect(errorOf(response)).toEqual([415, 'unsupported_media_type_error', 'unsupported_content_type']);
      }
      expect((await dashboard.get('account')).json.data.name).not.toBe('Renamed');
    });

    it('gets no CORS headers in any response', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const origin = 'https://evil.example';
      const responses = [
        await dashboard.call('OPTIONS', 'account', {
          headers: { origin, 'access-control-request-method': 'PATCH' },
        }),
        await dashboard.call('GET', 'session', { headers: { origin, 'sec-fetch-site': 'cross-site' } }),
        await new Dashboard(client).call('GET', 'session', { headers: { origin } }),
        await dashboard.call('GET', 'nothing', { headers: { origin } }),
        await dashboard.call('PATCH', 'account', { body: {}, headers: { origin } }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([204, 200, 401, 404, 200]);
      for (const { headers } of responses) {
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
      expect(responses[0]!.headers['allow']).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    });

    it('cannot change anything with GET', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      for (const path of ['session/reauthenticate', 'person/password']) {
        const response = await dashboard.get(path);
        expect(errorOf(response)).toEqual([405, 'method_not_allowed_error', 'method_not_allowed']);
        expect(response.headers['allow']).toBe('POST, OPTIONS');
      }
    });
  });
});
