import { docUrl } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

/** items.md 1, items.md 2, items.md 3 */
describe('/api/v1/feedback', () => {
  const { service, client } = useService({ PUBLIC_URL: 'http://feedback.test:8080' });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  const base = '/api/v1/feedback';
  const call = client.as(() => account);
  const list = (query = '') => call('GET', `${base}${query}`);
  const post = (body: unknown) => call('POST', base, { body });
  const patch = (id: string, body: unknown, headers = {}) =>
    call('PATCH', `${base}/${id}`, { body, headers });
  const create = async (body: object = { title: 'Dark mode' }) => (await post(body)).json.data;
  const ids = (response: { json: { data: { id: string }[] } }) => response.json.data.map(({ id }) => id);

  const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

  /** lists.md 9 */
  it('counts items for keys that may read', async () => {
    await call('POST', base, { body: { title: 'T', tags: ['mobile'], status: 'planned' } });
    const { status, json } = await call('GET', `${base}/counts`);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ statuses: { planned: 1 }, sources: { api: json.data.total } });
    expect(json.data.tags).toEqual([{ name: 'mobile', count: 1 }]);
    expect((await call('GET', `${base}/counts?limit=1`)).json.error.code).toBe('unknown_parameter');
  });

  /** items.md 4 */
  describe('POST', () => {
    it('returns 201 with the item, Location, and ETag', async () => {
      const response = await post({ title: 'Dark mode' });
      expect(response.status).toBe(201);
      expect(Object.keys(response.json)).toEqual(['data']);
      expect(response.json.data).toEqual({
        id: expect.stringMatching(UUID_V7),
        title: 'Dark mode',
        description: null,
        submitter_email: null,
        status: 'new',
        source: 'api',
        created_at: expect.stringMatching(INSTANT),
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
      });
      const { id, created_at } = response.json.data;
      expect(response.headers['location']).toBe(`http://feedback.test:8080${base}/${id}`);
      expect(response.headers['etag']).toBe('"1"');
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      const millisecondsInId = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
      expect(new Date(created_at).getTime()).toBe(millisecondsInId);
    });

    it('accepts every field and each status', async () => {
      for (const status of ['new', 'planned', 'building', 'shipped', 'declined']) {
        const given = { title: 'T', description: 'D', submitter_email: 'Ada@Example.com', status };
        expect(await create(given)).toMatchObject(given);
      }
    });

    it('trims a title, and accepts null for an optional field', async () => {
      const optional = { description: null, submitter_email: null };
      expect(await create({ title: '\u00a0 Dark mode\n', ...optional })).toMatchObject({
        title: 'Dark mode',
        ...optional,
      });
    });

    it('accepts a byte order mark and uses the last of duplicate keys', async () => {
      const body = '\ufeff{"title":"first","title":"last"}';
      const response = await call('POST', base, { body, headers: { 'content-type': 'application/json' } });
      expect(response.json.data.title).toBe('last');
    });

    it('rejects fields that only the service sets, and stores nothing', async () => {
      const fields = ['id', 'source', 'created_at', 'updated_at'];
      const response = await post({ title: 'T', ...Object.fromEntries(fields.map((field) => [field, 'x'])) });
      expect(response.json.error.details).toMatchObject(
        fields.map((param) => ({ param, code: 'read_only_field' })),
      );
      expect((await list()).json.data).toEqual([]);
    });

    it('rejects a title of 10,000 nested arrays', async () => {
      const response = await call('POST', base, {
        body: `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.json.error.code).toBe('invalid_body');
    });

    /** conventions.md 4 */
    it('reports at most 20 errors, and has the message of the first one', async () => {
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, i]));
      const { error } = (await post(many)).json;
      expect([error.message, error.details.length]).toEqual(['Missing required field: title', 20]);
    });

    it('truncates an unknown field name to 64 code points and repeats no value', async () => {
      const response = await post({ title: 'T', ['😀'.repeat(100)]: 'secret value' });
      expect(response.json.error.param).toBe('😀'.repeat(64));
      expect(response.text).not.toContain('secret value');
    });
  });

  /** lists.md 1, lists.md 7 */
  describe('GET list', () => {
    it('returns an empty page for an account without items', async () => {
      const response = await list();
      expect(response.status).toBe(200);
      expect(response.json).toEqual({
        data: [],
        pagination: { limit: 20, offset: 0, has_more: false, next_cursor: null },
      });
      expect(response.headers['etag']).toBeUndefined();
    });

    it('pages newest first, by offset and by cursor', async () => {
      const created: string[] = [];
      for (let i = 0; i < 3; i++) {
        created.unshift((await create({ title: `Item ${i}` })).id);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const first = await list('?limit=2');
      expect(ids(first)).toEqual(created.slice(0, 2));
      const { next_cursor: next } = first.json.pagination;
      expect(first.json.pagination).toEqual({ limit: 2, offset: 0, has_more: true, next_cursor: next });
      expect(first.headers['link']).toContain(`<http://feedback.test:8080${base}?limit=2&cursor=${next}>`);
      const last = { limit: 2, has_more: false, next_cursor: null };
      const byOffset = await list('?limit=2&offset=2');
      expect([ids(byOffset), byOffset.json.pagination]).toEqual([created.slice(2), { ...last, offset: 2 }]);
      const byCursor = await list(`?limit=2&cursor=${next}`);
      expect([ids(byCursor), byCursor.json.pagination]).toEqual([
        created.slice(2),
        { ...last, offset: null },
      ]);
      expect(byCursor.headers['link']).toBeUndefined();
    });

    /** lists.md 6, lists.md 8 */
    it('links to other pages with the same filters, based on PUBLIC_URL and not on Host, and returns the total', async () => {
      for (let i = 0; i < 5; i++) await create({ title: `Item ${i}`, status: 'planned' });
      await create();
      const at = (query: string, rel: string) => `<http://feedback.test:8080${base}?${query}>; rel="${rel}"`;
      const response = await call('GET', `${base}?status=planned&limit=2&offset=2&include_total=true`, {
        headers: { host: 'evil.example' },
      });
      expect(response.headers['link']).toBe(
        [
          at('status=planned&limit=2&offset=0&include_total=true', 'first'),
          at('status=planned&limit=2&offset=0&include_total=true', 'prev'),
          at('status=planned&limit=2&offset=4&include_total=true', 'next'),
          at('status=planned&limit=2&offset=4&include_total=true', 'last'),
        ].join(', '),
      );
      expect(response.json.pagination.total).toBe(5);
    });

    it.each([
      ...['-1', '101', 'abc', '5.0', '0x10', '%205', '%2B5', ''].map((value) => `limit=${value}`),
      ...['-1', '2147483648', '9e99', '01', '', '99999999999'].map((value) => `offset=${value}`),
      ...['1', 'TRUE', 'yes', ''].map((value) => `include_total=${value}`),
      'cursor=',
    ])('rejects %s', async (query) => {
      const { status, json } = await list(`?${query}`);
      const { code, param, details } = json.error;
      expect([status, code, param, details.length]).toEqual([
        400,
        'invalid_parameter',
        query.split('=')[0],
        1,
      ]);
    });

    it.each(['limit[]', 'Limit', '__proto__'])('rejects the unknown parameter %s', async (param) => {
      const { status, json } = await list(`?${param}=1`);
      expect([status, json.error.code, json.error.param]).toEqual([400, 'unknown_parameter', param]);
    });

    it('rejects a cursor of another list or account', async () => {
      await create({ title: 'A', status: 'planned' });
      await create({ title: 'B', status: 'planned' });
      const next: string = (await list('?limit=1&status=planned')).json.pagination.next_cursor;
      expect((await list(`?status=planned&cursor=${next}`)).status).toBe(200);
      expect((await list(`?cursor=${next}`)).status).toBe(400);
      expect((await list(`?status=new&cursor=${next}`)).status).toBe(400);
      const other = await service.account();
      expect((await call('GET', `${base}?status=planned&cursor=${next}`, { key: other.key })).status).toBe(
        400,
      );
    });

    it('rejects offset and include_total together with a cursor', async () => {
      await create();
      await create();
      const next: string = (await list('?limit=1')).json.pagination.next_cursor;
      expect((await list(`?cursor=${next}&offset=0`)).json.error).toMatchObject({ param: 'offset' });
      expect((await list(`?cursor=${next}&include_total=true`)).json.error).toMatchObject({
        param: 'include_total',
      });
    });

    it('reports each error once', async () => {
      const response = await list('?include_total=nope&cursor=x');
      expect(response.json.error.details.map(({ param }: { param: string }) => param)).toEqual([
        'include_total',
        'cursor',
      ]);
    });
  });

  /** items.md 5 */
  describe('GET item', () => {
    it('returns the item and its ETag', async () => {
      const item = await create();
      const response = await call('GET', `${base}/${item.id}`);
      expect(response.status).toBe(200);
      expect(response.json).toEqual({ data: item });
      expect(response.headers['etag']).toBe('"1"');
    });

    it('returns 304 without a body if If-None-Match matches', async () => {
      const { id } = await create();
      for (const method of ['GET', 'HEAD']) {
        const response = await call(method, `${base}/${id}`, { headers: { 'if-none-match': '"1"' } });
        expect([response.status, response.text, response.headers['etag']]).toEqual([304, '', '"1"']);
        expect(response.headers['content-type']).toBeUndefined();
      }
    });
  });

  /** items.md 6 */
  describe('PATCH', () => {
    it('changes only the given fields', async () => {
      const item = await create({ title: 'Dark mode', description: 'D', submitter_email: 'a@b.co' });
      const response = await call('PATCH', `${base}/${item.id}`, {
        body: { status: 'planned' },
        headers: { 'content-type': 'application/merge-patch+json' },
      });
      expect(response.status).toBe(200);
      expect(response.headers['etag']).toBe('"2"');
      expect(response.json.data).toEqual({
        ...item,
        status: 'planned',
        updated_at: response.json.data.updated_at,
      });
      expect((await call('GET', `${base}/${item.id}`)).json).toEqual(response.json);
    });

    it('allows every change of status', async () => {
      const all = ['new', 'planned', 'building', 'shipped', 'declined'];
      const { id } = await create();
      for (const from of all) {
        for (const to of all) {
          await patch(id, { status: from });
          expect((await patch(id, { status: to })).json.data.status).toBe(to);
        }
      }
    });

    it('accepts the ID in uppercase', async () => {
      const { id } = await create();
      expect((await patch(id.toUpperCase(), { title: 'X' })).json.data.id).toBe(id);
    });

    it.each(['id', 'source', 'created_at'])('rejects %s and changes nothing', async (param) => {
      const item = await create();
      const { status, json } = await patch(item.id, { description: 'written?', [param]: 'x' });
      expect([status, json.error.code, json.error.param]).toEqual([400, 'read_only_field', param]);
      expect((await call('GET', `${base}/${item.id}`)).json.data).toEqual(item);
    });

    it('validates the body before it looks up the item', async () => {
      expect((await patch(UNKNOWN, { title: '' })).status).toBe(400);
      expect((await patch(UNKNOWN, { title: 'x' })).status).toBe(404);
    });
  });

  /** items.md 7 */
  describe('DELETE', () => {
    it('deletes permanently and returns 204 without a body', async () => {
      const { id } = await create();
      const response = await call('DELETE', `${base}/${id}`);
      expect(response.status).toBe(204);
      expect(response.text).toBe('');
      expect(response.headers['content-type']).toBeUndefined();
      expect((await call('GET', `${base}/${id}`)).status).toBe(404);
      expect((await call('DELETE', `${base}/${id}`)).status).toBe(404);
    });

    it.each([
      ['a JSON content type without a body', { headers: { 'content-type': 'application/json' } }],
      ['a body', { body: { anything: true } }],
      ['a malformed body', { body: '{', headers: { 'content-type': 'application/json' } }],
      ['a malformed content type', { body: 'x', headers: { 'content-type': ';;;' } }],
    ])('ignores %s', async (_name, more) => {
      const { id } = await create();
      expect((await call('DELETE', `${base}/${id}`, more)).status).toBe(204);
    });
  });

  /** items.md 8 */
  describe('missing item', () => {
    it('returns the same 404 for unknown, deleted, and malformed IDs and IDs of other accounts', async () => {
      const other = await service.account();
      const foreign = (await client.call('POST', base, { key: other.key, body: { title: 'Theirs' } })).json
        .data.id;
      const deleted = (await create()).id;
      await call('DELETE', `${base}/${deleted}`);
      const own = (await create()).id;
      const malformed = [
        'abc',
        '5',
        `{${own}}`,
        own.replaceAll('-', ''),
        `${own}x`,
        `${own}%20`,
        '%00',
        "'%20OR%201=1",
        'x'.repeat(3000),
      ];
      for (const id of [UNKNOWN, foreign, deleted, ...malformed]) {
        for (const method of ['GET', 'PATCH', 'DELETE']) {
          const body = method === 'PATCH' ? { title: 'x' } : undefined;
          const response = await call(method, `${base}/${id}`, { body });
          expect([response.status, id, method]).toEqual([404, id, method]);
          expect(response.json).toEqual({
            error: {
              type: 'not_found_error',
              message: 'Feedback item not found',
              code: 'feedback_not_found',
              doc_url: docUrl('feedback_not_found'),
              request_id: response.headers['x-request-id'],
            },
          });
        }
      }
      expect((await client.call('GET', `${base}/${foreign}`, { key: other.key })).json.data.title).toBe(
        'Theirs',
      );
    });
  });

  /** conventions.md 10 */
  describe('If-Match', () => {
    it('allows a change if it contains the current version', async () => {
      const { id } = await create();
      expect((await patch(id, { title: 'A' }, { 'if-match': '"1"' })).headers['etag']).toBe('"2"');
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { title: 'Third' } : undefined;
        const response = await call(method, `${base}/${id}`, { body, headers: { 'if-match': '"1"' } });
        expect([response.status, response.headers['etag']]).toEqual([412, '"2"']);
      }
      expect((await call('DELETE', `${base}/${id}`, { headers: { 'if-match': '"2"' } })).status).toBe(204);
    });

    it('is validated before the fields of the body, and before the item is looked up', async () => {
      const response = await patch(UNKNOWN, { title: '' }, { 'if-match': 'garbage' });
      expect([response.status, response.json.error.code]).toEqual([400, 'invalid_if_match']);
      expect((await patch(UNKNOWN, {}, { 'if-match': 'W/"2"' })).status).toBe(404);
    });
  });
});
