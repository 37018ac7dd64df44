import {
  AccountSettingsUseCases,
  ApiKeyUseCases,
  formChangeRule,
  planChangeRule,
  rotationRule,
} from '@libs/accounts';
import { parse, SYSTEM } from '@libs/kernel';
import { errorOf } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** api-keys.md 6 */
describe('/api/v1/key', () => {
  const { service, client } = useService({
    PUBLIC_URL: 'http://feedback.test:8080',
    RATE_LIMIT_MINUTE_PRO: '3',
    RATE_LIMIT_HOUR_PRO: '100',
  });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  const path = '/api/v1/key';
  const call = (key = account.key, method = 'GET') => client.call(method, path, { key });

  it('returns the key, its permission, its account, and the form URL, and nothing else', async () => {
    const { status, json } = await call();
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        id: account.keyId,
        name: 'Test',
        permission: 'full',
        masked: `fb_live_…${account.key.slice(-4)}`,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
        expires_at: null,
        account: { name: expect.stringMatching(/^Acme \d+ /), slug: account.slug, plan: 'free' },
        form_url: `http://feedback.test:8080/f/${account.slug}`,
      },
    });
    expect(Object.keys(json.data)).toEqual([
      'id',
      'name',
      'permission',
      'masked',
      'created_at',
      'expires_at',
      'account',
      'form_url',
    ]);
  });

  it('never returns the secret or the ID of the account', async () => {
    const { text } = await call();
    for (const secret of [account.key, account.id]) expect(text).not.toContain(secret);
  });

  it('returns the expiry of the key', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { key } = await service.issue(account.id, { permission: 'read', expiresAt });
    const { data } = (await call(key)).json;
    expect(data).toMatchObject({ permission: 'read', expires_at: expiresAt.toISOString() });
  });

  it('returns the current slug and plan of the account', async () => {
    const slug = `${account.slug}-2`;
    const pro = parse(planChangeRule, { plan: 'pro' });
    await service.administration.setPlan(account.slug, pro, SYSTEM);
    await service
      .get(AccountSettingsUseCases)
      .changeForm(account.id, parse(formChangeRule, { slug }), SYSTEM);
    expect((await call()).json.data).toMatchObject({
      account: { slug, plan: 'pro' },
      form_url: `http://feedback.test:8080/f/${slug}`,
    });
  });

  it('describes the key of the request, not another key of the account', async () => {
    const [one, other] = [await service.issue(account.id), await service.issue(account.id)];
    const maskedOf = async (key: string) => (await call(key)).json.data.masked as string;
    expect(await maskedOf(one.key)).toBe(`fb_live_…${one.key.slice(-4)}`);
    expect(await maskedOf(other.key)).toBe(`fb_live_…${other.key.slice(-4)}`);
  });

  it('returns the expiry that a rotation sets, and 401 after it', async () => {
    const keys = service.get(ApiKeyUseCases);
    const overlap = (seconds: number) => parse(rotationRule, { overlap_seconds: seconds });
    const successor = await keys.rotate(account.id, account.keyId, overlap(3600), SYSTEM);
    const { data } = (await call()).json;
    expect(Date.parse(data.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    expect((await call(successor.secret)).json.data).toMatchObject({ name: 'Test', expires_at: null });
    await keys.rotate(account.id, successor.key.id, overlap(0), SYSTEM);
    expect(errorOf(await call(successor.secret))).toEqual([401, 'authentication_error', 'api_key_expired']);
  });

  it('rejects a submit key, a revoked key, and a missing key', async () => {
    const origin = 'https://app.example';
    const submit = await service.issue(account.id, { permission: 'submit', origins: [origin] });
    const denied = await client.call('GET', path, { key: submit.key, headers: { origin } });
    expect(errorOf(denied)).toEqual([403, 'permission_error', 'insufficient_permissions']);
    await service.get(ApiKeyUseCases).revoke(account.id, account.keyId, SYSTEM);
    expect(errorOf(await call())).toEqual([401, 'authentication_error', 'api_key_revoked']);
    expect(errorOf(await client.call('GET', path))).toEqual([401, 'authentication_error', 'api_key_missing']);
  });

  it('returns 401 after the account is deleted, even if the key was used a moment ago', async () => {
    expect((await call()).status).toBe(200);
    await service.dataSource.query('DELETE FROM accounts WHERE id = $1', [account.id]);
    const response = await call();
    expect(errorOf(response)).toEqual([401, 'authentication_error', 'api_key_invalid']);
    expect(response.headers['www-authenticate']).toBe('ApiKey realm="api"');
  });

  it('supports HEAD, OPTIONS, and a trailing slash, and rejects POST and query parameters', async () => {
    const [get, head] = [await call(), await call(account.key, 'HEAD')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      get.headers['content-length'],
    ]);
    const options = await client.call('OPTIONS', path);
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const put = await client.call('POST', path, { key: account.key, body: {} });
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const query = await client.call('GET', `${path}?fields=name`, { key: account.key });
    expect([query.status, query.json.error.message]).toEqual([
      400,
      'Unknown query parameter: fields (allowed: none)',
    ]);
    expect((await client.call('GET', `${path}/`, { key: account.key })).status).toBe(200);
  });

  it('counts each call as one request and returns the remaining requests', async () => {
    const { key } = await service.account('pro');
    const responses = [];
    for (const at of ['key', 'feedback', 'key', 'key']) {
      responses.push(await client.call('GET', `/api/v1/${at}`, { key }));
    }
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(responses.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0']);
    expect(responses[0]!.headers['ratelimit']).toContain('"hour";r=99;');
  });
});
