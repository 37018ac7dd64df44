import type { Call } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** batch.md 1, batch.md 2, batch.md 3 */
describe('POST /api/v1/feedback/batch', () => {
  const { service, client } = useService({ RATE_LIMIT_MINUTE_PRO: '50' });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  interface Item {
    readonly id: string;
    readonly title: string;
    readonly updated_at: string;
  }

  const base = '/api/v1/feedback';
  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
  const call = client.as(() => account);
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
    it.each<[unknown, string, string]>([
      [{ updates: null }, 'missing_required_field', 'updates'],
      [{ updates: {} }, 'invalid_type', 'updates'],
      [{ updates: [5] }, 'invalid_type', 'updates[0]'],
      [{ updates: [[]] }, 'invalid_type', 'updates[0]'],
      [{ updates: [{ id: 5 }] }, 'invalid_type', 'updates[0].id'],
      [{ updates: [{ id: UNKNOWN }], dry_run: null }, 'null_not_allowed', 'dry_run'],
      [{ updates: [{ id: UNKNOWN }], more: 1 }, 'unknown_field', 'more'],
    ])('for %j', async (body, code, param) => {
      const { status, json } = await batch(body);
      expect([status, json.error.code, json.error.param]).toEqual([400, code, param]);
    });

    it('for an invalid field in one update', async () => {
      const created = await createItems(3);
      const updates = created.map(({ id }, i) => ({
        id,
        title: 'written?',
        ...(i === 1 && { created_at: 'x' }),
      }));
      for (const more of [{}, { dry_run: true }]) {
        const { status, json } = await batch({ updates, ...more });
        const { code, param } = json.error;
        expect([status, code, param]).toEqual([400, 'read_only_field', 'updates[1].created_at']);
      }
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
    account = await service.account('pro');
    const updates = (await createItems(30)).map(({ id }) => ({ id, status: 'planned' }));
    const response = await call('POST', `${base}/batch`, { body: { updates } });
    expect(response.headers['x-ratelimit-remaining']).toBe('19');
  });
});
