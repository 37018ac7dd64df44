import {
  createFeedbackClient,
  verifyWebhook,
  type ClientOptions,
  type FeedbackClient,
} from '@libs/api-client';
import { clientOn } from '@libs/api-client/testing';
import { seedFeedback } from '@libs/postgres';
import { assertDescribed } from './support/openapi-check';
import { LOCAL_WEBHOOKS, Receiver } from './support/receiver';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** Tests libs/api-client against the running service. Its own tests cover failures. */
type Fetch = typeof globalThis.fetch;

/** Compares every JSON response with the OpenAPI document. */
const checked: Fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { status, headers } = response;
  const isStream = status < 300 && !headers.get('content-type')?.startsWith('application/json');
  if (!isStream || status === 204) {
    const body = await response.clone().text();
    assertDescribed({ method: init!.method!, url: String(input) }, { status, headers, body });
  }
  return response;
};

/** Loses the first response after the service has handled the request. */
function loseFirstResponse(): Fetch {
  let isLost = false;
  return async (...request) => {
    const response = await checked(...request);
    if (isLost) return response;
    isLost = true;
    await response.body?.cancel();
    throw new TypeError('fetch failed');
  };
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const seen: T[] = [];
  for await (const item of items) seen.push(item);
  return seen;
}

/** Waits until `condition` returns true; ignores its errors until then. */
async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition().catch(() => false))) await new Promise((next) => setTimeout(next, 50));
}

describe('FeedbackClient', () => {
  const { service } = useService(LOCAL_WEBHOOKS);
  let account: Account;
  let client: FeedbackClient;

  beforeEach(async () => {
    account = await service.account();
    client = createClient();
  });

  const createClient = (options: Partial<ClientOptions> = {}) =>
    createFeedbackClient({ baseUrl: service.origin, apiKey: account.key, fetch: checked, ...options });
  const titles = async () => (await all(client.listAll())).map(({ title }) => title);
  const seed = (count: number) =>
    seedFeedback(service.dataSource, { accountId: account.id, count, now: new Date() });

  it('manages a webhook, and verifies, repeats, and replays its deliveries', async () => {
    const { webhooks } = client;
    const receiver = await Receiver.start();
    const { data: created } = await webhooks.create({ url: receiver.url, events: ['feedback.created'] });
    const { id } = created;
    await client.create({ title: 'Dark mode' });
    const [request] = await receiver.untilReceived(1);
    const event = await verifyWebhook(request!.headers, request!.body, created.secret!);
    expect(event).toMatchObject({ type: 'feedback.created', data: { feedback: { title: 'Dark mode' } } });
    const { data: rotated } = await webhooks.rotateSecret(id, { overlapSeconds: 0 });
    const { data: test } = await webhooks.test(id);
    const second = (await receiver.untilReceived(2))[1]!;
    expect(await verifyWebhook(second.headers, second.body, rotated.secret!)).toMatchObject({
      type: 'webhook.test',
    });
    await expect(verifyWebhook(second.headers, second.body, created.secret!)).rejects.toThrow();
    await waitUntil(async () => (await webhooks.deliveries(id, { status: 'succeeded' })).data.length === 2);
    const { data: deliveries, pagination } = await webhooks.deliveries(id, { limit: 1 });
    expect([deliveries[0]!.id, pagination.has_more]).toEqual([test.delivery_id, true]);
    expect((await webhooks.retry(id, test.delivery_id)).data).toEqual(test);
    await receiver.untilReceived(3);
    const since = '2026-01-01T00:00:00Z';
    expect((await webhooks.replay(id, { since, dryRun: true })).data).toEqual({ queued: 0 });
    expect((await webhooks.replay(id, { since, until: since })).data).toEqual({ queued: 0 });
    expect((await webhooks.update(id, { status: 'disabled' })).data.status).toBe('disabled');
    expect((await webhooks.get(id)).data.status).toBe('disabled');
    expect((await webhooks.list()).data.map((webhook) => webhook.id)).toEqual([id]);
    await webhooks.delete(id);
    expect((await webhooks.list()).data).toEqual([]);
    await receiver.stop();
  });

  it('creates, gets, updates, and deletes an item', async () => {
    const created = await client.create({ title: 'Dark mode', submitter_email: 'ada@example.com' });
    expect(created).toMatchObject({ etag: '"1"', replayed: false, data: { status: 'new', source: 'api' } });
    const { id } = created.data;
    expect(await client.get(id)).toEqual({ data: created.data, etag: '"1"' });
    const changed = await client.update(id, { status: 'planned' }, { ifMatch: created.etag! });
    expect(changed).toMatchObject({ etag: '"2"', data: { id, status: 'planned' } });
    expect((await client.list({ status: 'planned' })).data).toEqual([changed.data]);
    await client.delete(id, { ifMatch: changed.etag! });
    expect(await thrownBy(client.get(id))).toMatchObject({ status: 404, code: 'feedback_not_found' });
  });

  it('returns the current key, and creates an item with source mcp', async () => {
    const { slug, key } = account;
    expect((await client.key()).data).toMatchObject({
      permission: 'full',
      masked: `fb_live_…${key.slice(-4)}`,
      account: { slug, plan: 'free' },
      form_url: `${service.config.PUBLIC_URL}/f/${slug}`,
    });
    const once = { source: 'mcp', idempotencyKey: 'order-17' } as const;
    const { data } = await client.create({ title: 'Dark mode' }, once);
    expect(data.source).toBe('mcp');
    expect(await client.create({ title: 'Dark mode' }, once)).toMatchObject({ data, replayed: true });
  });

  it('does not update or delete an item that has changed since it was read', async () => {
    const { data, etag } = await client.create({ title: 'Dark mode' });
    await client.update(data.id, { status: 'planned' });
    const stale = { ifMatch: etag! };
    const errorDetails = { name: 'FeedbackApiError', status: 412, code: 'etag_mismatch' };
    expect(await thrownBy(client.update(data.id, { status: 'declined' }, stale))).toMatchObject(errorDetails);
    expect(await thrownBy(client.delete(data.id, stale))).toMatchObject(errorDetails);
    expect((await client.get(data.id)).data.status).toBe('planned');
  });

  it('throws an error with the details of each invalid field', async () => {
    const error = await thrownBy(client.create({ title: '', status: 'open' as never }));
    expect(error).toMatchObject({
      name: 'FeedbackApiError',
      status: 400,
      type: 'validation_error',
      message: 'Field must not be empty: title',
      code: 'empty_value',
      param: 'title',
      details: [{ param: 'title' }, { param: 'status', code: 'invalid_value' }],
      requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      retryAfter: null,
    });
  });

  it('throws api_key_invalid with an invalid key', async () => {
    const invalidClient = createClient({ apiKey: `${account.key.slice(0, -1)}#` });
    expect(await thrownBy(invalidClient.list())).toMatchObject({ status: 401, code: 'api_key_invalid' });
  });

  it('pages through several hundred items, each once and in order', async () => {
    await seed(350);
    const seen = await all(client.listAll());
    expect(seen.map(({ id }) => id)).toEqual([...new Set(seen.map(({ id }) => id))].sort().reverse());
    expect(seen).toHaveLength(350);
    const planned = await all(client.listAll({ status: 'planned', sort: 'title', limit: 7 }));
    expect(new Set(planned.map(({ id }) => id))).toEqual(
      new Set(seen.filter(({ status }) => status === 'planned').map(({ id }) => id)),
    );
  });

  it('retries after a lost response, and changes data only once', async () => {
    const { data, replayed } = await createClient({ fetch: loseFirstResponse() }).create({
      title: 'Dark mode',
    });
    expect(replayed).toBe(true);
    expect(await titles()).toEqual(['Dark mode']);

    const change = { id: data.id, status: 'shipped' } as const;
    expect(await createClient({ fetch: loseFirstResponse() }).batch([change])).toMatchObject({
      replayed: true,
    });
    await createClient({ fetch: loseFirstResponse() }).update(data.id, { title: 'Light mode' });
    expect(await titles()).toEqual(['Light mode']);
    await createClient({ fetch: loseFirstResponse() }).delete(data.id);
    expect(await titles()).toEqual([]);
  });

  it('creates one item per idempotency key, and throws if the key is reused for another request', async () => {
    const once = { idempotencyKey: 'order-17' };
    const first = await client.create({ title: 'Dark mode' }, once);
    expect(await client.create({ title: 'Dark mode' }, once)).toEqual({ ...first, replayed: true });
    expect(await thrownBy(client.create({ title: 'Light mode' }, once))).toMatchObject({
      status: 422,
      type: 'idempotency_error',
    });
  });

  it('previews a batch with dryRun, and then applies it', async () => {
    const created = await Promise.all(['a', 'b'].map((title) => client.create({ title })));
    const updates = created.map(({ data: { id } }) => ({ id, status: 'planned' as const }));
    const preview = await client.batch(updates, { dryRun: true });
    expect(preview.changed).toEqual(updates.map(({ id }) => ({ id, fields: ['status'] })));
    expect((await client.list({ status: 'planned' })).data).toEqual([]);
    const { data, changed, replayed } = await client.batch(updates);
    expect(data.map(({ status }) => status)).toEqual(['planned', 'planned']);
    expect([changed, replayed]).toEqual([preview.changed, false]);
  });

  describe('import', () => {
    async function* rows(count: number) {
      for (let n = 0; n < count; n++) yield { title: `Item ${n}`, external_id: `old:${n}` };
    }

    it('streams generated rows, and creates no duplicates the second time', async () => {
      const report = await client.import(rows(1500));
      expect(report.data).toEqual({
        import_id: expect.any(String),
        dry_run: false,
        rows: 1500,
        created: 1500,
        existing: 0,
        repeated: 0,
        failed: 0,
        errors: [],
        repeats: [],
        warnings: [],
      });
      expect((await client.import(rows(1500))).data).toMatchObject({ created: 0, existing: 1500 });
    });

    it('retries after a lost response', async () => {
      const retrying = createClient({ fetch: loseFirstResponse() });
      const { data } = await retrying.import([{ title: 'Dark mode', external_id: 'old:1' }]);
      expect(data).toMatchObject({ created: 0, existing: 1 });
    });

    it('imports a file and skips invalid rows', async () => {
      const file = new Blob(['title,status\r\nDark mode,planned\r\n,new\r\n']);
      const preview = await client.import(file, { format: 'csv', skipInvalid: true, dryRun: true });
      const { data } = await client.import(file.stream(), { format: 'csv', skipInvalid: true });
      expect({ ...data, import_id: null, dry_run: true }).toEqual(preview.data);
      expect(data).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3, param: 'title' }] });
      expect(await titles()).toEqual(['Dark mode']);
    });

    it('imports nothing if a row is invalid, and reports its line', async () => {
      async function* failingRows() {
        yield* rows(2000);
        yield { title: '' };
        yield* rows(2000);
      }
      expect(await thrownBy(client.import(failingRows()))).toMatchObject({
        status: 400,
        code: 'empty_value',
        details: [{ line: 2001, param: 'title' }],
      });
      expect(await titles()).toEqual([]);
    });

    it('imports nothing and rethrows the error if the source of rows fails', async () => {
      const broken = new Error('disk full');
      async function* source() {
        yield* rows(3000);
        throw broken;
      }
      expect(await thrownBy(client.import(source()))).toBe(broken);
      expect(await titles()).toEqual([]);
    });
  });

  describe('export', () => {
    it('returns all items in the requested order and with the requested filter', async () => {
      await seed(350);
      expect(await all(client.export())).toEqual(await all(client.listAll()));
      const query = { status: 'planned', sort: 'title' } as const;
      expect(await all(client.export(query))).toEqual(await all(client.listAll(query)));
    });

    it('returns nothing for an account without items', async () => {
      expect(await all(client.export())).toEqual([]);
    });

    it('stops when the caller stops reading, so that the next export can start', async () => {
      await seed(3000);
      const withoutRetries = createClient({ retries: 0 });
      for await (const item of withoutRetries.export()) {
        expect(item.title).not.toBe('');
        break;
      }
      await waitUntil(async () => (await all(withoutRetries.export())).length === 3000);
    });

    it('returns JSON and CSV files', async () => {
      const { data } = await client.create({ title: 'Dark mode' });
      const json = await client.exportFile();
      expect(await new Response(json).json()).toEqual({ data: [data] });
      const csv = await new Response(await client.exportFile({ format: 'csv', bom: true })).arrayBuffer();
      expect(Buffer.from(csv).toString().split('\r\n')).toEqual([
        '\ufeffid,title,description,submitter_email,status,source,created_at,updated_at,external_id,merged_into,duplicate_count,request_count,request_value,tags,assignee,links,verified',
        expect.stringContaining(data.id),
        '',
      ]);
    });

    it('can be imported into another account', async () => {
      await seed(700);
      const otherClient = createClient({ apiKey: (await service.account()).key });
      expect((await otherClient.import(client.export())).data).toMatchObject({
        rows: 700,
        created: 700,
        failed: 0,
      });
      expect(await all(otherClient.listAll())).toEqual(await all(client.listAll()));
      const csv = await client.exportFile({ format: 'csv' });
      expect((await otherClient.import(csv, { format: 'csv' })).data).toMatchObject({
        created: 0,
        existing: 700,
      });
    });
  });

  it('throws a FeedbackNetworkError if the service is unreachable', async () => {
    const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', fetch: undefined, retries: 0 });
    expect(await thrownBy(unreachable.list())).toMatchObject({ name: 'FeedbackNetworkError' });
  });
});

describe('FeedbackClient with rate limits', () => {
  const { service } = useService({ RATE_LIMIT_STORE: 'postgres', RATE_LIMIT_MINUTE_FREE: '2' });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  const options = () => ({ baseUrl: service.origin, apiKey: account.key, fetch: checked });

  it('waits as long as Retry-After requires, and exposes the remaining requests', async () => {
    await seedFeedback(service.dataSource, { accountId: account.id, count: 50, now: new Date() });
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
      await service.dataSource.query('DELETE FROM rate_limits');
    };
    const client = clientOn(options(), { sleep });
    expect(client.budget).toBeNull();
    expect(await all(client.listAll({ limit: 10 }))).toHaveLength(50);
    expect(waits).toHaveLength(2);
    for (const ms of waits) {
      expect(ms).toBeGreaterThan(50_000);
      expect(ms).toBeLessThanOrEqual(60_250);
    }
    expect(client.budget?.windows).toEqual([
      { name: 'minute', limit: 2, windowSeconds: 60, remaining: 1, resetSeconds: expect.any(Number) },
    ]);
  });

  it('throws the 429 error if the wait exceeds maxWaitMs', async () => {
    const client = createFeedbackClient({ ...options(), maxWaitMs: 1000 });
    await client.list();
    await client.list();
    const error = await thrownBy(client.list());
    expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(50);
  });

  it('stops waiting when its signal is aborted', async () => {
    const controller = new AbortController();
    const client = createFeedbackClient({
      ...options(),
      onRetry: () => setImmediate(() => controller.abort()),
    });
    await client.list();
    await client.list();
    expect(await thrownBy(client.list({}, { signal: controller.signal }))).toMatchObject({
      name: 'AbortError',
    });
  });
});
