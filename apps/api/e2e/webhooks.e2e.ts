import { LOCAL_WEBHOOKS } from './support/receiver';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const PATH = '/api/v1/webhooks';
const URL = 'http://127.0.0.1:9/hook';
const UNKNOWN = '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f';

/** webhooks.md 1 */
describe(PATH, () => {
  const { service, client } = useService({ ...LOCAL_WEBHOOKS, WORKER: 'off' });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  /** The origin is one that submit keys allow. */
  const call = (method: string, path = '', body?: unknown, key = account.key) =>
    client.call(method, PATH + path, { key, body, headers: { origin: 'https://page.example' } });
  const create = async (more: object = {}, key = account.key) =>
    (await call('POST', '', { url: URL, events: ['*'], ...more }, key)).json.data;
  const errorOf = async (response: ReturnType<typeof call>) => {
    const { status, json } = await response;
    return [status, json.error.type, json.error.code, json.error.param];
  };

  it('creates a webhook with defaults, and returns its secret only once', async () => {
    const { status, json } = await call('POST', '', { url: URL, events: ['feedback.created'] });
    const { secret, ...webhook } = json.data;
    expect(status).toBe(201);
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      url: URL,
      events: ['feedback.created'],
      payload: 'full',
      signature: 'hmac',
      headers: [],
      description: null,
      exclude_actor: null,
      status: 'active',
      disabled_reason: null,
      public_key: null,
      previous_secret_expires_at: null,
      health: {
        consecutive_failures: 0,
        last_success_at: null,
        last_failure_at: null,
        success_rate_24h: null,
        average_duration_ms: null,
      },
      created_by: { type: 'api_key', id: account.keyId },
      created_at: expect.any(String),
      updated_at: webhook.created_at,
    });
    const responses = [
      await call('GET', `/${webhook.id}`),
      await call('GET', `/${webhook.id.toUpperCase()}`),
      await call('PATCH', `/${webhook.id}`, {}),
      await call('GET'),
    ];
    for (const { status, text } of responses) {
      expect(status).toBe(200);
      expect(text).not.toContain('whsec_');
    }
    expect(responses[0]!.json.data).toEqual(webhook);
    expect(responses[1]!.json.data).toEqual(webhook);
  });

  it('creates a webhook with a public key instead of a secret, and never returns values of headers', async () => {
    const headers = { Authorization: 'Bearer 8e03978e', 'x-tenant': '7' };
    const created = await create({ signature: 'ed25519', payload: 'thin', headers, description: 'Sync' });
    expect(created).toMatchObject({
      signature: 'ed25519',
      payload: 'thin',
      headers: ['Authorization', 'x-tenant'],
      description: 'Sync',
      public_key: expect.stringMatching(/^whpk_[A-Za-z\d+/]{43}=$/),
    });
    expect(created).not.toHaveProperty('secret');
    const { text, json } = await call('GET', `/${created.id}`);
    expect(json.data).toEqual(created);
    expect(text).not.toContain('8e03978e');
  });

  it('lists all webhooks on one page, newest first', async () => {
    const [first, second] = [await create(), await create()];
    const { json } = await call('GET');
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(json.pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
  });

  it('updates only the fields of the request, and replaces all headers', async () => {
    const { id, secret: _, ...created } = await create({ headers: { 'x-a': '1' }, description: 'Sync' });
    const changes = {
      events: ['feedback.deleted'],
      headers: { 'x-b': '2' },
      description: null,
      exclude_actor: 'import',
    };
    const { json } = await call('PATCH', `/${id}`, changes);
    expect(json.data).toEqual({
      id,
      ...created,
      ...changes,
      headers: ['x-b'],
      updated_at: json.data.updated_at,
    });
    expect(json.data.updated_at > created.updated_at).toBe(true);
    for (const status of ['disabled', 'active']) {
      expect((await call('PATCH', `/${id}`, { status })).json.data).toMatchObject({
        status,
        disabled_reason: null,
      });
    }
    expect(await errorOf(call('PATCH', `/${id}`, { signature: 'ed25519' }))).toEqual([
      400,
      'validation_error',
      'read_only_field',
      'signature',
    ]);
  });

  it('deletes a webhook', async () => {
    const { id } = await create();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('DELETE', `/${id}`)).status).toBe(404);
    expect((await call('GET')).json.data).toEqual([]);
  });

  it('rotates the secret, or the key', async () => {
    const hmac = await create();
    const before = Date.now();
    const first = (await call('POST', `/${hmac.id}/rotate-secret`, {})).json.data;
    expect(first.secret).toMatch(/^whsec_/);
    expect(first.secret).not.toBe(hmac.secret);
    expect(first.public_key).toBeNull();
    const rotatedAt = Date.parse(first.previous_secret_expires_at) - 86_400_000;
    expect([rotatedAt >= before, rotatedAt <= Date.now()]).toEqual([true, true]);
    const read = (await call('GET', `/${hmac.id}`)).json.data;
    expect(read.previous_secret_expires_at).toBe(first.previous_secret_expires_at);
    const second = await call('POST', `/${hmac.id}/rotate-secret`, { overlap_seconds: 0 });
    expect([second.status, second.json.data.previous_secret_expires_at]).toEqual([200, null]);

    const ed25519 = await create({ signature: 'ed25519' });
    const { secret, public_key } = (await call('POST', `/${ed25519.id}/rotate-secret`, {})).json.data;
    expect(secret).toBeUndefined();
    expect(public_key).toMatch(/^whpk_/);
    expect(public_key).not.toBe(ed25519.public_key);
    expect((await call('GET', `/${ed25519.id}`)).json.data.public_key).toBe(public_key);
    expect(await errorOf(call('POST', `/${hmac.id}/rotate-secret`, { overlap_seconds: 604_801 }))).toEqual([
      400,
      'validation_error',
      'invalid_value',
      'overlap_seconds',
    ]);
  });

  it('rejects URLs that are not public with one message, also in updates', async () => {
    const { id } = await create();
    const urls = [
      'ftp://example.com',
      'http://10.0.0.1/',
      'http://[fd00::1]/',
      'http://does-not-exist.invalid/',
    ];
    for (const url of urls) {
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${id}`],
      ] as const) {
        const { status, json } = await call(method, path, {
          url,
          ...(method === 'POST' && { events: ['*'] }),
        });
        expect([url, status, json.error.code, json.error.param, json.error.message]).toEqual([
          url,
          400,
          'invalid_value',
          'url',
          'Invalid value for url: must be a public https URL',
        ]);
      }
    }
  });

  it('says what is wrong with the form of a URL', async () => {
    const { json } = await call('POST', '', { url: 'https://ada@example.com/', events: ['*'] });
    expect(json.error.message).toBe('Invalid value for url: must not contain a user or a password');
  });

  it('rejects the 51st webhook of an account, also among requests at the same time', async () => {
    for (let i = 0; i < 48; i++) await create();
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await call('POST', '', { url: URL, events: ['*'] })).status),
    );
    expect(statuses.sort()).toEqual([201, 201, 409, 409, 409]);
    expect(await errorOf(call('POST', '', { url: URL, events: ['*'] }))).toEqual([
      409,
      'conflict_error',
      'webhook_limit_reached',
      undefined,
    ]);
    expect((await call('GET')).json.data).toHaveLength(50);
    const other = await service.account();
    expect((await call('POST', '', { url: URL, events: ['*'] }, other.key)).status).toBe(201);
  });

  it('returns 404 for webhooks of other accounts, and for unknown and malformed IDs', async () => {
    const other = await service.account();
    const { id } = await create({}, other.key);
    for (const path of [`/${id}`, `/${UNKNOWN}`, '/nothing']) {
      const requests: [string, string, unknown?][] = [
        ['GET', path],
        ['PATCH', path, { status: 'disabled' }],
        ['DELETE', path],
        ['POST', `${path}/rotate-secret`, {}],
        ['POST', `${path}/test`],
        ['GET', `${path}/deliveries`],
        ['POST', `${path}/deliveries/${UNKNOWN}/retry`],
        ['POST', `${path}/replay`, { since: '2026-03-03T10:00:00Z' }],
      ];
      for (const [method, target, body] of requests) {
        const error = await errorOf(call(method, target, body));
        expect([method, target, ...error]).toEqual([
          method,
          target,
          404,
          'not_found_error',
          'webhook_not_found',
          undefined,
        ]);
      }
    }
    expect((await call('GET')).json.data).toEqual([]);
    expect((await call('GET', `/${id}`, undefined, other.key)).json.data.status).toBe('active');
  });

  it('lets read keys read, and submit keys nothing', async () => {
    const { id } = await create();
    const read = await service.issue(account.id, { permission: 'read' });
    const submit = await service.issue(account.id, { permission: 'submit' });
    const reads = ['', `/${id}`, `/${id}/deliveries`];
    const changes: [string, string, unknown?][] = [
      ['POST', '', { url: URL, events: ['*'] }],
      ['PATCH', `/${id}`, {}],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/rotate-secret`, {}],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/deliveries/${UNKNOWN}/retry`],
      ['POST', `/${id}/replay`, { since: '2026-03-03T10:00:00Z' }],
    ];
    // The path can be a secret.
    const { origin } = new globalThis.URL(URL);
    const seen = [read.key, account.key].map(async (key) => {
      const [one, all] = await Promise.all([
        call('GET', `/${id}`, undefined, key),
        call('GET', '', undefined, key),
      ]);
      const listed = (all.json.data as { id: string; url: string }[]).find((webhook) => webhook.id === id);
      return [one.json.data.url, listed?.url];
    });
    expect(await Promise.all(seen)).toEqual([
      [origin, origin],
      [URL, URL],
    ]);
    for (const path of reads) {
      expect([path, (await call('GET', path, undefined, read.key)).status]).toEqual([path, 200]);
      expect([path, (await call('GET', path, undefined, submit.key)).status]).toEqual([path, 403]);
    }
    for (const [method, path, body] of changes) {
      for (const { key } of [read, submit]) {
        const { status, json } = await call(method, path, body, key);
        expect([method, path, status, json.error.code]).toEqual([
          method,
          path,
          403,
          'insufficient_permissions',
        ]);
      }
    }
  });
});
