import { errorOf, issuesOf, type HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const ada = { name: 'Ada & Söhne', email: 'ada@example.com', password: 'engine and analysis' };

/** dashboard.md 7 */
describe('/app/api/sign-up and /app/api/account', () => {
  const { client } = useService({ DEFAULT_PLAN: 'pro' });

  describe('sign-up', () => {
    it('creates an account with the default plan and signs in', async () => {
      const dashboard = new Dashboard(client);
      const response = await dashboard.post('sign-up', ada);
      expect(response.status).toBe(201);
      expect(response.json.data).toMatchObject({
        account: { name: ada.name, slug: 'ada-sohne', plan: 'pro' },
        person: { email: ada.email },
      });
      expect(response.text).not.toContain(ada.password);
      expect((await dashboard.get('session')).json.data).toEqual(response.json.data);
      await new Dashboard(client).signIn(ada.email, ada.password);
    });

    it('suggests an available slug', async () => {
      const suggest = async (name: string) =>
        (await new Dashboard(client).get(`sign-up/slug?name=${encodeURIComponent(name)}`)).json.data.slug;
      expect(await suggest('Grace Hopper Ltd.')).toBe('grace-hopper-ltd');
      const taken = { ...ada, name: 'Émilie & Töchter', email: 'emilie@example.com' };
      expect((await new Dashboard(client).post('sign-up', taken)).status).toBe(201);
      expect(await suggest('Émilie & Töchter')).toBe('emilie-tochter-2');
      expect(await suggest('API')).toBe('api-feedback');
      expect(await suggest('日本')).toBe('feedback');
      expect(await suggest('\u0000')).toBe('feedback');
    });

    it.each([
      ['sign-up/slug', 'invalid_parameter'],
      ['sign-up/slug?name=', 'invalid_parameter'],
      ['sign-up/slug?name=a&name=b', 'repeated_parameter'],
      ['sign-up/slug?name=a&email=b', 'unknown_parameter'],
      ['sign-up?x=1', 'unknown_parameter'],
    ])('rejects %s', async (path, code) => {
      expect(errorOf(await new Dashboard(client).get(path))).toEqual([400, 'validation_error', code]);
    });

    it('reports an error for each invalid field, and creates nothing', async () => {
      const attempt = (given: object) => new Dashboard(client).post('sign-up', { ...ada, ...given });
      const invalid = await attempt({
        name: ' ',
        email: 'ada@localhost',
        password: 'short',
        slug: 'No Slug',
      });
      expect(invalid.status).toBe(400);
      expect(issuesOf(invalid)).toEqual([
        'name empty_value',
        'slug invalid_value',
        'email invalid_format',
        'password too_short',
      ]);
      const wrongTypes = await attempt({ name: null, email: 5, slug: {}, plan: 'pro' });
      expect(issuesOf(wrongTypes)).toEqual([
        'name missing_required_field',
        'slug invalid_type',
        'email invalid_type',
        'plan unknown_field',
      ]);
      for (const [password, code] of [
        ['x'.repeat(129), 'too_long'],
        ['Password-2026!', 'invalid_value'],
        ['qwertyuiop12', 'invalid_value'],
        ['123456789012', 'invalid_value'],
        ['\ud800'.repeat(12), 'invalid_characters'],
        ['Ada & Söhne 2026', 'invalid_value'],
      ]) {
        const response = await attempt({ email: 'new@example.com', password });
        expect([password, issuesOf(response)]).toEqual([password, [`password ${code}`]]);
        expect(response.headers).not.toHaveProperty('set-cookie');
      }
      const first = { name: 'First', email: 'first@example.com', slug: 'first-here' };
      expect((await attempt(first)).status).toBe(201);
      const taken = await attempt({ email: 'FIRST@example.com', slug: 'first-here' });
      expect(errorOf(taken)).toEqual([409, 'conflict_error', 'slug_taken']);
      expect(issuesOf(taken)).toEqual(['slug slug_taken', 'email email_taken']);
      const reserved = await attempt({ email: 'new@example.com', slug: 'admin' });
      expect(reserved.json.error.message).toBe('Invalid value for slug: must not be a reserved word');
    });

    it('stores names with HTML and SQL unchanged', async () => {
      const name = `<img src=x onerror=alert(1)>'"; DROP TABLE accounts --`;
      const dashboard = new Dashboard(client);
      const response = await dashboard.post('sign-up', { ...ada, name, email: 'xss@example.com' });
      expect(response.json.data.account.name).toBe(name);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    });
  });

  describe('with SIGN_UP=closed', () => {
    const closed = useService({ SIGN_UP: 'closed' });

    it('sign-up returns 403', async () => {
      const dashboard = new Dashboard(closed.client);
      expect((await dashboard.get('sign-up')).json).toEqual({
        data: { open: false, empty: true, mail: false },
      });
      for (const response of [
        await dashboard.post('sign-up', ada),
        await dashboard.get('sign-up/slug?name=Acme'),
      ]) {
        expect(errorOf(response)).toEqual([403, 'permission_error', 'sign_up_closed']);
      }
      expect((await dashboard.get('sign-up')).json.data.empty).toBe(true);
      const { email } = await closed.service.account();
      await new Dashboard(closed.client).signIn(email);
    });
  });
});

describe('sign-up of a new installation', () => {
  const { service, client } = useService();

  it('reports that the installation is empty until the first account exists', async () => {
    const visitor = new Dashboard(client);
    expect((await visitor.get('sign-up')).json).toEqual({
      data: { open: true, empty: true, mail: false },
    });
    await service.account();
    expect((await visitor.get('sign-up')).json).toEqual({
      data: { open: true, empty: false, mail: false },
    });
  });
});

describe('sign-up limits', () => {
  const { service, client } = useService({ SIGN_UP_PER_HOUR: '15', TRUST_PROXY: '1' });

  it('limits changes to an email address in use per hour, by account and by IP address', async () => {
    const { account: taken } = await Dashboard.forNewAccount(service, client);
    const dashboards = [
      await Dashboard.forNewAccount(service, client),
      await Dashboard.forNewAccount(service, client),
    ];
    for (const dashboard of dashboards) await dashboard.reauthenticate();
    const probe = (n: number, ip: string) =>
      dashboards[n]!.patch('person', { email: taken.email }, { 'x-forwarded-for': ip });
    const limited = async (response: Promise<HttpResponse>, message: RegExp) => {
      const { status, headers, json } = await response;
      expect([status, json.error.message]).toEqual([429, expect.stringMatching(message)]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    };
    for (let n = 0; n < 10; n++) expect(errorOf(await probe(0, '192.0.2.1'))[2]).toBe('email_taken');
    await limited(probe(0, '192.0.2.2'), /^Rate limit exceeded: 10 requests per hour/);
    for (let n = 0; n < 5; n++) expect(errorOf(await probe(1, '192.0.2.1'))[2]).toBe('email_taken');
    await limited(probe(1, '192.0.2.1'), /^Rate limit exceeded: 15 requests per hour/);
    expect((await dashboards[0]!.patch('account', { name: 'Renamed' })).status).toBe(200);
  });

  it('limits slug suggestions to 60 per minute per IP address', async () => {
    const suggest = (ip: string) =>
      client.call('GET', '/app/api/sign-up/slug?name=Acme', { headers: { 'x-forwarded-for': ip } });
    for (let n = 0; n < 60; n++) expect((await suggest('192.0.2.1')).status).toBe(200);
    expect(errorOf(await suggest('192.0.2.1'))).toEqual([429, 'rate_limit_error', 'rate_limit_exceeded']);
    expect((await suggest('192.0.2.2')).status).toBe(200);
  });

  it('limits sign-ups per hour per IP address', async () => {
    const attempt = (n: number) =>
      new Dashboard(client).post('sign-up', { ...ada, email: `ada-${n}@example.com` });
    expect((await attempt(1)).status).toBe(201);
    for (let n = 0; n < 14; n++) expect((await attempt(1)).status).toBe(409);
    const rejected = await attempt(2);
    expect(errorOf(rejected)).toEqual([429, 'rate_limit_error', 'rate_limit_exceeded']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3500);
  });
});
