import { PostgresEndpointRepository } from '@libs/postgres';
import { errorOf } from './support/client';
import { Dashboard } from './support/dashboard';
import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import { useService } from './support/use-service';

const HOUR = 3_600_000;
const UNKNOWN = '019cb391-c200-7461-810d-902141cbdd6b';

/** dashboard.md 11 */
describe('/app/api/webhooks', () => {
  const { service, client } = useService(LOCAL_WEBHOOKS);
  let receiver: Receiver;
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

  beforeEach(async () => {
    receiver = await Receiver.start();
    mine = await Dashboard.forNewAccount(service, client);
  });
  afterEach(() => receiver.stop());

  const respondWith = (status: number) => {
    receiver.respond = (response) => void response.writeHead(status).end();
  };
  const post = (body: object = {}) => mine.post('webhooks', { url: receiver.url, events: ['*'], ...body });
  const create = async (body: object = {}) => (await post(body)).json.data;
  const read = async (id: string) => (await mine.get(`webhooks/${id}`)).json.data;
  const deliveries = async (id: string, query = '') =>
    (await mine.get(`webhooks/${id}/deliveries${query}`)).json.data;
  const disable = (id: string) =>
    new PostgresEndpointRepository(service.dataSource).disable(mine.account.id, id, 'gone', new Date());

  /** Waits until a delivery has this status and at least this many attempts. */
  async function settled(id: string, deliveryId: string, status: string, attempts = 1) {
    for (;;) {
      const { json } = await mine.get(`webhooks/${id}/deliveries/${deliveryId}`);
      if (json.data.status === status && json.data.attempts.length >= attempts) return json.data;
    }
  }

  /** Sends a test, and returns its delivery with its first attempt. */
  async function test(id: string, status: string) {
    const { json } = await mine.post(`webhooks/${id}/test`, undefined);
    return settled(id, json.data.delivery_id, status);
  }

  it('creates a webhook that records the member, and returns its secret only once', async () => {
    const owner = (await mine.get('session')).json.data.person;
    const response = await post({ description: 'Mirror', headers: { Authorization: 'Bearer hidden' } });
    expect(response.status).toBe(201);
    const { secret, ...webhook } = response.json.data;
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({
      url: receiver.url,
      events: ['*'],
      payload: 'full',
      signature: 'hmac',
      headers: ['Authorization'],
      description: 'Mirror',
      status: 'active',
      created_by: { type: 'owner', id: owner.id },
    });
    const listed = await mine.get('webhooks');
    expect(listed.json).toEqual({
      data: [webhook],
      pagination: { limit: 50, has_more: false, next_cursor: null },
    });
    expect(await read(webhook.id)).toEqual({ ...webhook, attempts_by_hour: [] });
    expect(response.text + listed.text).not.toContain('Bearer hidden');
    expect(listed.text).not.toContain(secret);
  });

  it('returns the public key of an Ed25519 webhook instead of a secret', async () => {
    const webhook = await create({ signature: 'ed25519' });
    expect(webhook).toMatchObject({ public_key: expect.stringMatching(/^whpk_/) });
    expect(webhook).not.toHaveProperty('secret');
  });

  it.each<[string, unknown]>([
    ['url', 'http://10.0.0.1/'],
    ['url', undefined],
    ['events', []],
    ['payload', 'half'],
    ['headers', { Host: 'x' }],
    ['description', 'x'.repeat(201)],
  ])('rejects a new webhook with an invalid %s', async (param, value) => {
    const { status, json } = await post({ [param]: value });
    const params = json.error.details.map((detail: { param: string }) => detail.param);
    expect([status, params]).toEqual([400, [param]]);
  });

  it('changes a webhook, and deletes it', async () => {
    const { id } = await create();
    const changed = await mine.patch(`webhooks/${id}`, { payload: 'thin', status: 'disabled' });
    expect([changed.status, changed.json.data]).toEqual([
      200,
      expect.objectContaining({ payload: 'thin', status: 'disabled', disabled_reason: null }),
    ]);
    expect((await mine.delete(`webhooks/${id}`)).status).toBe(204);
    expect((await mine.get('webhooks')).json.data).toEqual([]);
  });

  it('replaces the secret, and the previous one expires after the overlap', async () => {
    const { id, secret } = await create();
    const before = Date.now();
    const response = await mine.post(`webhooks/${id}/rotate-secret`, { overlap_seconds: 3600 });
    const { data } = response.json;
    expect([response.status, data.secret === secret]).toEqual([200, false]);
    const rotatedAt = Date.parse(data.previous_secret_expires_at) - HOUR;
    expect([rotatedAt >= before, rotatedAt <= Date.now()]).toEqual([true, true]);
    expect(await read(id)).toMatchObject({ previous_secret_expires_at: data.previous_secret_expires_at });
  });

  it('sends a test, and returns its result with the payload and the counts of the hour', async () => {
    const { id } = await create();
    const delivery = await test(id, 'succeeded');
    expect(delivery).toMatchObject({
      event_type: 'webhook.test',
      attempts: [{ status_code: 204, error: null }],
      next_attempt_at: null,
    });
    expect(receiver.requests.map(({ body }) => body)).toEqual([delivery.payload]);
    const { payload: _, ...entry } = delivery;
    expect(await deliveries(id)).toEqual([entry]);
    const hour = new Date(Math.floor(Date.parse(delivery.attempts[0].at) / HOUR) * HOUR).toISOString();
    expect((await read(id)).attempts_by_hour).toEqual([{ hour, succeeded: 1, failed: 0 }]);
  });

  it('returns the counts of up to seven days', async () => {
    const { id } = await create();
    await test(id, 'succeeded');
    await service.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT set_config('app.account_id', $1, true)`, [mine.account.id]);
      await manager.query(
        `INSERT INTO webhook_hours (account_id, endpoint_id, hour, succeeded, failed, duration_ms)
         SELECT account_id, endpoint_id, hour - age, 0, 1, 5
         FROM webhook_hours, unnest('{30 hours, 8 days}'::interval[]) age`,
      );
    });
    const hours = async (query: string) =>
      (await mine.get(`webhooks/${id}${query}`)).json.data.attempts_by_hour.length;
    expect([await hours(''), await hours('?days=1'), await hours('?days=7')]).toEqual([1, 1, 2]);
    for (const query of ['?days=8', '?days=0', '?days=x', '?hours=1']) {
      expect([query, (await mine.get(`webhooks/${id}${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('returns the error of a failed attempt', async () => {
    const { id } = await create();
    respondWith(500);
    const { attempts, next_attempt_at } = await test(id, 'pending');
    expect(attempts[0]).toMatchObject({ status_code: 500, error: 'responded with status 500' });
    expect(Date.parse(next_attempt_at)).toBeGreaterThan(Date.parse(attempts[0].at));
  });

  it('sends a delivery again', async () => {
    const { id } = await create();
    const delivery = await test(id, 'succeeded');
    const retried = await mine.post(`webhooks/${id}/deliveries/${delivery.id}/retry`, undefined);
    expect([retried.status, retried.json]).toEqual([202, { data: { delivery_id: delivery.id } }]);
    await settled(id, delivery.id, 'succeeded', 2);
    expect(receiver.requests.map((request) => request.id)).toEqual([delivery.event_id, delivery.event_id]);
  });

  it('filters deliveries by status and event type, and continues after a page', async () => {
    const { id } = await create();
    const first = await test(id, 'succeeded');
    respondWith(500);
    const second = await test(id, 'pending');
    expect(await deliveries(id, '?status=succeeded')).toMatchObject([{ id: first.id }]);
    expect(await deliveries(id, '?event_type=feedback.created')).toEqual([]);
    const page = (await mine.get(`webhooks/${id}/deliveries?limit=1`)).json;
    expect(page).toMatchObject({ data: [{ id: second.id }], pagination: { limit: 1, has_more: true } });
    const next = await deliveries(id, `?limit=1&cursor=${page.pagination.next_cursor}`);
    expect(next).toMatchObject([{ id: first.id }]);
    expect((await mine.get(`webhooks/${id}/deliveries?status=lost`)).json.error.param).toBe('status');
  });

  it('counts the events to replay, and then queues them', async () => {
    const since = new Date(Date.now() - HOUR).toISOString();
    await mine.post('feedback', { title: 'Before the webhook' });
    // The event is published after the response.
    const { key } = mine.account;
    while ((await client.call('GET', '/api/v1/events', { key })).json.data.length === 0);
    const { id } = await create();
    const replay = async (body: object) => mine.post(`webhooks/${id}/replay`, { since, ...body });
    const counted = await replay({ dry_run: true });
    expect([counted.status, counted.json]).toEqual([202, { data: { queued: 1 } }]);
    expect(receiver.requests).toEqual([]);
    expect((await replay({})).json).toEqual({ data: { queued: 1 } });
    const [request] = await receiver.untilReceived(1);
    expect(JSON.parse(request!.body).data.feedback.title).toBe('Before the webhook');
  });

  it('sends nothing to a disabled webhook', async () => {
    const { id } = await create();
    const { id: deliveryId } = await test(id, 'succeeded');
    await mine.patch(`webhooks/${id}`, { status: 'disabled' });
    for (const response of [
      await mine.post(`webhooks/${id}/test`, undefined),
      await mine.post(`webhooks/${id}/deliveries/${deliveryId}/retry`, undefined),
      await mine.post(`webhooks/${id}/replay`, { since: new Date().toISOString() }),
    ]) {
      expect(errorOf(response)).toEqual([409, 'conflict_error', 'webhook_disabled']);
    }
  });

  it('lists webhooks that the service disabled in the session, until they are active again', async () => {
    const disabled = async () => (await mine.get('session')).json.data.disabled_webhooks;
    const [gone, off] = [await create(), await create()];
    await mine.patch(`webhooks/${off.id}`, { status: 'disabled' });
    expect(await disabled()).toEqual([]);
    await disable(gone.id);
    expect(await read(gone.id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    expect(await disabled()).toEqual([{ id: gone.id, url: gone.url }]);
    const signedIn = await new Dashboard(client).signIn(mine.account.email);
    expect(signedIn.json.data.disabled_webhooks).toHaveLength(1);
    await mine.patch(`webhooks/${gone.id}`, { status: 'active' });
    expect(await disabled()).toEqual([]);
  });

  it('returns 404 for webhooks and deliveries of another account, and for unknown IDs', async () => {
    const { id } = await create();
    const { id: deliveryId } = await test(id, 'succeeded');
    const owner = mine;
    mine = await Dashboard.forNewAccount(service, client);
    const { id: own } = await create();
    for (const wrong of [id, UNKNOWN, 'abc']) {
      for (const response of [
        await mine.get(`webhooks/${wrong}`),
        await mine.patch(`webhooks/${wrong}`, { status: 'disabled' }),
        await mine.delete(`webhooks/${wrong}`),
        await mine.post(`webhooks/${wrong}/rotate-secret`, {}),
        await mine.post(`webhooks/${wrong}/test`, undefined),
        await mine.post(`webhooks/${wrong}/replay`, { since: new Date().toISOString() }),
        await mine.get(`webhooks/${wrong}/deliveries`),
        await mine.get(`webhooks/${wrong}/deliveries/${deliveryId}`),
        await mine.post(`webhooks/${wrong}/deliveries/${deliveryId}/retry`, undefined),
      ]) {
        expect(errorOf(response)).toEqual([404, 'not_found_error', 'webhook_not_found']);
      }
    }
    for (const wrong of [deliveryId, UNKNOWN, 'abc']) {
      for (const response of [
        await mine.get(`webhooks/${own}/deliveries/${wrong}`),
        await mine.post(`webhooks/${own}/deliveries/${wrong}/retry`, undefined),
      ]) {
        expect(errorOf(response)).toEqual([404, 'not_found_error', 'delivery_not_found']);
      }
    }
    expect((await owner.get('webhooks')).json.data).toMatchObject([{ id, status: 'active' }]);
  });

  it('deletes the webhooks of a deleted account with their deliveries, and its events', async () => {
    respondWith(503);
    const { id } = await create();
    await client.call('POST', '/api/v1/feedback', { key: mine.account.key, body: { title: 'Dark mode' } });
    await receiver.untilReceived(1);
    const [delivery] = await deliveries(id);
    await settled(id, delivery.id, 'pending');
    expect(await rowsOf(mine.account.id)).toEqual([1, 1, 1, 1]);
    await mine.reauthenticate();
    expect((await mine.delete('account')).status).toBe(204);
    expect(await rowsOf(mine.account.id)).toEqual([0, 0, 0, 0]);
  });

  /** Counts rows that row-level security shows to this account. */
  async function rowsOf(accountId: string): Promise<number[]> {
    return service.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT set_config('app.account_id', $1, true)`, [accountId]);
      const counts: number[] = [];
      for (const table of ['webhook_endpoints', 'webhook_deliveries', 'webhook_hours', 'events']) {
        counts.push((await manager.query(`SELECT FROM ${table}`)).length);
      }
      return counts;
    });
  }
});
