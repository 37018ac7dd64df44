import type { Call } from './support/client';
import { publishEvents } from './support/events';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** batch.md 1, batch.md 3, batch.md 5 */
describe('POST /api/v1/feedback/batch with operations', () => {
  const { service, client } = useService({ RATE_LIMIT_MINUTE_PRO: '50' });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  interface Item {
    readonly id: string;
    readonly title: string;
  }

  const base = '/api/v1/feedback';
  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
  const call = client.as(() => account);
  const create = async (body: object = {}): Promise<Item> =>
    (await call('POST', base, { body: { title: 'Dark mode', ...body } })).json.data;
  const send = (body: object, more: Call = {}) => call('POST', `${base}/batch`, { body, ...more });
  const apply = (...operations: object[]) => send({ operations });
  const get = (id: string) => call('GET', `${base}/${id}`);
  const titles = async (): Promise<string[]> =>
    (await call('GET', `${base}?sort=title`)).json.data.map(({ title }: Item) => title);

  it('creates, updates, upserts, and deletes items, and says what each line has done', async () => {
    const [changed, gone, same] = [
      await create(),
      await create({ external_id: 'ticket:12' }),
      await create({ external_id: 'ticket:13', tags: ['billing'] }),
    ];
    const response = await apply(
      { method: 'create', title: ' Created ', status: 'planned', submitter_email: 'ada@example.com' },
      { method: 'update', id: changed.id.toUpperCase(), title: 'Changed', if_match: '1' },
      { method: 'upsert', external_id: 'ticket:4711', title: 'Upserted' },
      { method: 'upsert', external_id: 'ticket:13', title: same.title },
      { method: 'delete', external_id: 'ticket:12', if_match: '"1"' },
    );
    expect([response.status, Object.keys(response.json)]).toEqual([200, ['data', 'changed', 'results']]);
    const { data, changed: fields, results } = response.json;
    expect(data).toMatchObject([
      { title: 'Created', status: 'planned', source: 'api', submitter_email: 'ada@example.com' },
      { id: changed.id, title: 'Changed' },
      { title: 'Upserted', external_id: 'ticket:4711' },
      same,
      { id: gone.id, deleted: true },
    ]);
    expect(data[4]).toEqual({ id: gone.id, deleted: true });
    expect(fields).toEqual([{ id: changed.id, fields: ['title'] }]);
    expect(results).toEqual([
      { method: 'create', id: data[0].id, result: 'created', etag: '"1"' },
      { method: 'update', id: changed.id, result: 'updated', etag: '"2"' },
      { method: 'upsert', id: data[2].id, result: 'created', etag: '"1"' },
      {
        method: 'upsert',
        id: same.id,
        result: 'unchanged',
        etag: expect.stringMatching(/^"1-[0-9a-f]{8}"$/),
      },
      { method: 'delete', id: gone.id, result: 'deleted' },
    ]);
    for (const [i, { id, etag }] of results.slice(0, 4).entries()) {
      const read = await get(id);
      expect([read.json.data, read.headers['etag']]).toEqual([data[i], etag]);
    }
    expect((await get(gone.id)).status).toBe(404);
    const again = await apply({ method: 'update', id: same.id, title: 'T', if_match: results[3].etag });
    expect(again.json.results[0].result).toBe('updated');
  });

  it('accepts if_match in updates, whose response stays the same', async () => {
    const [one, two] = [await create(), await create()];
    const updates = [
      { id: one.id, title: 'One', if_match: '"1"' },
      { id: two.id, title: 'Two' },
    ];
    const response = await send({ updates });
    expect([response.status, Object.keys(response.json)]).toEqual([200, ['data', 'changed']]);
    expect(response.json.changed).toHaveLength(2);
    const stale = await send({ updates: [updates[1], { ...updates[0], title: 'Again' }] });
    expect([stale.status, stale.json.error.param]).toEqual([412, 'updates[1].if_match']);
    expect(await titles()).toEqual(['One', 'Two']);
  });

  it('returns 412 with every item that has changed, and changes nothing', async () => {
    const [one, two] = [await create(), await create()];
    await call('PATCH', `${base}/${two.id}`, { body: { title: 'Changed' } });
    const operations = [
      { method: 'create', title: 'New' },
      { method: 'update', id: one.id, title: 'Written?', if_match: '1' },
      { method: 'delete', id: two.id, if_match: '1' },
      { method: 'upsert', external_id: 'none', title: 'New', if_match: '*' },
    ];
    for (const more of [{}, { dry_run: true }]) {
      const response = await send({ operations, ...more });
      expect(response.status).toBe(412);
      expect(response.json.error).toMatchObject({
        type: 'precondition_failed_error',
        code: 'etag_mismatch',
        param: 'operations[2].if_match',
        details: [
          { param: 'operations[2].if_match', message: 'The item has changed since it was read' },
          { param: 'operations[3].if_match', message: 'No item has this external_id' },
        ],
      });
      expect(response.headers['etag']).toBeUndefined();
    }
    expect(await titles()).toEqual(['Changed', 'Dark mode']);
  });

  describe('changes nothing', () => {
    const NEW = { method: 'create', title: 'New' };
    it.each<[object, number, string, string]>([
      [{ updates: [{ id: UNKNOWN }], operations: [NEW] }, 400, 'invalid_value', 'operations'],
      [{ operations: [] }, 400, 'empty_value', 'operations'],
      [{ operations: null }, 400, 'missing_required_field', 'operations'],
      [{ operations: [NEW, { method: 'merge' }] }, 400, 'invalid_value', 'operations[1].method'],
      [{ operations: [NEW, { method: 'create' }] }, 400, 'missing_required_field', 'operations[1].title'],
      [{ operations: [{ ...NEW, id: UNKNOWN }] }, 400, 'read_only_field', 'operations[0].id'],
      [{ operations: [NEW], more: 1 }, 400, 'unknown_field', 'more'],
      [{ updates: [{ id: UNKNOWN, if_match: '3x' }] }, 400, 'invalid_value', 'updates[0].if_match'],
      [
        { operations: ['upsert', 'upsert'].map((method) => ({ method, external_id: 'x', title: 'T' })) },
        400,
        'invalid_value',
        'operations[1].external_id',
      ],
      [
        { operations: [NEW, { method: 'delete', id: UNKNOWN }] },
        404,
        'feedback_not_found',
        'operations[1].id',
      ],
      [
        { operations: [NEW, { method: 'delete', external_id: 'x' }] },
        404,
        'feedback_not_found',
        'operations[1].external_id',
      ],
      [
        { operations: [NEW, { ...NEW, external_id: 'taken' }] },
        409,
        'external_id_taken',
        'operations[1].external_id',
      ],
    ])('for %j', async (body, status, code, param) => {
      await create({ external_id: 'taken' });
      const response = await send(body);
      expect([response.status, response.json.error.code, response.json.error.param]).toEqual([
        status,
        code,
        param,
      ]);
      expect(await titles()).toEqual(['Dark mode']);
    });

    it('for a read key or a submit key', async () => {
      const origin = 'https://app.example.com';
      for (const permission of ['read', 'submit'] as const) {
        const origins = permission === 'submit' ? [origin] : [];
        const { key } = await service.issue(account.id, { permission, origins });
        const response = await send({ operations: [NEW] }, { key, headers: { origin } });
        expect([response.status, response.json.error.code]).toEqual([403, 'insufficient_permissions']);
      }
      expect(await titles()).toEqual([]);
    });
  });

  /** batch.md 4 */
  it('writes nothing in a dry run, and returns the response of the batch', async () => {
    const gone = await create();
    const operations = [
      { method: 'delete', id: gone.id },
      { method: 'create', title: 'New', tags: ['new tag'] },
    ];
    const dryRun = await send({ operations, dry_run: true });
    expect(dryRun.json).toMatchObject({ dry_run: true, data: [{ deleted: true }, { tags: ['new tag'] }] });
    expect(await titles()).toEqual(['Dark mode']);
    expect((await call('GET', '/api/v1/tags')).json.data).toEqual([]);
    expect((await send({ operations })).json.results.map(({ result }: { result: string }) => result)).toEqual(
      ['deleted', 'created'],
    );
    expect(await titles()).toEqual(['New']);
  });

  /** idempotency.md 2 */
  it('takes effect once with an Idempotency-Key, also if it deletes items', async () => {
    const gone = await create();
    const headers = { 'idempotency-key': 'sync-7' };
    const body = {
      operations: [
        { method: 'delete', id: gone.id },
        { method: 'create', title: 'New' },
      ],
    };
    const [first, second] = [await send(body, { headers }), await send(body, { headers })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([second.json, second.headers['idempotent-replayed']]).toEqual([first.json, 'true']);
    const other = await send({ operations: [{ method: 'create', title: 'Other' }] }, { headers });
    expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await titles()).toEqual(['New']);
  });

  it('counts as one request, and records an event for each line, in their order', async () => {
    account = await service.account('pro');
    const gone = await create();
    const lines = Array.from({ length: 30 }, (_, i) => ({ method: 'create', title: `Item ${i}` }));
    const response = await apply(
      ...lines.slice(0, 15),
      { method: 'delete', id: gone.id },
      ...lines.slice(15),
    );
    expect(response.headers['x-ratelimit-remaining']).toBe('48');
    await publishEvents(service);
    const events = (await call('GET', '/api/v1/events?limit=100')).json.data.slice(1);
    const ids = events.map(({ data }: { data: { feedback: Item } }) => data.feedback.id);
    expect(ids).toEqual(response.json.results.map(({ id }: Item) => id));
    expect(events[15].type).toBe('feedback.deleted');
  });
});
