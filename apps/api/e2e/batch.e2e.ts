import { Client, type Call } from './support/client';
import { Service, type Account } from './support/service';

/** batch.md 1, batch.md 2, batch.md 3 */
describe('POST /api/v1/feedback/batch', () => {
  let service: Service;
  let client: Client;
  let account: Account;

  beforeAll(async () => {
    service = await Service.start();
    client = new Client(service.origin);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(async () => {
    account = await service.account();
  });

  interface Item {
    readonly id: string;
    readonly title: string;
    readonly updated_at: string;
  }

  const base = '/api/v1/feedback';
  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
  const call = (method: string, path: string, more: Call = {}) =>
    client.call(method, path, { key: account.key, ...more });
  const create = async (body: object = { title: 'Dark mode' }): Promise<Item> =>
    (await call('POST', base, { body })).json.data;
  const createItems = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => create({ title: `Item ${i}` })));
  const batch = (body: unknown, more: Call = {}) => call('POST', `${base}/batch`, { body, ...more });
  const read = async (id: string): Promise<Item> => (await call('GET', `${base}/${id}`)).json.data;
  const expectUnchanged = async (items: readonly Item[]) => {
    for (const item of items) expect(await read(item.id)).toEqual(item);
  };

  it('updates every item as PATCH does, and returns them in the order of the request', async () => {
    const [one, two, three] = await createItems(3);
    const response = await batch({
      updates: [
        { id: three!.id, title: ' Three ', description: 'D' },
        { id: one!.id.toUpperCase(), status: 'planned' },
        { id: two!.id },
      ],
    });
    expect(response.status).toBe(200);
    expect(Object.keys(response.json)).toEqual(['data', 'changed']);
    expect(response.json.data).toEqual([
      { ...three, title: 'Three', description: 'D', updated_at: expect.any(String) },
      { ...one, status: 'planned', updated_at: expect.any(String) },
      two,
    ]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['etag']).toBeUndefined();
    for (const item of response.json.data) expect(await read(item.id)).toEqual(item);
    expect((await call('GET', `${base}/${one!.id}`)).headers['etag']).toBe('"2"');
    expect((await call('GET', `${base}/${two!.id}`)).headers['etag']).toBe('"1"');
  });

  it('clears a description with null, and keeps updated_at if nothing changes', async () => {
    const item = await create({ title: 'T', description: 'D' });
    const updates = [{ id: item.id, description: null }];
    const [cleared] = (await batch({ updates })).json.data;
    expect(cleared).toMatchObject({ description: null });
    expect((await batch({ updates })).json.data).toEqual([cleared]);
  });

  it('accepts 100 updates and a body of up to 1 MiB', async () => {
    const created = await createItems(100);
    const description = 'd'.repeat(10_000);
    const response = await batch({ updates: created.map(({ id }) => ({ id, description })) });
    expect(response.status).toBe(200);
    expect(response.json.data.map(({ id }: Item) => id)).toEqual(created.map(({ id }) => id));
  });

  it('returns 413 with the limit for a body over 1 MiB, and closes the connection', async () => {
    const spaces = (bytes: number) => `${' '.repeat(bytes - 14)}{"updates":[]}`;
    const headers = { 'content-type': 'application/json' };
    const response = await batch(spaces(1_048_577), { headers });
    expect(response.status).toBe(413);
    expect(response.headers['connection']).toBe('close');
    expect(response.json.error).toMatchObject({
      type: 'payload_too_large_error',
      code: 'body_too_large',
      message: 'Request body is too large (maximum 1048576 bytes)',
    });
    expect((await batch(spaces(1_048_576), { headers })).json.error.code).toBe('empty_value');
  });

  /** batch.md 3 */
  describe('changes nothing', () => {
    it.each<[string, unknown, string, string, string]>([
      ['no updates', {}, 'missing_required_field', 'updates', 'Missing required field: updates'],
      ['null', { updates: null }, 'missing_required_field', 'updates', 'Missing required field: updates'],
      [
        'an object instead of a list',
        { updates: {} },
        'invalid_type',
        'updates',
        'Field must be an array: updates',
      ],
      ['an empty list', { updates: [] }, 'empty_value', 'updates', 'Field must not be empty: updates'],
      [
        '101 updates',
        { updates: Array.from({ length: 101 }, (_, i) => ({ id: `${i}` })) },
        'too_long',
        'updates',
        'Too many items: updates (maximum 100)',
      ],
      [
        'an update that is a number',
        { updates: [5] },
        'invalid_type',
        'updates[0]',
        'Field must be an object: updates[0]',
      ],
      [
        'an update that is a list',
        { updates: [[]] },
        'invalid_type',
        'updates[0]',
        'Field must be an object: updates[0]',
      ],
      [
        'an update without id',
        { updates: [{ title: 'T' }] },
        'missing_required_field',
        'updates[0].id',
        'Missing required field: updates[0].id',
      ],
      [
        'an id that is a number',
        { updates: [{ id: 5 }] },
        'invalid_type',
        'updates[0].id',
        'Field must be a string: updates[0].id',
      ],
      [
        'a dry_run that is a string',
        { updates: [{ id: UNKNOWN }], dry_run: 'true' },
        'invalid_type',
        'dry_run',
        'Field must be a boolean: dry_run',
      ],
      [
        'a dry_run that is null',
        { updates: [{ id: UNKNOWN }], dry_run: null },
        'null_not_allowed',
        'dry_run',
        'Field must not be null: dry_run',
      ],
      [
        'an unknown field beside updates',
        { updates: [{ id: UNKNOWN }], more: 1 },
        'unknown_field',
        'more',
        'Unknown field: more',
      ],
    ])('for %s', async (_name, body, code, param, message) => {
      const { status, json } = await batch(body);
      expect(status).toBe(400);
      expect(json.error).toMatchObject({ type: 'validation_error', code, param, message });
      expect(json.error.details).toEqual([{ param, code, message }]);
    });

    it.each<[string, object, string, string]>([
      ['title', { title: '' }, 'empty_value', 'Field must not be empty: updates[1].title'],
      ['title', { title: null }, 'null_not_allowed', 'Field must not be null: updates[1].title'],
      [
        'status',
        { status: 'open' },
        'invalid_value',
        'Invalid value for updates[1].status: must be one of new, planned, building, shipped, declined',
      ],
      ['description', { description: 5 }, 'invalid_type', 'Field must be a string: updates[1].description'],
      [
        'submitter_email',
        { submitter_email: 'a@b.co' },
        'read_only_field',
        'Field cannot be updated: updates[1].submitter_email',
      ],
      [
        'created_at',
        { created_at: 'x' },
        'read_only_field',
        'Field cannot be updated: updates[1].created_at',
      ],
      ['votes', { votes: 1 }, 'unknown_field', 'Unknown field: updates[1].votes'],
    ])('for an invalid field in one update: %s, %j', async (field, line, code, message) => {
      const created = await createItems(3);
      const updates = created.map(({ id }, i) => ({ id, title: 'written?', ...(i === 1 && line) }));
      for (const more of [{}, { dry_run: true }]) {
        const { status, json } = await batch({ updates, ...more });
        expect([status, json.error.code, json.error.message]).toEqual([400, code, message]);
        expect(json.error.details).toEqual([{ param: `updates[1].${field}`, code, message }]);
      }
      await expectUnchanged(created);
    });

    it('for a repeated id, ignoring case', async () => {
      const created = await createItems(2);
      const ids = [created[0]!.id, created[1]!.id, created[0]!.id.toUpperCase()];
      const { status, json } = await batch({ updates: ids.map((id) => ({ id, title: 'written?' })) });
      expect(status).toBe(400);
      expect(json.error).toMatchObject({
        code: 'invalid_value',
        param: 'updates[2].id',
        message: 'Duplicate id in batch: updates[2].id',
      });
      await expectUnchanged(created);
    });

    it('for unknown, deleted, and malformed ids and ids of other accounts, and reports each', async () => {
      const created = await createItems(2);
      const theirs = await service.account();
      const foreign = (await client.call('POST', base, { key: theirs.key, body: { title: 'Theirs' } })).json
        .data;
      const { id: deleted } = await create();
      await call('DELETE', `${base}/${deleted}`);
      const missing = [UNKNOWN, foreign.id, deleted, 'abc', '', `{${UNKNOWN}}`, '\u0000', '\ud800', '💥'];
      const ids = [created[0]!.id, ...missing, created[1]!.id];
      for (const more of [{}, { dry_run: true }]) {
        const response = await batch({ updates: ids.map((id) => ({ id, title: 'written?' })), ...more });
        expect(response.status).toBe(404);
        expect(response.json.error).toMatchObject({
          type: 'not_found_error',
          code: 'feedback_not_found',
          message: 'Feedback item not found',
        });
        expect(response.json.error.details.map(({ param }: { param: string }) => param)).toEqual(
          missing.map((_, i) => `updates[${i + 1}].id`),
        );
      }
      await expectUnchanged(created);
      expect((await client.call('GET', `${base}/${foreign.id}`, { key: theirs.key })).json.data).toEqual(
        foreign,
      );
    });

    it('for a read key or a submit key', async () => {
      const created = await createItems(1);
      const origin = 'https://app.example.com';
      for (const permission of ['read', 'submit'] as const) {
        const { key } = await service.issue(account.id, {
          permission,
          origins: permission === 'submit' ? [origin] : [],
        });
        const response = await batch(
          { updates: [{ id: created[0]!.id, title: 'T' }] },
          { key, headers: { origin } },
        );
        expect([response.status, response.json.error.code]).toEqual([403, 'insufficient_permissions']);
      }
      await expectUnchanged(created);
    });
  });

  /** batch.md 4 */
  describe('dry_run', () => {
    it('returns the items and changes in the order of the request, and writes nothing', async () => {
      const [one, two, three] = await createItems(3);
      const updates = [
        { id: three!.id.toUpperCase(), status: 'shipped', title: ' Three ', description: 'D' },
        { id: one!.id, title: one!.title },
        { id: two!.id, description: '' },
      ];
      const dryRun = await batch({ updates, dry_run: true });
      expect(dryRun.status).toBe(200);
      expect(dryRun.json).toEqual({
        data: [
          { ...three, title: 'Three', status: 'shipped', description: 'D', updated_at: expect.any(String) },
          one,
          { ...two, description: '', updated_at: expect.any(String) },
        ],
        dry_run: true,
        changed: [
          { id: three!.id, fields: ['title', 'description', 'status'] },
          { id: two!.id, fields: ['description'] },
        ],
      });
      await expectUnchanged([one!, two!, three!]);
      const done = await batch({ updates, dry_run: false });
      expect(Object.keys(done.json)).toEqual(['data', 'changed']);
      expect(done.json.changed).toEqual(dryRun.json.changed);
      const withoutTime = (items: Item[]) => items.map((item) => ({ ...item, updated_at: '' }));
      expect(withoutTime(done.json.data)).toEqual(withoutTime(dryRun.json.data));
      expect((await batch({ updates })).json.changed).toEqual([]);
    });

    it('neither stores nor replays a response for its Idempotency-Key', async () => {
      const [item] = await createItems(1);
      const headers = { 'idempotency-key': 'k' };
      const updates = [{ id: item!.id, title: 'T' }];
      for (const title of ['T', 'U']) {
        const preview = await batch({ updates: [{ id: item!.id, title }], dry_run: true }, { headers });
        expect([preview.status, preview.json.data[0].title]).toEqual([200, title]);
        expect(preview.headers['idempotent-replayed']).toBeUndefined();
      }
      const done = await batch({ updates }, { headers });
      expect([done.status, done.headers['idempotent-replayed']]).toEqual([200, undefined]);
      expect((await batch({ updates, dry_run: true }, { headers })).json.changed).toEqual([]);
      const broken = await batch({ updates, dry_run: true }, { headers: { 'idempotency-key': 'a b' } });
      expect(broken.json.error.code).toBe('invalid_idempotency_key');
    });
  });

  it('applies two concurrent batches in opposite order without a deadlock', async () => {
    const ids = (await createItems(60)).map(({ id }) => id);
    for (let round = 0; round < 20; round++) {
      const [one, other] = await Promise.all(
        [ids, [...ids].reverse()].map((order, n) =>
          batch({ updates: order.map((id) => ({ id, title: `${round} of ${n}` })) }),
        ),
      );
      expect([one!.status, other!.status]).toEqual([200, 200]);
      const titles = new Set(
        (await call('GET', `${base}?limit=100`)).json.data.map(({ title }: Item) => title),
      );
      expect(titles.size).toBe(1);
    }
    expect((await call('GET', `${base}/${ids[0]}`)).headers['etag']).toBe('"41"');
  }, 60_000);

  it('returns 405 for other methods, and does not treat "batch" as an item ID', async () => {
    const options = await client.call('OPTIONS', `${base}/batch`);
    expect([options.status, options.headers['allow']]).toEqual([204, 'POST, OPTIONS']);
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      for (const path of [`${base}/batch`, `${base}/batch/`, `//api/v1//feedback/%62atch`]) {
        const response = await call(method, path);
        expect([method, path, response.status, response.headers['allow']]).toEqual([
          method,
          path,
          405,
          'POST, OPTIONS',
        ]);
      }
    }
    const item = await client.call('OPTIONS', `${base}/${UNKNOWN}`);
    expect(item.headers['allow']).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    expect((await call('GET', `${base}/Batch`)).json.error.code).toBe('feedback_not_found');
    const item404 = await call('DELETE', `${base}/batches`);
    expect(item404.json.error.code).toBe('feedback_not_found');
  });

  it('counts as one request against the rate limit', async () => {
    const limited = await Service.start({ RATE_LIMIT_MINUTE_FREE: '50' }, service.database);
    const direct = new Client(limited.origin);
    try {
      const updates = (await createItems(30)).map(({ id }) => ({ id, status: 'planned' }));
      const response = await direct.call('POST', `${base}/batch`, { key: account.key, body: { updates } });
      expect(response.headers['x-ratelimit-remaining']).toBe('49');
    } finally {
      direct.close();
      await limited.stop();
    }
  });
});
