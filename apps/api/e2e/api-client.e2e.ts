import { createFeedbackClient, type ClientOptions, type FeedbackClient } from '@libs/api-client';
import { clientOn } from '@libs/api-client/testing';
import { seedFeedback } from '@libs/postgres';
import { assertDescribed } from './support/openapi-check';
import { Service, type Account } from './support/service';

/** libs/api-client against the running service; what it does about failures is tested beside it. */
type Fetch = typeof globalThis.fetch;

/** Holds every answer in JSON against the document. */
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

/** The service does what is asked, and the first answer gets lost on its way back. */
function losing(): Fetch {
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

/** Until it is so; what it throws until then is not so yet. */
async function soon(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo().catch(() => false)); tries++) {
    if (tries > 100) throw new Error('it never was');
    await new Promise((next) => setTimeout(next, 50));
  }
}

describe('the client', () => {
  let service: Service;
  let account: Account;
  let client: FeedbackClient;

  beforeAll(async () => {
    service = await Service.start();
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    account = await service.account();
    client = made();
  });

  const made = (options: Partial<ClientOptions> = {}) =>
    createFeedbackClient({ baseUrl: service.origin, apiKey: account.key, fetch: checked, ...options });
  const titles = async () => (await all(client.listAll())).map(({ title }) => title);
  const seed = (count: number) =>
    seedFeedback(service.dataSource, { accountId: account.id, count, now: new Date() });

  it('creates, reads, changes and deletes an item', async () => {
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

  it('says who it is, and whose tools create an item', async () => {
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

  it('leaves alone what has changed since it was read', async () => {
    const { data, etag } = await client.create({ title: 'Dark mode' });
    await client.update(data.id, { status: 'planned' });
    const stale = { ifMatch: etag! };
    const refused = { name: 'FeedbackApiError', status: 412, code: 'etag_mismatch' };
    expect(await thrownBy(client.update(data.id, { status: 'declined' }, stale))).toMatchObject(refused);
    expect(await thrownBy(client.delete(data.id, stale))).toMatchObject(refused);
    expect((await client.get(data.id)).data.status).toBe('planned');
  });

  it('says what was wrong, field by field', async () => {
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

  it('is refused with a key that is none', async () => {
    const stranger = made({ apiKey: `${account.key.slice(0, -1)}#` });
    expect(await thrownBy(stranger.list())).toMatchObject({ status: 401, code: 'api_key_invalid' });
  });

  it('walks several hundred items, each once and in order', async () => {
    await seed(350);
    const seen = await all(client.listAll());
    expect(seen.map(({ id }) => id)).toEqual([...new Set(seen.map(({ id }) => id))].sort().reverse());
    expect(seen).toHaveLength(350);
    const planned = await all(client.listAll({ status: 'planned', sort: 'title', limit: 7 }));
    expect(new Set(planned.map(({ id }) => id))).toEqual(
      new Set(seen.filter(({ status }) => status === 'planned').map(({ id }) => id)),
    );
  });

  it('sends what got lost again, and it happens once', async () => {
    const { data, replayed } = await made({ fetch: losing() }).create({ title: 'Dark mode' });
    expect(replayed).toBe(true);
    expect(await titles()).toEqual(['Dark mode']);

    const change = { id: data.id, status: 'shipped' } as const;
    expect(await made({ fetch: losing() }).batch([change])).toMatchObject({ replayed: true });
    await made({ fetch: losing() }).update(data.id, { title: 'Light mode' });
    expect(await titles()).toEqual(['Light mode']);
    await made({ fetch: losing() }).delete(data.id);
    expect(await titles()).toEqual([]);
  });

  it('makes one item of one key, and says so when the key was for something else', async () => {
    const once = { idempotencyKey: 'order-17' };
    const first = await client.create({ title: 'Dark mode' }, once);
    expect(await client.create({ title: 'Dark mode' }, once)).toEqual({ ...first, replayed: true });
    expect(await thrownBy(client.create({ title: 'Light mode' }, once))).toMatchObject({
      status: 422,
      type: 'idempotency_error',
    });
  });

  it('asks what a batch would change, and then changes it', async () => {
    const made_ = await Promise.all(['a', 'b'].map((title) => client.create({ title })));
    const updates = made_.map(({ data: { id } }) => ({ id, status: 'planned' as const }));
    const preview = await client.batch(updates, { dryRun: true });
    expect(preview.changed).toEqual(updates.map(({ id }) => ({ id, fields: ['status'] })));
    expect((await client.list({ status: 'planned' })).data).toEqual([]);
    const { data, changed, replayed } = await client.batch(updates);
    expect(data.map(({ status }) => status)).toEqual(['planned', 'planned']);
    expect([changed, replayed]).toEqual([preview.changed, false]);
  });

  describe('imports', () => {
    async function* rows(count: number) {
      for (let n = 0; n < count; n++) yield { title: `Item ${n}`, external_id: `old:${n}` };
    }

    it('rows while they are made, and the same again makes no twins', async () => {
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
      });
      expect((await client.import(rows(1500))).data).toMatchObject({ created: 0, existing: 1500 });
    });

    it('rows that got lost, again', async () => {
      const again = made({ fetch: losing() });
      const { data } = await again.import([{ title: 'Dark mode', external_id: 'old:1' }]);
      expect(data).toMatchObject({ created: 0, existing: 1 });
    });

    it('a file, leaving out what breaks a rule', async () => {
      const file = new Blob(['title,status\r\nDark mode,planned\r\n,new\r\n']);
      const tried = await client.import(file, { format: 'csv', skipInvalid: true, dryRun: true });
      const { data } = await client.import(file.stream(), { format: 'csv', skipInvalid: true });
      expect({ ...data, import_id: null, dry_run: true }).toEqual(tried.data);
      expect(data).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3, param: 'title' }] });
      expect(await titles()).toEqual(['Dark mode']);
    });

    it('nothing of a file with a fault, and says where it is', async () => {
      async function* faulty() {
        yield* rows(2000);
        yield { title: '' };
        yield* rows(2000);
      }
      expect(await thrownBy(client.import(faulty()))).toMatchObject({
        status: 400,
        code: 'empty_value',
        details: [{ line: 2001, param: 'title' }],
      });
      expect(await titles()).toEqual([]);
    });

    it('nothing when the rows run out with an error, which it throws', async () => {
      const broken = new Error('disk full');
      async function* source() {
        yield* rows(3000);
        throw broken;
      }
      expect(await thrownBy(client.import(source()))).toBe(broken);
      expect(await titles()).toEqual([]);
    });
  });

  describe('exports', () => {
    it('every item, in the order and with the filter asked for', async () => {
      await seed(350);
      expect(await all(client.export())).toEqual(await all(client.listAll()));
      const query = { status: 'planned', sort: 'title' } as const;
      expect(await all(client.export(query))).toEqual(await all(client.listAll(query)));
    });

    it('nothing of nothing', async () => {
      expect(await all(client.export())).toEqual([]);
    });

    it('only what is read of it: the next one need not wait', async () => {
      await seed(3000);
      const noMore = made({ retries: 0 });
      for await (const item of noMore.export()) {
        expect(item.title).not.toBe('');
        break;
      }
      await soon(async () => (await all(noMore.export())).length === 3000);
    });

    it('files', async () => {
      const { data } = await client.create({ title: 'Dark mode' });
      const json = await client.exportFile();
      expect(await new Response(json).json()).toEqual({ data: [data] });
      const csv = await new Response(await client.exportFile({ format: 'csv', bom: true })).arrayBuffer();
      expect(Buffer.from(csv).toString().split('\r\n')).toEqual([
        '\ufeffid,title,description,submitter_email,status,source,created_at,updated_at',
        expect.stringContaining(data.id),
        '',
      ]);
    });

    it('an account into another one, item by item', async () => {
      await seed(700);
      const there = made({ apiKey: (await service.account()).key });
      expect((await there.import(client.export())).data).toMatchObject({
        rows: 700,
        created: 700,
        failed: 0,
      });
      expect(await all(there.listAll())).toEqual(await all(client.listAll()));
      const csv = await client.exportFile({ format: 'csv' });
      expect((await there.import(csv, { format: 'csv' })).data).toMatchObject({ created: 0, existing: 700 });
    });
  });

  it('says that nobody is there', async () => {
    const nobody = made({ baseUrl: 'http://127.0.0.1:1', fetch: undefined, retries: 0 });
    expect(await thrownBy(nobody.list())).toMatchObject({ name: 'FeedbackNetworkError' });
  });
});

describe('the client under limits', () => {
  let service: Service;
  let account: Account;

  beforeAll(async () => {
    service = await Service.start({ RATE_LIMIT_STORE: 'postgres', RATE_LIMIT_MINUTE_FREE: '2' });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    account = await service.account();
  });

  const options = () => ({ baseUrl: service.origin, apiKey: account.key, fetch: checked });

  it('waits as long as it is told, and tells what is left', async () => {
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

  it('throws what it may not wait for', async () => {
    const client = createFeedbackClient({ ...options(), maxWaitMs: 1000 });
    await client.list();
    await client.list();
    const error = await thrownBy(client.list());
    expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' });
    expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(50);
  });

  it('stops waiting when it is told to', async () => {
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
