import { Client, type Call } from './support/client';
import { Service, type Account } from './support/service';

/** items.md 1, items.md 2, items.md 3 */
describe('/api/v1/feedback', () => {
  let service: Service;
  let client: Client;
  let account: Account;

  beforeAll(async () => {
    service = await Service.start({ PUBLIC_URL: 'http://feedback.test:8080' });
    client = new Client(service.origin);
  });
  afterAll(async () => {
    client.close();
    await service.stop();
  });
  beforeEach(async () => {
    account = await service.account();
  });

  const base = '/api/v1/feedback';
  const call = (method: string, path: string, more: Call = {}) =>
    client.call(method, path, { key: account.key, ...more });
  const list = (query = '') => call('GET', `${base}${query}`);
  const post = (body: unknown) => call('POST', base, { body });
  const patch = (id: string, body: unknown, headers = {}) =>
    call('PATCH', `${base}/${id}`, { body, headers });
  const create = async (body: object = { title: 'Dark mode' }) => (await post(body)).json.data;
  const ids = (response: { json: { data: { id: string }[] } }) => response.json.data.map(({ id }) => id);

  const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
  const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

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
        tags: [],
        assignee: null,
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

    /** The tests of libs/feedback cover the rules of each field; these tests cover that they are applied. */
    const accepted: [string, object, object][] = [
      ['trims a title', { title: '\u00a0 Dark mode\n' }, { title: 'Dark mode' }],
      ['accepts a title of 200 emoji', { title: '😀'.repeat(200) }, { title: '😀'.repeat(200) }],
      [
        'stores a description verbatim',
        { title: 'T', description: ' \r\n\t x ' },
        { description: ' \r\n\t x ' },
      ],
      [
        'accepts null for an optional field',
        { title: 'T', description: null, submitter_email: null },
        { description: null, submitter_email: null },
      ],
    ];
    it.each(accepted)('%s', async (_name, body, expected) => {
      expect(await create(body)).toMatchObject(expected);
    });

    it('accepts a byte order mark and uses the last of duplicate keys', async () => {
      const body = '\ufeff{"title":"first","title":"last"}';
      const response = await call('POST', base, { body, headers: { 'content-type': 'application/json' } });
      expect(response.json.data.title).toBe('last');
    });

    const status = 'Invalid value for status: must be one of new, planned, building, shipped, declined';
    const invalidCases: [object, string, string, string][] = [
      [{}, 'missing_required_field', 'title', 'Missing required field: title'],
      [{ title: null }, 'missing_required_field', 'title', 'Missing required field: title'],
      [{ title: 5 }, 'invalid_type', 'title', 'Field must be a string: title'],
      [{ title: ' ' }, 'empty_value', 'title', 'Field must not be empty: title'],
      [{ title: 'x'.repeat(201) }, 'too_long', 'title', 'Field is too long: title (maximum 200 characters)'],
      [
        { title: 'a\u0000b' },
        'invalid_characters',
        'title',
        'Field contains invalid characters: title (U+0000)',
      ],
      [{ title: 'T', description: 5 }, 'invalid_type', 'description', 'Field must be a string: description'],
      [{ title: 'T', status: null }, 'null_not_allowed', 'status', 'Field must not be null: status'],
      [{ title: 'T', status: 'New' }, 'invalid_value', 'status', status],
      [
        { title: 'T', submitter_email: 'ada' },
        'invalid_format',
        'submitter_email',
        'Invalid email address: submitter_email',
      ],
      [{ title: 'T', constructor: 1 }, 'unknown_field', 'constructor', 'Unknown field: constructor'],
      ...['id', 'source', 'created_at', 'updated_at'].map((field): [object, string, string, string] => [
        { title: 'T', [field]: 'x' },
        'read_only_field',
        field,
        `Field cannot be set: ${field}`,
      ]),
    ];
    it.each(invalidCases)('rejects %j with %s', async (body, code, param, message) => {
      const response = await post(body);
      expect(response.status).toBe(400);
      expect(response.json).toEqual({
        error: {
          type: 'validation_error',
          message,
          code,
          param,
          details: [{ param, code, message }],
          request_id: response.headers['x-request-id'],
        },
      });
      expect((await list()).json.data).toEqual([]);
    });

    it('rejects a title of 10,000 nested arrays', async () => {
      const response = await call('POST', base, {
        body: `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.json.error).toMatchObject({ code: 'invalid_type', param: 'title' });
    });

    it('rejects a lone surrogate instead of storing U+FFFD', async () => {
      const response = await call('POST', base, {
        body: '{"title":"a\\ud800b"}',
        headers: { 'content-type': 'application/json' },
      });
      expect(response.json.error).toMatchObject({ code: 'invalid_characters', param: 'title' });
    });

    /** conventions.md 4 */
    it('reports all errors in one response, at most 20, with the message of the first one', async () => {
      const response = await post({ title: '', description: 7, status: 'x', votes: 1, id: 'x' });
      expect(
        response.json.error.details.map(({ param, code }: { param: string; code: string }) => [param, code]),
      ).toEqual([
        ['title', 'empty_value'],
        ['description', 'invalid_type'],
        ['status', 'invalid_value'],
        ['votes', 'unknown_field'],
        ['id', 'read_only_field'],
      ]);
      expect(response.json.error.message).toBe('Field must not be empty: title');
      const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field${i}`, i]));
      expect((await post(many)).json.error.details).toHaveLength(20);
    });

    it('truncates an unknown field name to 64 code points and repeats no value', async () => {
      const response = await post({ title: 'T', ['😀'.repeat(100)]: 'secret value' });
      expect(response.json.error.param).toBe('😀'.repeat(64));
      expect(response.text).not.toContain('secret value');
    });

    it('allows duplicates', async () => {
      expect((await create()).id).not.toBe((await create()).id);
      expect((await list()).json.data).toHaveLength(2);
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

    it('returns the newest items first, 20 per page', async () => {
      const created: string[] = [];
      for (let i = 0; i < 22; i++) {
        created.unshift((await create({ title: `Item ${i}` })).id);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const first = await list();
      expect(ids(first)).toEqual(created.slice(0, 20));
      expect(first.json.pagination).toMatchObject({ limit: 20, offset: 0, has_more: true });
      const second = await list('?offset=20');
      expect(ids(second)).toEqual(created.slice(20));
      expect(second.json.pagination).toEqual({ limit: 20, offset: 20, has_more: false, next_cursor: null });
      const exact = await list('?limit=22');
      expect(exact.json.pagination).toMatchObject({ has_more: false, next_cursor: null });
    });

    it('pages by cursor without gaps or repeats while items are added and deleted', async () => {
      const created: string[] = [];
      for (let i = 0; i < 7; i++) {
        created.unshift((await create({ title: `Item ${i}` })).id);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const first = await list('?limit=3');
      await create({ title: 'newer' });
      await call('DELETE', `${base}/${created[2]}`);
      const second = await list(`?limit=3&cursor=${first.json.pagination.next_cursor}`);
      expect(ids(second)).toEqual(created.slice(3, 6));
      expect(second.json.pagination).toMatchObject({ limit: 3, offset: null, has_more: true });
      const third = await list(`?limit=3&cursor=${second.json.pagination.next_cursor}`);
      expect(ids(third)).toEqual(created.slice(6));
      expect(third.json.pagination).toEqual({ limit: 3, offset: null, has_more: false, next_cursor: null });
      expect(third.headers['link']).toBeUndefined();
      expect(second.headers['link']).toBe(
        `<http://feedback.test:8080${base}?limit=3&cursor=${second.json.pagination.next_cursor}>; rel="next"`,
      );
    });

    it('filters by status, with offset and with cursor', async () => {
      const planned = [(await create({ title: 'A', status: 'planned' })).id];
      await create({ title: 'B' });
      await new Promise((resolve) => setTimeout(resolve, 2));
      planned.unshift((await create({ title: 'C', status: 'planned' })).id);
      expect(ids(await list('?status=planned'))).toEqual(planned);
      expect(ids(await list('?status=planned&offset=1'))).toEqual(planned.slice(1));
      const first = await list('?status=planned&limit=1');
      const next = first.json.pagination.next_cursor;
      expect(ids(await list(`?status=planned&limit=1&cursor=${next}`))).toEqual(planned.slice(1));
      expect(ids(await list('?status=shipped'))).toEqual([]);
    });

    /** lists.md 6 */
    it('returns the total only on request', async () => {
      await create({ title: 'A', status: 'planned' });
      await create({ title: 'B' });
      expect((await list('?include_total=true')).json.pagination.total).toBe(2);
      expect((await list('?include_total=true&status=planned&limit=1')).json.pagination.total).toBe(1);
      expect((await list('?include_total=false')).json.pagination).not.toHaveProperty('total');
    });

    /** lists.md 8 */
    it('links to other pages with the same filters, based on PUBLIC_URL and not on Host', async () => {
      for (let i = 0; i < 5; i++) await create({ title: `Item ${i}`, status: 'planned' });
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
      expect((await list('?limit=5')).headers['link']).toBe(at('limit=5', 'first'));
      expect((await list('?limit=2&offset=3')).headers['link']).toBe(
        [at('limit=2&offset=0', 'first'), at('limit=2&offset=1', 'prev')].join(', '),
      );
    });

    it('returns an empty page for an offset beyond the end', async () => {
      await create();
      for (const offset of ['1', '1000', '2147483647']) {
        const response = await list(`?offset=${offset}`);
        expect(response.status).toBe(200);
        expect(response.json.data).toEqual([]);
        expect(response.json.pagination.has_more).toBe(false);
      }
    });

    const limit = 'Invalid query parameter: limit must be an integer between 1 and 100';
    const offset = 'Invalid query parameter: offset must be an integer between 0 and 2147483647';
    const status = 'Invalid query parameter: status must be one of new, planned, building, shipped, declined';
    const total = 'Invalid query parameter: include_total must be true or false';
    const cursor = 'Invalid query parameter: cursor must be the next_cursor of the same list';
    const invalidCases: [string, string, string][] = [
      ...['0', '101', '-1', 'abc', '1e1', '5.0', '0x10', '%205', '%2B5', '007', ''].map(
        (value): [string, string, string] => [`?limit=${value}`, 'invalid_parameter', limit],
      ),
      ...['-1', '2147483648', '9e99', '01', '', '99999999999'].map((value): [string, string, string] => [
        `?offset=${value}`,
        'invalid_parameter',
        offset,
      ]),
      ...['New', '', 'open', 'new%20', 'new,planned'].map((value): [string, string, string] => [
        `?status=${value}`,
        'invalid_parameter',
        status,
      ]),
      ...['1', 'TRUE', 'yes', ''].map((value): [string, string, string] => [
        `?include_total=${value}`,
        'invalid_parameter',
        total,
      ]),
      ['?limit=1&limit=2', 'repeated_parameter', 'Query parameter must not be repeated: limit'],
      ['?limit=1&limit=1', 'repeated_parameter', 'Query parameter must not be repeated: limit'],
      ['?limit[]=1', 'unknown_parameter', 'Unknown query parameter: limit[]'],
      ['?page=2', 'unknown_parameter', 'Unknown query parameter: page'],
      ['?Limit=2', 'unknown_parameter', 'Unknown query parameter: Limit'],
      ['?api_key=x', 'unknown_parameter', 'Unknown query parameter: api_key'],
      ['?__proto__=x', 'unknown_parameter', 'Unknown query parameter: __proto__'],
      ['?cursor=abc', 'invalid_parameter', cursor],
      ['?cursor=', 'invalid_parameter', cursor],
      ['?cursor=eyJ2IjoxfQ', 'invalid_parameter', cursor],
      [`?cursor=${'a'.repeat(5000)}`, 'invalid_parameter', cursor],
    ];
    it.each(invalidCases)('rejects %s', async (query, code, message) => {
      const response = await list(query);
      expect(response.status).toBe(400);
      expect(response.json.error).toMatchObject({ type: 'validation_error', code, message });
      expect(response.json.error.details).toHaveLength(1);
    });

    it('rejects a modified cursor and one of another list or account', async () => {
      await create({ title: 'A', status: 'planned' });
      await create({ title: 'B', status: 'planned' });
      const next: string = (await list('?limit=1&status=planned')).json.pagination.next_cursor;
      expect((await list(`?status=planned&cursor=${next}`)).status).toBe(200);
      expect((await list(`?cursor=${next}`)).status).toBe(400);
      expect((await list(`?status=new&cursor=${next}`)).status).toBe(400);
      for (let i = 0; i < next.length; i += 7) {
        const forged = next.slice(0, i) + (next[i] === 'A' ? 'B' : 'A') + next.slice(i + 1);
        expect((await list(`?status=planned&cursor=${forged}`)).status).toBe(400);
      }
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

    it('reports all errors of a query in one response', async () => {
      const response = await list('?limit=0&offset=x&foo=1');
      expect(response.json.error.details.map(({ param }: { param: string }) => param)).toEqual([
        'limit',
        'offset',
        'foo',
      ]);
    });

    /** items.md 9 */
    it('returns only items of the account', async () => {
      await create();
      const other = await service.account();
      expect((await call('GET', base, { key: other.key })).json.data).toEqual([]);
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
      for (const tag of ['"1"', 'W/"1"', '"9", "1"', '*']) {
        for (const method of ['GET', 'HEAD']) {
          const response = await call(method, `${base}/${id}`, { headers: { 'if-none-match': tag } });
          expect(response.status).toBe(304);
          expect(response.text).toBe('');
          expect(response.headers['etag']).toBe('"1"');
          expect(response.headers['content-type']).toBeUndefined();
        }
      }
      for (const tag of ['"2"', '1', '']) {
        const response = await call('GET', `${base}/${id}`, { headers: { 'if-none-match': tag } });
        expect(response.status).toBe(200);
      }
    });
  });

  /** items.md 6 */
  describe('PATCH', () => {
    it('changes only the given fields', async () => {
      const item = await create({ title: 'Dark mode', description: 'D', submitter_email: 'a@b.co' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      const response = await patch(item.id, { status: 'planned' });
      expect(response.status).toBe(200);
      expect(response.headers['etag']).toBe('"2"');
      expect(response.json.data).toEqual({
        ...item,
        status: 'planned',
        updated_at: response.json.data.updated_at,
      });
      expect(response.json.data.updated_at > item.updated_at).toBe(true);
      expect((await call('GET', `${base}/${item.id}`)).json).toEqual(response.json);
    });

    it('clears a description with null and keeps an empty one', async () => {
      const { id } = await create({ title: 'T', description: 'D' });
      expect((await patch(id, { description: null })).json.data.description).toBeNull();
      expect((await patch(id, { description: '' })).json.data.description).toBe('');
    });

    it.each([{}, { title: 'T' }, { title: ' T ', status: 'new', description: null }])(
      'keeps version and updated_at for %j, which changes nothing',
      async (body) => {
        const item = await create({ title: 'T' });
        const response = await patch(item.id, body);
        expect(response.status).toBe(200);
        expect(response.json.data).toEqual(item);
        expect(response.headers['etag']).toBe('"1"');
      },
    );

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

    it('accepts application/merge-patch+json', async () => {
      const { id } = await create();
      const response = await call('PATCH', `${base}/${id}`, {
        body: '{"title":"Darker"}',
        headers: { 'content-type': 'application/merge-patch+json; charset=UTF-8' },
      });
      expect(response.json.data.title).toBe('Darker');
    });

    it('accepts the ID in uppercase', async () => {
      const { id } = await create();
      expect((await patch(id.toUpperCase(), { title: 'X' })).json.data.id).toBe(id);
    });

    const invalidCases: [object, string, string][] = [
      [{ title: null }, 'null_not_allowed', 'title'],
      [{ status: null }, 'null_not_allowed', 'status'],
      [{ title: '' }, 'empty_value', 'title'],
      [{ title: 'x'.repeat(201) }, 'too_long', 'title'],
      [{ status: 'done' }, 'invalid_value', 'status'],
      [{ submitter_email: 'a@b.co' }, 'read_only_field', 'submitter_email'],
      [{ id: UNKNOWN }, 'read_only_field', 'id'],
      [{ source: 'api' }, 'read_only_field', 'source'],
      [{ created_at: 'x' }, 'read_only_field', 'created_at'],
      [{ votes: 1 }, 'unknown_field', 'votes'],
    ];
    it.each(invalidCases)('rejects %j and changes nothing', async (invalid, code, param) => {
      const item = await create();
      const response = await patch(item.id, { description: 'written?', ...invalid });
      expect(response.status).toBe(400);
      expect(response.json.error).toMatchObject({ code, param });
      expect((await call('GET', `${base}/${item.id}`)).json.data).toEqual(item);
    });

    it('returns "cannot be updated" for a read-only field', async () => {
      const { id } = await create();
      expect((await patch(id, { id: 'x' })).json.error.message).toBe('Field cannot be updated: id');
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
      expect((await patch(id, { title: 'B' }, { 'if-match': '"7", "2"' })).headers['etag']).toBe('"3"');
      expect((await patch(id, { title: 'C' }, { 'if-match': '*' })).headers['etag']).toBe('"4"');
      expect((await call('DELETE', `${base}/${id}`, { headers: { 'if-match': '"4"' } })).status).toBe(204);
    });

    const rejectedTags: [tag: string, status: number, code: string, message: string][] = [
      ['"1"', 412, 'etag_mismatch', 'The item has changed since it was read'],
      ['W/"2"', 412, 'etag_mismatch', 'Weak ETags never match If-Match; send the strong one, such as "3"'],
      [
        '2',
        400,
        'invalid_if_match',
        'Invalid If-Match header: must be an ETag in double quotes, such as "3", or *',
      ],
    ];
    it.each(rejectedTags)('rejects %s for version 2 with %i %s', async (tag, status, code, message) => {
      const { id } = await create();
      const item = (await patch(id, { title: 'Second' })).json.data;
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { title: 'Third' } : undefined;
        const response = await call(method, `${base}/${id}`, { body, headers: { 'if-match': tag } });
        expect([response.status, response.json.error.code, response.json.error.message]).toEqual([
          status,
          code,
          message,
        ]);
        expect(response.headers['etag']).toBe(status === 412 ? '"2"' : undefined);
      }
      expect((await call('GET', `${base}/${id}`)).json.data).toEqual(item);
    });

    it('is validated before the fields of the body, and before the item is looked up', async () => {
      const response = await patch(UNKNOWN, { title: '' }, { 'if-match': 'garbage' });
      expect([response.status, response.json.error.code]).toEqual([400, 'invalid_if_match']);
      expect((await patch(UNKNOWN, {}, { 'if-match': 'W/"2"' })).status).toBe(404);
    });

    it('allows only one of several concurrent updates', async () => {
      const { id } = await create();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, i) => patch(id, { title: `Writer ${i}` }, { 'if-match': '"1"' })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 412)).toHaveLength(11);
    });

    it('returns 404 for an unknown item', async () => {
      expect((await patch(UNKNOWN, {}, { 'if-match': '*' })).status).toBe(404);
    });

    it('is optional: without it, every update is applied', async () => {
      const { id } = await create();
      await Promise.all(Array.from({ length: 8 }, (_, i) => patch(id, { title: `Writer ${i}` })));
      expect((await call('GET', `${base}/${id}`)).headers['etag']).toBe('"9"');
    });
  });
});
