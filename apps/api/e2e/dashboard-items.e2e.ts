import type { Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { useService } from './support/use-service';

/** dashboard.md 9 */
describe('/app/api/feedback', () => {
  const { service, client } = useService();
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));

  const base = 'feedback';
  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
  const call = (method: string, path: string, more?: Call) => mine.call(method, path, more);
  const list = (query = '') => call('GET', `${base}${query}`);
  const create = async (body: object = { title: 'Dark mode' }) =>
    (await call('POST', base, { body })).json.data;
  const patch = (id: string, body: unknown, headers = {}) =>
    call('PATCH', `${base}/${id}`, { body, headers });
  const batch = (body: unknown) => call('POST', `${base}/batch`, { body });
  const titles = async (query: string) =>
    (await list(query)).json.data.map(({ title }: { title: string }) => title);

  it('requires a session, and does not accept a key', async () => {
    for (const headers of [{ cookie: undefined }, { cookie: undefined, 'x-api-key': mine.account.key }]) {
      const response = await call('GET', base, { headers });
      expect(response.status).toBe(401);
      expect(response.json.error).toMatchObject({ type: 'authentication_error', code: 'session_required' });
    }
  });

  it('sends no rate limit headers and no CORS headers', async () => {
    const { headers } = await list();
    expect(headers['cache-control']).toBe('no-store');
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/ratelimit|access-control/);
  });

  describe('items', () => {
    it('are created with source dashboard, and returned with their version', async () => {
      const given = { title: ' T ', description: 'D', submitter_email: 'a@b.co', status: 'planned' };
      const response = await call('POST', base, { body: given });
      expect(response.status).toBe(201);
      expect(response.headers['etag']).toBe('"1"');
      expect(response.json).toEqual({
        data: {
          ...given,
          title: 'T',
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          source: 'dashboard',
          created_at: expect.stringMatching(/Z$/),
          updated_at: response.json.data.created_at,
          external_id: null,
          merged_into: null,
          duplicate_count: 0,
          request_count: 1,
          request_value: 0,
          unconfirmed_votes: 0,
          tags: [],
          assignee: null,
          links: [],
          public: null,
          context: null,
          verified: false,
          version: 1,
        },
      });
      const read = await call('GET', `${base}/${response.json.data.id}`);
      expect(read.json).toEqual(response.json);
      expect(read.headers['etag']).toBe('"1"');
    });

    it.each<[object, string, string]>([
      [{ title: '' }, 'empty_value', 'title'],
      [{ title: 'T', version: 7 }, 'unknown_field', 'version'],
    ])('are not created from %j', async (body, code, param) => {
      const response = await call('POST', base, { body });
      expect(response.status).toBe(400);
      expect(response.json.error).toMatchObject({ type: 'validation_error', code, param });
      expect((await list()).json.data).toEqual([]);
    });

    it('are returned unchanged, even with HTML and scripts in them', async () => {
      const hostile = {
        title: `<img src=x onerror=alert(1)> "'\`{{7*7}}\${7*7} \\u003c </script>`,
        description: '<script>alert(document.cookie)</script>\n<!-- ]]> \u2028 \u202e javascript:alert(1)',
      };
      const { id } = await create(hostile);
      const response = await call('GET', `${base}/${id}`);
      expect(response.json.data).toMatchObject(hostile);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      expect((await list('?q=%3Cscript')).json.data).toMatchObject([hostile]);
    });

    it('are updated and returned with their new version', async () => {
      const item = await create();
      const response = await patch(item.id, { status: 'building', description: 'D' });
      expect(response.status).toBe(200);
      expect(response.headers['etag']).toBe('"2"');
      expect(response.json.data).toMatchObject({
        id: item.id,
        status: 'building',
        description: 'D',
        version: 2,
      });
      expect((await patch(item.id, { submitter_email: 'a@b.co' })).json.error).toMatchObject({
        code: 'read_only_field',
      });
      expect((await patch(item.id, { title: null })).json.error).toMatchObject({ code: 'null_not_allowed' });
    });

    it('are not updated or deleted with an outdated If-Match', async () => {
      const { id } = await create();
      expect((await patch(id, { status: 'planned' }, { 'if-match': '"1"' })).status).toBe(200);
      const response = await patch(id, { status: 'declined' }, { 'if-match': '"1"' });
      expect(response.status).toBe(412);
      expect(response.headers['etag']).toBe('"2"');
      expect(response.json.error).toMatchObject({ type: 'precondition_failed_error', code: 'etag_mismatch' });
      const remove = await call('DELETE', `${base}/${id}`, { headers: { 'if-match': '"1"' } });
      expect(remove.status).toBe(412);
      expect((await call('GET', `${base}/${id}`)).json.data).toMatchObject({ status: 'planned', version: 2 });
    });

    it('are deleted permanently', async () => {
      const { id } = await create();
      const response = await call('DELETE', `${base}/${id}`, { headers: { 'if-match': '"1"' } });
      expect([response.status, response.text]).toEqual([204, '']);
      expect((await call('GET', `${base}/${id}`)).status).toBe(404);
      expect((await call('DELETE', `${base}/${id}`)).status).toBe(404);
    });

    it('of another account are not found by any request', async () => {
      const { id } = await create({ title: 'Mine' });
      const theirs = await Dashboard.forNewAccount(service, client);
      for (const name of [id, id.toUpperCase(), UNKNOWN, 'abc', `{${id}}`, '%00']) {
        for (const [method, body] of [['GET'], ['PATCH', { title: 'stolen' }], ['DELETE']] as const) {
          const response = await theirs.call(method, `${base}/${name}`, { body });
          expect([response.status, response.json.error.code]).toEqual([404, 'feedback_not_found']);
        }
      }
      const many = { updates: [{ id, title: 'stolen' }] };
      expect((await theirs.post(`${base}/batch`, many)).status).toBe(404);
      expect((await theirs.get(base)).json.data).toEqual([]);
      expect((await theirs.get(`${base}?q=Mine`)).json.data).toEqual([]);
      expect((await theirs.get(`${base}/counts`)).json.data).toMatchObject({ new: 0 });
      expect((await call('GET', `${base}/${id}`)).json.data).toMatchObject({ title: 'Mine', version: 1 });
    });
  });

  describe('list', () => {
    it('returns pages with a cursor', async () => {
      for (const title of ['A', 'B', 'C']) await create({ title });
      const first = await list('?limit=2');
      expect(first.status).toBe(200);
      expect(Object.keys(first.json)).toEqual(['data', 'pagination']);
      expect(first.json.data.map((item: object) => Object.keys(item))[0]).toContain('version');
      expect(first.json.pagination).toEqual({ limit: 2, has_more: true, next_cursor: expect.any(String) });
      const second = await list(`?limit=2&cursor=${first.json.pagination.next_cursor}`);
      expect(second.json.data).toMatchObject([{ title: 'A' }]);
      expect(second.json.pagination).toEqual({ limit: 2, has_more: false, next_cursor: null });
      expect((await list()).json.pagination.limit).toBe(20);
    });

    it('is sorted, also by cursor', async () => {
      for (const title of ['a', 'C', 'b']) await create({ title });
      const first = await list('?sort=-title&limit=2');
      expect(first.json.data).toMatchObject([{ title: 'C' }, { title: 'b' }]);
      const next: string = first.json.pagination.next_cursor;
      expect(await titles(`?sort=-title&limit=2&cursor=${next}`)).toEqual(['a']);
    });

    it('can be searched by words and filtered by status', async () => {
      await create({ title: 'Export to CSV', status: 'planned' });
      await create({ title: 'Import', description: 'of a csv EXPORT' });
      expect(await titles('?q=csv+export')).toEqual(['Import', 'Export to CSV']);
      expect(await titles('?q=csv%20export&status=planned')).toEqual(['Export to CSV']);
    });

    it('can be filtered by email address and dates; its cursor is valid only for the same filters', async () => {
      await create({ title: 'a', submitter_email: 'Ada@example.com' });
      await create({ title: 'b', submitter_email: 'ada@example.com' });
      await create({ title: 'c' });
      const ada = '?submitter_email=ADA@example.com';
      expect(await titles(ada)).toEqual(['b', 'a']);
      const [before, after] = ['2020-01-01T00:00:00Z', '2120-01-01T00:00:00%2B01:00'];
      const within = `&created_after=${before}&created_before=${after}&updated_after=${before}`;
      expect(await titles(`${ada}${within}&sort=title`)).toEqual(['a', 'b']);
      expect(await titles(`?created_before=${before}`)).toEqual([]);
      expect(await titles(`?updated_after=${after}`)).toEqual([]);
      const next: string = (await list(`${ada}${within}&limit=1`)).json.pagination.next_cursor;
      expect(await titles(`${ada}${within}&limit=1&cursor=${next}`)).toEqual(['a']);
      expect((await list(`${ada}&limit=1&cursor=${next}`)).status).toBe(400);
      expect((await list('?submitter_email=ada')).json.error.param).toBe('submitter_email');
    });

    it('can be filtered by source and searched by a part of the submitter’s email address', async () => {
      await create({ title: 'a', submitter_email: 'Ada@example.com' });
      const path = '/api/v1/feedback';
      const body = { title: 'b', submitter_email: 'ada@other.org' };
      await client.call('POST', path, { key: mine.account.key, body });
      expect(await titles('?source=api')).toEqual(['b']);
      expect(await titles('?source=dashboard&q=a')).toEqual(['a']);
      expect(await titles('?q=ADA%40')).toEqual(['b', 'a']);
      const next: string = (await list('?q=ada&limit=1')).json.pagination.next_cursor;
      expect(await titles(`?q=ada&limit=1&cursor=${next}`)).toEqual(['a']);
      expect((await list(`?q=ada&source=api&limit=1&cursor=${next}`)).status).toBe(400);
      // The REST API searches only title and description, and does not support this filter or cursor.
      const listWithKey = (query: string) => client.call('GET', `${path}${query}`, { key: mine.account.key });
      expect((await listWithKey('?q=ada')).json.data).toEqual([]);
      expect((await listWithKey('?import=0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f')).status).toBe(400);
      expect((await listWithKey(`?q=ada&limit=1&cursor=${next}`)).status).toBe(400);
      const exported = await call('GET', `${base}/export?format=ndjson&source=api&q=other`);
      expect(
        exported.text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).title),
      ).toEqual(['b']);
    });

    it.each([
      ['q=', 'invalid_parameter'],
      ['q[]=a', 'unknown_parameter'],
      ['sort=status', 'invalid_parameter'],
      ['limit=101', 'invalid_parameter'],
      ['source=fax', 'invalid_parameter'],
      ['status=open', 'invalid_parameter'],
      ['cursor=abc', 'invalid_parameter'],
      ['offset=0', 'unknown_parameter'],
      ['include_total=true', 'unknown_parameter'],
    ])('rejects %s', async (query, code) => {
      const { status, json } = await list(`?${query}`);
      expect([status, json.error.code, json.error.param]).toEqual([400, code, query.split('=')[0]]);
    });

    it('rejects a cursor of another order, list, or account', async () => {
      for (const title of ['a b', 'a c', 'a d']) await create({ title, status: 'planned' });
      const own = '?limit=1&sort=title&q=a&status=planned';
      const next: string = (await list(own)).json.pagination.next_cursor;
      expect((await list(`${own}&cursor=${next}`)).json.data).toMatchObject([{ title: 'a c' }]);
      expect((await list(`?sort=-title&q=a&status=planned&cursor=${next}`)).status).toBe(400);
      const theirs = await Dashboard.forNewAccount(service, client);
      expect((await theirs.get(`${base}${own}&cursor=${next}`)).status).toBe(400);
      expect((await call('GET', `quarantine?cursor=${next}`)).status).toBe(400);
      const plain: string = (await list('?limit=1')).json.pagination.next_cursor;
      expect((await call('GET', `quarantine?cursor=${plain}`)).status).toBe(400);
    });

    it('supports cursors for titles of maximum length', async () => {
      const title = '😀'.repeat(200);
      await create({ title });
      await create({ title });
      const next: string = (await list('?sort=title&limit=1')).json.pagination.next_cursor;
      expect(next.length).toBeLessThan(4096);
      expect((await list(`?sort=title&limit=1&cursor=${next}`)).json.data).toMatchObject([{ title }]);
    });
  });

  describe('counts', () => {
    it('are those of each status and of the quarantine, for all filters', async () => {
      const none = { new: 0, planned: 0, building: 0, shipped: 0, declined: 0, quarantined: 0, at_least: [] };
      const counts = async (query = '') => (await call('GET', `${base}/counts${query}`)).json;
      expect(await counts()).toEqual({ data: none });
      await create({ title: 'Export' });
      await create({ title: 'Import', status: 'shipped' });
      await create({ title: 'Import', description: 'export', status: 'shipped' });
      expect(await counts()).toEqual({ data: { ...none, new: 1, shipped: 2 } });
      expect(await counts('?q=EXPORT')).toEqual({ data: { ...none, new: 1, shipped: 1 } });
      expect(await counts('?q=%25')).toEqual({ data: none });
      expect(await counts('?source=dashboard&q=import')).toEqual({ data: { ...none, shipped: 2 } });
      expect(await counts('?source=api')).toEqual({ data: none });
      expect(await counts('?created_after=2020-01-01T00:00:00Z')).toEqual({
        data: { ...none, new: 1, shipped: 2 },
      });
      expect(await counts('?submitter_email=ada@example.com')).toEqual({ data: none });
      expect(await counts('?q=EXPORT&exact=true')).toEqual({ data: { ...none, new: 1, shipped: 1 } });
    });

    it.each(['?q=', '?status=new', '?limit=1', '?exact=1'])('reject %s', async (query) => {
      expect((await call('GET', `${base}/counts${query}`)).status).toBe(400);
    });
  });

  describe('batch', () => {
    it('updates several items and returns them in the order of the request', async () => {
      const [a, b, c] = [
        await create({ title: 'A' }),
        await create({ title: 'B' }),
        await create({ title: 'C' }),
      ];
      const response = await batch({
        updates: [
          { id: c.id, status: 'planned' },
          { id: a.id.toUpperCase(), title: ' Better ', description: null },
          { id: b.id },
        ],
      });
      expect(response.status).toBe(200);
      expect(response.json.data).toMatchObject([
        { id: c.id, title: 'C', status: 'planned', version: 2 },
        { id: a.id, title: 'Better', version: 2 },
        { id: b.id, title: 'B', version: 1, updated_at: b.updated_at },
      ]);
    });

    it('accepts a body of 1 MiB, and returns 413 for a larger one', async () => {
      const send = (bytes: number) =>
        call('POST', `${base}/batch`, {
          body: '{"updates":[]}'.padEnd(bytes),
          headers: { 'content-type': 'application/json' },
        });
      expect((await send(1_048_576)).json.error.code).toBe('empty_value');
      expect((await send(1_048_577)).status).toBe(413);
    });

    it.each<[object, string, string]>([
      [{ updates: [{ id: UNKNOWN }], all: true }, 'unknown_field', 'all'],
      [{ updates: [null] }, 'invalid_type', 'updates[0]'],
      [{ updates: [{ id: null }] }, 'missing_required_field', 'updates[0].id'],
      [
        { updates: [{ id: 'a', submitter_email: 'a@b.co' }] },
        'read_only_field',
        'updates[0].submitter_email',
      ],
    ])('rejects %j', async (body, code, param) => {
      const { status, json } = await batch(body);
      expect([status, json.error.code, json.error.param]).toEqual([400, code, param]);
    });

    it('deletes unchanged items, and returns the IDs of changed ones', async () => {
      const [a, b] = [await create({ title: 'A' }), await create({ title: 'B' })];
      await patch(b.id, { title: 'B, changed' });
      const remove = (items: unknown) => call('POST', `${base}/batch/delete`, { body: { items } });
      const lines = [a, b, { id: UNKNOWN, version: 1 }].map(({ id, version }) => ({ id, version }));
      const response = await remove(lines);
      expect([response.status, response.json]).toEqual([200, { data: { changed: [b.id] } }]);
      expect(await titles('')).toEqual(['B, changed']);
      const theirs = await Dashboard.forNewAccount(service, client);
      const stolen = { items: [{ id: b.id, version: 2 }] };
      expect((await theirs.post(`${base}/batch/delete`, stolen)).json).toEqual({ data: { changed: [] } });
      expect(await titles('')).toEqual(['B, changed']);
    });

    it.each<[string, unknown, string, string]>([
      ['a missing list', undefined, 'missing_required_field', 'items'],
      ['an empty list', [], 'empty_value', 'items'],
      ['101 items', Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, version: 1 })), 'too_long', 'items'],
      ['an item that is a string', ['x'], 'invalid_type', 'items[0]'],
      ['an item without version', [{ id: UNKNOWN }], 'missing_required_field', 'items[0].version'],
      ['a version out of range', [{ id: UNKNOWN, version: 1e300 }], 'invalid_value', 'items[0].version'],
      ['a repeated id', [UNKNOWN, UNKNOWN].map((id) => ({ id, version: 1 })), 'invalid_value', 'items[1].id'],
    ])('rejects a deletion with %s', async (_name, items, code, param) => {
      const response = await call('POST', `${base}/batch/delete`, { body: { items } });
      expect(response.status).toBe(400);
      expect(response.json.error).toMatchObject({ type: 'validation_error', code, param });
    });

    it('returns 404 for GET, and counts returns 405 for PUT', async () => {
      expect((await call('GET', `${base}/batch`)).status).toBe(404);
      expect((await call('PUT', `${base}/counts`, { body: {} })).status).toBe(405);
    });
  });
});
