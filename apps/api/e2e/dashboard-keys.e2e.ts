import { errorOf } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

const DAY = 86_400_000;

const LIMITS = { RATE_LIMIT_HOUR_FREE: '100', RATE_LIMIT_MINUTE_FREE: '10' };
const issue = async (dashboard: Dashboard, given: object = {}) =>
  (await dashboard.post('keys', { name: 'Server', permission: 'full', ...given })).json.data;
const rotate = (dashboard: Dashboard, id: string, overlap_seconds: unknown) =>
  dashboard.post(`keys/${id}/rotate`, { overlap_seconds });
const list = async (dashboard: Dashboard) => (await dashboard.get('keys')).json.data;

/** api-keys.md 7 */
describe.each(['memory', 'postgres'])('the limits of keys, counted in %s', (RATE_LIMIT_STORE) => {
  const { service, client } = useService({ ...LIMITS, RATE_LIMIT_STORE });

  const start = () => Dashboard.forNewAccount(service, client);
  const use = (key: string) => client.call('GET', '/api/v1/feedback', { key });

  it('returns the remaining requests of each key without using any', async () => {
    const dashboard = await start();
    const { secret, id } = await issue(dashboard);
    const startedAt = Date.now();
    const entry = async () => (await list(dashboard)).find((key: { id: string }) => key.id === id);
    for (let n = 0; n < 3; n++) await use(secret);
    // The time of the use is stored beside the response.
    while ((await entry()).last_used_at === null);
    for (let n = 0; n < 3; n++) {
      const { budget } = await entry();
      expect(budget.hour).toMatchObject({ limit: 100, remaining: 97 });
      expect(budget.minute).toMatchObject({ limit: 10, remaining: 7 });
      const elapsed = Math.ceil((Date.now() - startedAt) / 1000);
      expect(budget.minute.reset_seconds).toBeGreaterThanOrEqual(60 - elapsed);
    }
    expect((await use(secret)).headers['x-ratelimit-remaining']).toBe('6');
  });

  it('shares one quota between the old key and the new key', async () => {
    const dashboard = await start();
    const old = await issue(dashboard);
    for (let n = 0; n < 6; n++) await use(old.secret);
    const { secret, budget } = (await rotate(dashboard, old.id, 3600)).json.data;
    expect(budget.minute.remaining).toBe(4);
    for (let n = 0; n < 4; n++) expect((await use(n % 2 ? secret : old.secret)).status).toBe(200);
    for (const key of [old.secret, secret]) expect((await use(key)).status).toBe(429);
  });
});

/** api-keys.md 5, api-keys.md 7 */
describe('/app/api/keys', () => {
  const { service, client } = useService(LIMITS);

  const start = () => Dashboard.forNewAccount(service, client);
  const use = (key: string) => client.call('GET', '/api/v1/feedback', { key });

  it('creates a key and returns its secret only once', async () => {
    const dashboard = await start();
    const owner = (await dashboard.get('session')).json.data.person;
    const response = await dashboard.post('keys', { name: ' Server ', permission: 'read' });
    expect(response.status).toBe(201);
    const { secret, ...entry } = response.json.data;
    expect(secret).toMatch(/^fb_live_[0-9A-Za-z]{38}$/);
    expect(entry).toEqual({
      id: expect.any(String),
      name: 'Server',
      permission: 'read',
      allowed_origins: [],
      masked: `fb_live_…${secret.slice(-4)}`,
      state: 'active',
      created_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      budget: {
        hour: { limit: 100, remaining: 100, reset_seconds: 3600 },
        minute: { limit: 10, remaining: 10, reset_seconds: 60 },
      },
    });
    const listed = await dashboard.get('keys');
    expect(listed.json.data[0]).toEqual(entry);
    expect(listed.json.data).toHaveLength(2);
    expect(listed.text).not.toContain(secret);
    const [{ created_by }] = await service.dataSource.query<[{ created_by: string }]>(
      'SELECT created_by FROM api_keys WHERE id = $1',
      [entry.id],
    );
    expect(created_by).toBe(owner.id);
    expect((await use(secret)).status).toBe(200);
  });

  it('creates a submit key that works only from its origins', async () => {
    const dashboard = await start();
    const allowed_origins = ['https://www.example.com', 'http://localhost:5173'];
    const { secret, ...entry } = await issue(dashboard, { permission: 'submit', allowed_origins });
    expect(entry.allowed_origins).toEqual(allowed_origins);
    const submit = (origin: string) =>
      client.call('POST', '/api/v1/feedback', { key: secret, headers: { origin }, body: { title: 'T' } });
    expect((await submit('https://www.example.com')).status).toBe(201);
    expect((await submit('https://evil.example')).json.error.code).toBe('origin_not_allowed');
  });

  it.each<[object, string]>([
    [{ permission: undefined }, 'permission missing_required_field'],
    [{ permission: 'submit', allowed_origins: [5] }, 'allowed_origins invalid_type'],
    [{ expires_in_days: 31 }, 'expires_in_days invalid_value'],
    [{ secret: 'fb_live_mine' }, 'secret unknown_field'],
  ])('rejects a new key with %j', async (given, expected) => {
    const dashboard = await start();
    const response = await dashboard.post('keys', { name: 'Server', permission: 'full', ...given });
    expect(response.status).toBe(400);
    const [{ param, code }] = response.json.error.details;
    expect(`${param} ${code}`).toBe(expected);
    expect(await list(dashboard)).toHaveLength(1);
  });

  it('allows at most 20 new keys per hour, not counting rotations', async () => {
    const dashboard = await start();
    const { id } = await issue(dashboard);
    for (let n = 3; n <= 20; n++) await dashboard.delete(`keys/${(await issue(dashboard)).id}`);
    const response = await dashboard.post('keys', { name: 'Too many', permission: 'full' });
    expect(errorOf(response)).toEqual([429, 'rate_limit_error', 'too_many_new_keys']);
    const seconds = Number(response.headers['retry-after']);
    expect([seconds > 3500, seconds <= 3600]).toEqual([true, true]);
    expect((await rotate(dashboard, id, 0)).status).toBe(201);
  });

  it('revokes a key immediately and permanently', async () => {
    const dashboard = await start();
    const { secret, id } = await issue(dashboard);
    expect((await use(secret)).status).toBe(200);
    expect((await dashboard.delete(`keys/${id}`)).status).toBe(204);
    expect((await use(secret)).json.error.code).toBe('api_key_revoked');
    expect((await dashboard.delete(`keys/${id}`)).status).toBe(204);
    expect((await list(dashboard))[0]).toMatchObject({
      state: 'revoked',
      revoked_at: expect.any(String),
      budget: { hour: null, minute: null },
    });
    expect(errorOf(await rotate(dashboard, id, 0))).toEqual([409, 'conflict_error', 'api_key_not_active']);
  });

  it('returns 404 for keys of another account and for unknown IDs', async () => {
    const dashboard = await start();
    const { id, secret } = await issue(dashboard);
    const otherOwner = await start();
    for (const wrong of [id, '%00']) {
      for (const response of [
        await otherOwner.delete(`keys/${wrong}`),
        await rotate(otherOwner, wrong, 3600),
      ]) {
        expect(errorOf(response)).toEqual([404, 'not_found_error', 'api_key_not_found']);
      }
    }
    expect((await use(secret)).status).toBe(200);
    expect(await list(otherOwner)).toHaveLength(1);
  });

  describe('rotation', () => {
    it('keeps the old key active during the overlap, and gives the new key the same rights', async () => {
      const dashboard = await start();
      const allowed_origins = ['https://www.example.com'];
      const given = { name: 'Page', permission: 'submit', allowed_origins };
      const old = await issue(dashboard, given);
      const before = Date.now();
      const response = await rotate(dashboard, old.id, 86_400);
      expect(response.status).toBe(201);
      const { secret, id } = response.json.data;
      expect(response.json.data).toMatchObject({ ...given, state: 'active', expires_at: null });
      expect([secret === old.secret, id === old.id]).toEqual([false, false]);
      const [successor, predecessor] = await list(dashboard);
      expect(successor.id).toBe(id);
      expect(predecessor).toMatchObject({ id: old.id, state: 'active' });
      const rotatedAt = Date.parse(predecessor.expires_at) - DAY;
      expect([rotatedAt >= before, rotatedAt <= Date.now()]).toEqual([true, true]);
      for (const key of [old.secret, secret]) {
        const call = { key, headers: { origin: allowed_origins[0]! }, body: { title: 'T' } };
        expect((await client.call('POST', '/api/v1/feedback', call)).status).toBe(201);
      }
    });

    it('expires the old key immediately without an overlap', async () => {
      const dashboard = await start();
      const old = await issue(dashboard);
      expect((await use(old.secret)).status).toBe(200);
      const { secret } = (await rotate(dashboard, old.id, 0)).json.data;
      expect((await use(old.secret)).json.error.code).toBe('api_key_expired');
      expect((await use(secret)).status).toBe(200);
      expect((await list(dashboard))[1].state).toBe('expired');
    });

    /** api-keys.md 4 */
    it('is possible with ten active keys, until 20 keys work including rotated ones', async () => {
      const dashboard = await start();
      const { id } = await issue(dashboard);
      for (let n = 3; n <= 10; n++) await issue(dashboard);
      expect((await rotate(dashboard, id, 3600)).status).toBe(201);
      const eleventh = await dashboard.post('keys', { name: 'Eleventh', permission: 'full' });
      expect(errorOf(eleventh)).toEqual([409, 'conflict_error', 'api_key_limit_reached']);
      for (let n = 12; n <= 20; n++) expect((await rotate(dashboard, id, 3600)).status).toBe(201);
      expect(errorOf(await rotate(dashboard, id, 3600))[2]).toBe('api_key_limit_reached');
    });

    it('rejects another overlap', async () => {
      const dashboard = await start();
      const { id } = await issue(dashboard);
      for (const overlap of [1, null, '3600', undefined]) {
        expect((await rotate(dashboard, id, overlap)).json.error.param).toBe('overlap_seconds');
      }
      expect(await list(dashboard)).toHaveLength(2);
    });
  });
});
