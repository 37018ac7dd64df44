import { Client, docUrl, type HttpResponse, type Call } from './support/client';
import { Service, type Account } from './support/service';
import { useService } from './support/use-service';

/** api-keys.md 2, api-keys.md 3 */
describe('authentication with an API key', () => {
  const { service, client } = useService();
  let account: Account;

  beforeAll(async () => (account = await service.account()));

  const base = '/api/v1/feedback';
  const EXAMPLE = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

  const expectUnauthorized = (response: HttpResponse, code: string, message: string) => {
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('ApiKey realm="api"');
    expect(response.headers).not.toHaveProperty('ratelimit');
    expect(response.json).toEqual({
      error: {
        type: 'authentication_error',
        message,
        code,
        doc_url: docUrl(code),
        request_id: response.headers['x-request-id'],
      },
    });
  };
  const MISSING = 'Missing API key: send it in the X-API-Key header';

  it.each([
    ['no header', {}],
    ['an empty header', { 'x-api-key': '' }],
    ['a blank header', { 'x-api-key': '   ' }],
  ])('returns api_key_missing for %s', async (_name, headers) => {
    expectUnauthorized(await client.call('GET', base, { headers: headers }), 'api_key_missing', MISSING);
  });

  it('accepts a key only in the X-API-Key header', async () => {
    const { key } = account;
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { cookie: `x-api-key=${key}; api_key=${key}` },
      { 'api-key': key },
    ]) {
      expectUnauthorized(await client.call('GET', base, { headers: headers }), 'api_key_missing', MISSING);
    }
    expectUnauthorized(await client.call('GET', `${base}?api_key=${key}`), 'api_key_missing', MISSING);
    expectUnauthorized(
      await client.call('POST', base, { body: { api_key: key, title: 'T' } }),
      'api_key_missing',
      MISSING,
    );
    expect((await client.call('GET', `${base}?api_key=${key}`, { key })).json.error.code).toBe(
      'unknown_parameter',
    );
  });

  it.each([
    ['a word', 'letmein'],
    ['a wrong prefix', 'fb_test_ExampleKeyExampleKeyExampleKey002hcjrI'],
    ['a wrong checksum', 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrJ'],
    ['one character too few', EXAMPLE.slice(0, -1)],
    ['one character too many', `${EXAMPLE}0`],
    ['a key with non-ASCII letters', 'fb_live_Exämple'],
    ['a well-formed unknown key', EXAMPLE],
  ])('rejects %s', async (_name, key) => {
    expectUnauthorized(
      await client.call('GET', base, { key: Buffer.from(key).toString('latin1') }),
      'api_key_invalid',
      'Invalid API key',
    );
  });

  it('never repeats a key in an error message', async () => {
    const { key } = account;
    for (const response of [
      await client.call('GET', `${base}?${key}=1`, { key }),
      await client.call('GET', `${base}/x?${key}=1`, { key }),
      await client.call('POST', base, { key, body: { title: 'T', [key]: 1 } }),
    ]) {
      expect(response.status).toBe(400);
      expect(response.text).not.toContain(key);
      expect(response.json.error.message).toContain('fb_live_…');
    }
  });

  it('ignores whitespace around a key', async () => {
    expect((await client.call('GET', base, { headers: { 'x-api-key': `  ${account.key}\t` } })).status).toBe(
      200,
    );
  });

  it('rejects two keys, even if they are the same', async () => {
    for (const second of [account.key, EXAMPLE]) {
      const response = await client.call('GET', base, { headers: { 'X-API-Key': [account.key, second] } });
      expectUnauthorized(
        response,
        'api_key_ambiguous',
        'Multiple API keys provided: send exactly one X-API-Key header',
      );
    }
    const joined = await client.call('GET', base, { key: `${account.key}, ${account.key}` });
    expectUnauthorized(joined, 'api_key_invalid', 'Invalid API key');
  });

  it('returns api_key_revoked soon after a revocation, on every instance', async () => {
    const second = await Service.start({}, { database: service.database });
    const other = new Client(second);
    try {
      const { key, keyId } = await service.issue(account.id);
      expect((await client.call('GET', base, { key })).status).toBe(200);
      expect((await other.call('GET', base, { key })).status).toBe(200);
      await service.revoke(account.id, keyId);
      for (const at of [client, other]) {
        let response;
        do response = await at.call('GET', base, { key });
        while (response.status === 200);
        expectUnauthorized(response, 'api_key_revoked', 'API key has been revoked');
      }
    } finally {
      other.close();
      await second.stop();
    }
  });

  it('returns api_key_expired for an expired key', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { key, keyId } = await service.issue(account.id, { expiresAt });
    await service.expire(keyId);
    expectUnauthorized(await client.call('GET', base, { key }), 'api_key_expired', 'API key has expired');
  });

  it('stores when a key was last used', async () => {
    const { key, keyId } = await service.issue(account.id);
    const lastUsed = async () => {
      const [row] = await service.dataSource.query('SELECT last_used_at FROM api_keys WHERE id = $1', [
        keyId,
      ]);
      return (row as { last_used_at: Date | null }).last_used_at;
    };
    expect(await lastUsed()).toBeNull();
    await client.call('GET', base, { key });
    let first = await lastUsed();
    while (first === null) first = await lastUsed();
    expect(first).toBeInstanceOf(Date);
  });

  /** api-keys.md 3 */
  describe('permissions', () => {
    const denied = (response: HttpResponse, permission: string, action = 'do this') => {
      expect(response.status).toBe(403);
      expect(response.json.error).toMatchObject({
        type: 'permission_error',
        code: 'insufficient_permissions',
        message: `This API key is not allowed to ${action} (permission: ${permission})`,
      });
    };

    it('allow a read key to read and nothing else', async () => {
      const { key } = await service.issue(account.id, { permission: 'read' });
      const { id } = (await client.call('POST', base, { key: account.key, body: { title: 'T' } })).json.data;
      for (const method of ['GET', 'HEAD']) {
        expect((await client.call(method, base, { key })).status).toBe(200);
        expect((await client.call(method, `${base}/${id}`, { key })).status).toBe(200);
      }
      denied(await client.call('POST', base, { key, body: { title: 'T' } }), 'read');
      denied(await client.call('PATCH', `${base}/${id}`, { key, body: {} }), 'read');
      denied(await client.call('DELETE', `${base}/${id}`, { key }), 'read');
    });

    it('allow a submit key to submit from its origins, without a status', async () => {
      const origin = 'https://app.example';
      const { key } = await service.issue(account.id, { permission: 'submit', origins: [origin] });
      const submit = (body: unknown, headers: Call['headers'] = { origin }) =>
        client.call('POST', base, { key, body, headers });
      expect((await submit({ title: 'T' })).status).toBe(201);
      denied(await submit({ title: 'T', status: 'planned' }), 'submit', 'set status');
      denied(await submit({ title: 'T', status: 'new' }), 'submit', 'set status');
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { origin: `${origin}.evil` },
        { origin: 'null' },
      ]) {
        const response = await submit({ title: 'T' }, headers);
        expect(response.status).toBe(403);
        expect(response.json.error).toMatchObject({
          code: 'origin_not_allowed',
          message: 'This API key may not be used from this origin',
        });
      }
      denied(await client.call('GET', base, { key, headers: { origin } }), 'submit');
      denied(await client.call('DELETE', `${base}/x`, { key, headers: { origin } }), 'submit');
    });

    it('allow a submit key without origins to do nothing', async () => {
      const origins = ['https://app.example'];
      const { key, keyId } = await service.issue(account.id, { permission: 'submit', origins });
      // Older versions created such keys.
      await service.dataSource.query(`UPDATE api_keys SET allowed_origins = '{}' WHERE id = $1`, [keyId]);
      for (const headers of [{}, { origin: 'https://app.example' }]) {
        const response = await client.call('POST', base, { key, body: { title: 'T' }, headers: headers });
        expect(response.json.error.code).toBe('origin_not_allowed');
      }
    });
  });
});

/** rate-limits.md 7 */
describe('failed authentication', () => {
  const base = '/api/v1/feedback';
  const wrong = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

  const { service, client } = useService({ AUTH_FAILURES_PER_MINUTE: '3', TRUST_PROXY: '1' });

  it('is limited per IP address; missing keys do not count, and valid keys still work', async () => {
    const { key } = await service.account();
    const from = (ip: string, more: string | undefined) =>
      client.call('GET', base, { key: more, headers: { 'x-forwarded-for': ip } });
    for (let i = 0; i < 6; i++) expect((await from('192.0.2.1', undefined)).status).toBe(401);
    for (let i = 0; i < 3; i++)
      expect((await from('192.0.2.1', i === 1 ? 'garbage' : wrong)).status).toBe(401);
    const response = await from('192.0.2.1', wrong);
    expect(response.status).toBe(429);
    const seconds = Number(response.headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(response.json.error).toMatchObject({
      type: 'rate_limit_error',
      code: 'too_many_auth_failures',
      message: `Too many failed authentication attempts. Retry in ${seconds} seconds.`,
    });
    expect((await from('192.0.2.1', undefined)).status).toBe(401);
    expect((await from('192.0.2.1', key)).status).toBe(200);
    expect((await from('192.0.2.2', wrong)).status).toBe(401);
    for (let i = 0; i < 3; i++) await from('2001:db8:0:1::1', wrong);
    expect((await from('2001:db8:0:1:ffff::2', wrong)).status).toBe(429);
    expect((await from('2001:db8:0:2::1', wrong)).status).toBe(401);
  });
});
