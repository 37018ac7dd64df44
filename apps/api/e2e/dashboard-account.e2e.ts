import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedbackUseCases, newFeedbackRule, QuarantineUseCases } from '@libs/feedback';
import { SYSTEM, parse } from '@libs/kernel';
import { RemovedAccountsSweep } from '../src/accounts/removed-accounts-sweep';
import { errorOf, type HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

const ada = { name: 'Ada & Söhne', email: 'ada@example.com', password: 'engine and analysis' };
const issuesOf = ({ json }: HttpResponse) =>
  json.error.details?.map(({ param, code }: Record<string, string>) => `${param} ${code}`);

/** dashboard.md 7, dashboard.md 8 */
describe('/app/api/sign-up and /app/api/account', () => {
  const { service, client } = useService({ DEFAULT_PLAN: 'pro' });

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

  describe('settings', () => {
    it('change the names, and the email address only after reauthentication', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { email, slug } = dashboard.account;
      const storage = { used_bytes: 0, limit_bytes: 5_000_000_000 };
      const unchanged = { slug, plan: 'free', require_second_factor: false, storage };
      const name = (await dashboard.get('account')).json.data.name;
      expect((await dashboard.get('account')).json).toEqual({ data: { name, ...unchanged } });
      expect((await dashboard.get('person')).json).toEqual({
        data: { name: expect.any(String), email, email_confirmed: true, pending_email: null },
      });
      const renamed = await dashboard.patch('account', { name: ' Acme 2 ' });
      expect(renamed.json).toEqual({ data: { name: 'Acme 2', ...unchanged } });
      const grace = await dashboard.patch('person', { name: ' Grace ', email });
      expect(grace.json).toEqual({
        data: { name: 'Grace', email, email_confirmed: true, pending_email: null },
      });
      const next = `next-${Math.random()}@example.com`;
      const early = await dashboard.patch('person', { name: 'Ada', email: next });
      expect(errorOf(early)).toEqual([403, 'permission_error', 'reauthentication_required']);
      expect((await dashboard.get('person')).json.data.name).toBe('Grace');
      await dashboard.reauthenticate();
      const moved = await dashboard.patch('person', { name: 'Ada', email: next });
      expect(moved.json.data).toEqual({
        name: 'Ada',
        email: next,
        email_confirmed: true,
        pending_email: null,
      });
      expect((await dashboard.get('session')).json.data).toMatchObject({
        account: { name: 'Acme 2' },
        person: { name: 'Ada', email: next },
      });
      const old = await new Dashboard(client).post('session', { email, password: PASSWORD });
      expect(old.status).toBe(401);
      await new Dashboard(client).signIn(next);
      expect((await dashboard.patch('account', {})).json.data.name).toBe('Acme 2');
      expect((await dashboard.patch('person', {})).json.data.name).toBe('Ada');
    });

    it('reject an email address in use and invalid fields, and change nothing', async () => {
      const { account: other } = await Dashboard.forNewAccount(service, client);
      const dashboard = await Dashboard.forNewAccount(service, client);
      const before = (await dashboard.get('person')).json;
      await dashboard.reauthenticate();
      const taken = await dashboard.patch('person', { name: 'New', email: other.email.toUpperCase() });
      expect(errorOf(taken)).toEqual([409, 'conflict_error', 'email_taken']);
      expect(issuesOf(taken)).toEqual(['email email_taken']);
      const invalid = await dashboard.patch('person', { name: 'x'.repeat(101), email: 'nobody' });
      expect(issuesOf(invalid)).toEqual(['name too_long', 'email invalid_format']);
      expect(issuesOf(await dashboard.patch('account', { name: '' }))).toHaveLength(1);
      const foreign = await dashboard.patch('account', { slug: 'x', plan: 'pro', id: 'y' });
      expect(issuesOf(foreign)).toEqual(['slug read_only_field', 'plan read_only_field', 'id unknown_field']);
      expect(issuesOf(await dashboard.patch('person', { password: 'x' }))).toEqual([
        'password read_only_field',
      ]);
      expect((await dashboard.get('person')).json).toEqual(before);
      expect((await dashboard.get('account')).json.data).toMatchObject({
        name: expect.stringMatching(/^Acme/),
        plan: 'free',
      });
    });

    it('change the password only after reauthentication, and end all other sessions', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { email } = dashboard.account;
      const otherBrowser = new Dashboard(client);
      await otherBrowser.signIn(email);
      const password = 'tea at three in the garden';
      const change = (given: string) => dashboard.post('person/password', { password: given });
      expect(errorOf(await change(password))).toEqual([403, 'permission_error', 'reauthentication_required']);
      await dashboard.reauthenticate();
      expect(issuesOf(await change('short'))).toEqual(['password too_short']);
      expect(issuesOf(await change('Sunshine2026'))).toEqual(['password invalid_value']);
      const before = dashboard.cookie;
      const response = await change(password);
      expect(response.status).toBe(200);
      expect(response.json.data.person.email).toBe(email);
      expect(dashboard.cookie).not.toBe(before);
      expect((await dashboard.get('session')).status).toBe(200);
      expect((await dashboard.call('GET', 'session', { headers: { cookie: before } })).status).toBe(401);
      expect((await otherBrowser.get('session')).status).toBe(401);
      expect(errorOf(await change('another one altogether'))[2]).toBe('reauthentication_required');
      expect((await new Dashboard(client).post('session', { email, password: PASSWORD })).status).toBe(401);
      await new Dashboard(client).signIn(email, password);
    });
  });

  describe('deletion', () => {
    it('requires reauthentication and deletes all data of the account, but no data of others', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const otherOwner = await Dashboard.forNewAccount(service, client);
      const { id, slug, key, email } = dashboard.account;
      for (const account of [dashboard.account, otherOwner.account]) {
        const response = await client.call('POST', '/api/v1/feedback', {
          key: account.key,
          body: { title: 'T' },
        });
        expect(response.status).toBe(201);
      }
      expect(errorOf(await dashboard.delete('account'))[2]).toBe('reauthentication_required');
      await dashboard.reauthenticate();
      const { cookie } = dashboard;
      const response = await dashboard.delete('account');
      expect([response.status, response.text]).toEqual([204, '']);
      expect(response.headers['clear-site-data']).toBe('"cache","cookies","storage"');
      expect((await dashboard.call('GET', 'session', { headers: { cookie } })).status).toBe(401);
      expect((await client.call('GET', '/api/v1/feedback', { key })).json.error.code).toBe('api_key_invalid');
      expect((await client.call('GET', `/f/${slug}`)).status).toBe(404);
      expect((await new Dashboard(client).post('session', { email, password: PASSWORD })).status).toBe(401);
      for (const table of ['owners', 'sessions', 'api_keys']) {
        const sql = `SELECT FROM ${table} WHERE account_id = $1`;
        expect([table, await service.dataSource.query(sql, [id])]).toEqual([table, []]);
      }
      expect(await itemsOf(id)).toEqual([0, 0]);
      expect(await itemsOf(otherOwner.account.id)).toEqual([1, 0]);
      expect((await otherOwner.get('session')).status).toBe(200);
    });

    it('is completed by the sweep for items that were written after it', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { account: otherAccount } = await Dashboard.forNewAccount(service, client);
      const { id } = dashboard.account;
      await dashboard.reauthenticate();
      expect((await dashboard.delete('account')).status).toBe(204);
      const late = parse(newFeedbackRule, { title: 'Late' });
      for (const accountId of [id, otherAccount.id]) {
        await service.get(FeedbackUseCases).submit(accountId, late, 'api', SYSTEM);
        await service.get(QuarantineUseCases).quarantine(accountId, late, 'form', 'token_forged');
      }
      await service.get(RemovedAccountsSweep).run();
      expect(await itemsOf(id)).toEqual([0, 0]);
      expect(await itemsOf(otherAccount.id)).toEqual([1, 1]);
    });

    it('rejects requests whose bodies are still being sent', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { id, key, email } = dashboard.account;
      const otherBrowser = new Dashboard(client);
      await otherBrowser.signIn(email);
      await dashboard.reauthenticate();
      const session = { cookie: otherBrowser.cookie, 'sec-fetch-site': 'same-origin' };
      const item = { title: 'Too late' };
      const pending = [
        await startRequest('/api/v1/feedback', { 'x-api-key': key }, item),
        await startRequest('/app/api/feedback', session, item),
        await startRequest('/app/api/keys', session, { name: 'Too late', permission: 'full' }),
      ];
      // From 100 ms on, a request is slow, and its credentials are checked again.
      await sleep(110);
      expect((await dashboard.delete('account')).status).toBe(204);
      const responses = await Promise.all(pending.map((finish) => finish()));
      expect(responses).toEqual(['api_key_invalid', 'session_required', 'session_required']);
      expect(await itemsOf(id)).toEqual([0, 0]);
    });

    /** Sends the first byte of a request body. The returned function sends the rest and returns the error code. */
    async function startRequest(path: string, headers: Record<string, string>, body: object) {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      const outgoing = request(service.origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
      });
      const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      const arrived = service.nextRequest();
      outgoing.write(text.slice(0, 1));
      await arrived;
      return async (): Promise<string | undefined> => {
        outgoing.end(text.slice(1));
        const [incoming] = await response;
        return ((await json(incoming)) as { error?: { code: string } }).error?.code;
      };
    }

    /** Counts feedback and quarantined items that row-level security shows to this account. */
    async function itemsOf(accountId: string): Promise<number[]> {
      return service.dataSource.transaction(async (manager) => {
        await manager.query(`SELECT set_config('app.account_id', $1, true)`, [accountId]);
        const counts: number[] = [];
        for (const table of ['feedback', 'quarantined_feedback']) {
          const [{ n }] = await manager.query<[{ n: number }]>(`SELECT count(*)::int AS n FROM ${table}`);
          counts.push(n);
        }
        return counts;
      });
    }
  });

  describe('export', () => {
    it('returns all data of the account as a file, without secrets', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { id, slug, key, email } = dashboard.account;
      const titles = Array.from({ length: 230 }, (_, n) => `Item ${n} <b>"\u2028`);
      for (const title of titles) {
        await client.call('POST', '/api/v1/feedback', { key, body: { title: title.replace('\u2028', '') } });
      }
      await dashboard.patch('form', { heading: 'What do you miss?' });
      const response = await dashboard.get('account/export');
      expect(response.status).toBe(200);
      expect(response.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="feedback-${slug}-\\d{4}-\\d{2}-\\d{2}\\.json"$`),
      );
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(response.json).toEqual({
        exported_at: expect.any(String),
        account: expect.objectContaining({ id, slug, plan: 'free' }),
        members: [expect.objectContaining({ email, role: 'owner' })],
        form: expect.objectContaining({ slug, heading: 'What do you miss?' }),
        keys: [expect.objectContaining({ name: 'Test', masked: `fb_live_…${key.slice(-4)}` })],
        feedback: expect.any(Array),
        quarantine: [],
        notes: [],
      });
      const exported = response.json.feedback.map(({ title }: { title: string }) => title);
      expect(exported.sort()).toEqual(titles.map((title) => title.replace('\u2028', '')).sort());
      const page = await client.call('GET', '/api/v1/feedback?limit=1', { key });
      expect(response.json.feedback[0]).toEqual(page.json.data[0]);
      expect(response.text).not.toContain(key);
      for (const secret of ['digest', 'password', 'argon2']) expect(response.text).not.toContain(secret);
      const head = await dashboard.call('HEAD', 'account/export');
      expect([head.status, head.text]).toEqual([200, '']);
    });

    it('has merged items too', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const create = async (title: string) =>
        (await dashboard.post('feedback', { title })).json.data.id as string;
      const [target, duplicate] = [await create('Target'), await create('Duplicate')];
      const { status } = await dashboard.patch(`feedback/${duplicate}`, { merged_into: target });
      expect(status).toBe(200);
      const { feedback } = (await dashboard.get('account/export')).json;
      expect(feedback).toEqual([
        expect.objectContaining({ id: duplicate, merged_into: target }),
        expect.objectContaining({ id: target, duplicate_count: 1 }),
      ]);
    });

    it('returns empty lists for an account without items', async () => {
      const dashboard = await Dashboard.forNewAccount(service, client);
      const { json } = await dashboard.get('account/export');
      expect([json.feedback, json.quarantine]).toEqual([[], []]);
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
