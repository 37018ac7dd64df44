import { idAt } from '@libs/feedback/testing';
import { INVALID_FILES } from '../src/import/import.openapi';
import type { HttpResponse, Call } from './support/client';
import { Dashboard } from './support/dashboard';
import { whileInProgress } from './support/idempotency';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const nd = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** import.md 1 to import.md 5; docs/architecture/adr/0015-import.md */
describe('POST /api/v1/feedback/import', () => {
  const { service, client } = useService({ RATE_LIMIT_HOUR_FREE: '100000' });
  let account: Account;

  beforeEach(async () => (account = await service.account()));

  const send = (body: string | Buffer, query = '', type = NDJSON, more: Call = {}) =>
    client.call('POST', `${BASE}/import${query}`, {
      key: account.key,
      body,
      ...more,
      headers: { 'content-type': type, ...more.headers },
    });
  const stored = async ({ key } = account): Promise<Record<string, unknown>[]> => {
    const { json } = await client.call('GET', `${BASE}?limit=100&sort=created_at`, { key });
    return json.data;
  };
  const report = (more: object) => ({
    data: {
      import_id: 'created' in more && !('dry_run' in more) ? expect.stringMatching(UUID) : null,
      dry_run: false,
      rows: 0,
      created: 0,
      existing: 0,
      repeated: 0,
      failed: 0,
      errors: [],
      repeats: [],
      warnings: [],
      ...more,
    },
  });

  const row = {
    external_id: 'board:17',
    title: ' Dark mode ',
    description: 'My eyes "hurt",\r\nat night. 😀',
    submitter_email: 'ada@example.com',
    status: 'planned',
    created_at: '2024-05-01T12:00:00.5+02:00',
    updated_at: '2024-06-01T00:00:00Z',
  };
  const item = {
    id: expect.stringMatching(`^${idAt('2024-05-01T10:00:00.500Z').slice(0, 15)}`),
    title: 'Dark mode',
    description: 'My eyes "hurt",\r\nat night. 😀',
    submitter_email: 'ada@example.com',
    status: 'planned',
    source: 'import',
    created_at: '2024-05-01T10:00:00.500Z',
    updated_at: '2024-06-01T00:00:00.000Z',
    external_id: 'board:17',
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
  };

  /** import.md 11 */
  it('keeps who asks for an item, from CSV and from NDJSON', async () => {
    const csv =
      'title,votes,voters,company,value,submitter_email\r\n' +
      'A,12,"b@c.co; c@d.co",Acme,1200.5,ada@b.co\r\nB,,,,,\r\n';
    expect(await send(csv, '', CSV)).toMatchObject({ status: 200, json: report({ rows: 2, created: 2 }) });
    const exported = { email: 'eve@b.co', name: 'Eve', quote: 'Soon', source: 'vote' };
    await send(nd({ title: 'C', requests: [exported] }));
    const all = await stored();
    const totals = all.map(({ title, request_count, request_value }) => [
      title,
      request_count,
      request_value,
    ]);
    expect(totals.sort()).toEqual([
      ['A', 12, 1200.5],
      ['B', 1, 0],
      ['C', 2, 0],
    ]);
    const requestsOf = async (title: string) => {
      const { id } = all.find((item) => item['title'] === title)!;
      return (await client.call('GET', `${BASE}/${id}/requests`, { key: account.key })).json.data;
    };
    const people = (await requestsOf('A')).map(({ email, count }: Record<string, unknown>) => email ?? count);
    expect(people.sort()).toEqual([9, 'ada@b.co', 'b@c.co', 'c@d.co']);
    expect(await requestsOf('C')).toEqual(expect.arrayContaining([expect.objectContaining(exported)]));
  });

  /** import.md 12 */
  it('adds requests to items, and undoes them', async () => {
    await send('title,external_id\r\nDark mode,x:1\r\n', '', CSV);
    const ask = (body: string, query = '', type = CSV, more = {}) =>
      client.call('POST', `${BASE}/import/requests${query}`, {
        key: account.key,
        body,
        headers: { 'content-type': type, ...more },
      });
    const csv =
      'external_id,email,company,value,count\r\nx:1,b@c.co,Acme,12.5,\r\nx:1,B@c.co,,,\r\nx:1,,,,7\r\n';
    expect(await ask(csv, '?dry_run=true')).toMatchObject({
      json: report({ dry_run: true, rows: 3, created: 2, existing: 1 }),
    });
    const key = { 'idempotency-key': 'k' };
    const first = await ask(csv, '', CSV, key);
    expect(first).toMatchObject({ status: 200, json: report({ rows: 3, created: 2, existing: 1 }) });
    expect(await ask(csv, '', CSV, key)).toMatchObject({ json: first.json });
    expect(await stored()).toMatchObject([{ request_count: 9, request_value: 12.5 }]);
    const unknown = await ask(
      nd({ title: 'dark MODE', email: 'c@d.co' }, { external_id: 'x:2' }),
      '',
      NDJSON,
    );
    expect([unknown.status, unknown.json.error.code]).toEqual([400, 'feedback_not_found']);
    const headers = await ask('email\r\na@b.co\r\n');
    expect(headers.json.error.message).toBe('Line 1: Missing required column: external_id');
    expect((await ask('title,votes\r\nA,1\r\n')).json.error.code).toBe('unknown_field');
    expect(await stored()).toMatchObject([{ request_count: 9 }]);
  });

  it('creates items from NDJSON', async () => {
    const before = Date.now();
    const response = await send(nd(row, { title: 'Now' }));
    expect(response.status).toBe(200);
    expect(response.json).toEqual(report({ rows: 2, created: 2 }));
    const items = await stored();
    expect(items[0]).toEqual(item);
    expect(items[1]).toMatchObject({ title: 'Now', source: 'import', status: 'new', description: null });
    expect(Date.parse(items[1]!['created_at'] as string)).toBeGreaterThanOrEqual(before);
  });

  it('creates items from CSV', async () => {
    const file =
      'created_at,title,external_id,description,submitter_email,status,updated_at\r\n' +
      '2024-05-01T12:00:00.5+02:00, Dark mode ,board:17,"My eyes ""hurt"",\r\nat night. 😀",ada@example.com,planned,' +
      '2024-06-01T00:00:00Z\r\n,Now,,,,,\r\n';
    expect((await send(file, '', CSV)).json).toEqual(report({ rows: 2, created: 2 }));
    expect((await stored())[0]).toEqual(item);
  });

  it('keeps the order of the rows while others create items', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ title: String(n) }));
    const other = await service.account();
    let isImporting = true;
    const imported = send(nd(...rows)).finally(() => (isImporting = false));
    while (isImporting)
      await client.call('POST', BASE, { key: other.key, body: { title: 'Of another account' } });
    expect((await imported).json).toMatchObject(report({ rows: 3_000, created: 3_000 }));
    const exported = await client.call('GET', `${BASE}/export?format=ndjson`, { key: account.key });
    const titles = exported.text
      .split('\n')
      .flatMap((line) => (line ? [JSON.parse(line).title as string] : []));
    expect(titles.reverse()).toEqual(rows.map(({ title }) => title));
  });

  it('imports nothing if a row is invalid, and reports the first 20 errors with their lines', async () => {
    const lines = [
      nd(row),
      '\n',
      nd({}),
      '{"title":\n',
      ...Array.from({ length: 30 }, () => nd({ title: 5 })),
    ];
    const { status, json } = await send(lines.join(''));
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      type: 'validation_error',
      code: 'missing_required_field',
      message: 'Line 3: Missing required field: title',
      param: 'title',
    });
    expect(json.error.details).toHaveLength(20);
    expect(json.error.details.slice(0, 3)).toEqual([
      {
        line: 3,
        param: 'title',
        code: 'missing_required_field',
        message: 'Line 3: Missing required field: title',
      },
      { line: 4, code: 'malformed_json', message: 'Line 4: Line is not valid JSON' },
      { line: 5, param: 'title', code: 'invalid_type', message: 'Line 5: Field must be a string: title' },
    ]);
    expect(await stored()).toEqual([]);
  });

  it('skips invalid rows with skip_invalid', async () => {
    const { status, json } = await send(
      `${nd(row)}nonsense\n${nd({ title: 'T', upvotes: 3 }, row)}`,
      '?skip_invalid=true',
    );
    expect(status).toBe(200);
    const errors = [
      { line: 2, param: null, code: 'malformed_json', message: 'Line 2: Line is not valid JSON' },
      {
        line: 3,
        param: 'upvotes',
        code: 'unknown_field',
        message: expect.stringMatching(/^Line 3: Unknown field: upvotes \(allowed: title, /),
      },
    ];
    const repeats = [{ line: 4, first_line: 1 }];
    expect(json).toEqual(
      report({ rows: 4, created: 1, existing: 1, repeated: 1, failed: 2, errors, repeats }),
    );
    expect(await stored()).toHaveLength(1);
  });

  it('returns the report with dry_run and writes nothing', async () => {
    await send(nd(row));
    const file = nd(row, { title: '' }, { title: 'T', external_id: 'x' }, { title: 'T', external_id: 'x' });
    const { status, json } = await send(file, '?dry_run=true');
    expect(status).toBe(200);
    const errors = [
      { line: 2, param: 'title', code: 'empty_value', message: 'Line 2: Field must not be empty: title' },
    ];
    const counts = { rows: 4, created: 1, existing: 2, repeated: 1, failed: 1 };
    const repeats = [{ line: 4, first_line: 3 }];
    expect(json).toEqual(report({ dry_run: true, ...counts, errors, repeats }));
    expect(await stored()).toHaveLength(1);
    expect((await send(file, '?skip_invalid=true')).json.data).toMatchObject({
      ...json.data,
      import_id: expect.stringMatching(UUID),
      dry_run: false,
    });
  });

  describe('rejects', () => {
    it.each(['?dry_run=true', '?skip_invalid=true'])(
      'a file with an error outside its rows, also with %s',
      async (query) => {
        for (const name of ['unknown_field_column', 'malformed_csv', 'invalid_body', 'invalid_encoding']) {
          const [type, file] = INVALID_FILES[name]!;
          expect([name, (await send(file, query, type)).status]).toEqual([name, 400]);
        }
      },
    );

    it('a missing body, with and without Content-Type', async () => {
      for (const headers of [{}, { 'content-type': CSV }, { 'content-type': CSV, 'content-length': '0' }]) {
        const { status, json } = await client.call('POST', `${BASE}/import`, { key: account.key, headers });
        expect([status, json.error.code]).toEqual([400, 'invalid_body']);
      }
    });

    it.each([
      ['?dry_run=', 'invalid_parameter'],
      ['?skip_invalid=TRUE', 'invalid_parameter'],
    ])('the query %s', async (query, code) => {
      const { status, json } = await send(nd(row), query);
      expect([status, json.error.code]).toEqual([400, code]);
      expect(await stored()).toEqual([]);
    });

    const types = 'Content-Type must be application/x-ndjson or text/csv';
    const inUtf8 = (type: string) =>
      `Content-Type must be ${type} in UTF-8: use charset=utf-8, or no parameters`;
    it.each([
      ['application/json', types],
      ['multipart/form-data; boundary=x', types],
      ['text/csv; charset=iso-8859-1', inUtf8('text/csv')],
      ['application/x-ndjson; header=present', inUtf8('application/x-ndjson')],
      ['text/csv; charset=utf-8; charset=utf-8', inUtf8('text/csv')],
    ])('the Content-Type %s', async (type, message) => {
      const { status, json } = await send(nd(row), '', type);
      expect(status).toBe(415);
      expect(json.error).toMatchObject({ code: 'unsupported_content_type', message });
    });

    it.each([NDJSON, CSV])('%s at other endpoints', async (type) => {
      const headers = { 'content-type': type };
      for (const path of [BASE, `${BASE}/batch`]) {
        const { status, json } = await client.call('POST', path, {
          key: account.key,
          headers,
          body: 'title\n',
        });
        expect([status, json.error.message]).toEqual([415, 'Content-Type must be application/json']);
      }
      expect((await client.call('POST', `/f/${account.slug}`, { headers, body: 'title\n' })).status).toBe(
        415,
      );
    });

    it('other methods, read and submit keys, and requests without a key', async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const { status, headers } = await client.call(method, `${BASE}/import`, { key: account.key });
        expect([method, status, headers['allow']]).toEqual([method, 405, 'POST, OPTIONS']);
      }
      for (const permission of ['read', 'submit'] as const) {
        const { key } = await service.issue(account.id, { permission });
        expect((await send(nd(row), '', NDJSON, { key })).status).toBe(403);
      }
      expect((await send(nd(row), '', NDJSON, { key: undefined })).status).toBe(401);
    });
  });

  it.each(['text/csv; charset=UTF-8', 'text/csv; charset=utf-8; header=present', 'TEXT/CSV;header=present'])(
    'accepts the Content-Type %s',
    async (type) => expect((await send('title\r\nT\r\n', '', type)).status).toBe(200),
  );

  /** idempotency.md 3 */
  describe('with an Idempotency-Key', () => {
    const once = (body: string, name = 'k', query = '', type = NDJSON) =>
      send(body, query, type, { headers: { 'idempotency-key': name } });
    const isReplay = ({ headers }: HttpResponse) => headers['idempotent-replayed'] === 'true';

    it('imports once, and replays the first response byte for byte', async () => {
      const first = await once(nd(row, { title: 'No name' }));
      expect([first.status, isReplay(first)]).toEqual([200, false]);
      expect(first.json).toEqual(report({ rows: 2, created: 2 }));
      const again = await once(nd(row, { title: 'No name' }), '"k"');
      expect([again.status, isReplay(again), again.text]).toEqual([200, true, first.text]);
      expect(await stored()).toHaveLength(2);
    });

    it('returns 422 for another file, parameter, or type with the same key', async () => {
      const file = 'title\n';
      expect((await once(file, 'k', '', CSV)).status).toBe(200);
      for (const other of [
        await once('title\nT\n', 'k', '', CSV),
        await once(file, 'k', '?skip_invalid=true', CSV),
        await once(file, 'k', '', NDJSON),
        await client.call('POST', BASE, {
          key: account.key,
          body: { title: 'T' },
          headers: { 'idempotency-key': 'k' },
        }),
      ])
        expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_key_reused']);
      expect(await stored()).toEqual([]);
    });

    it('stores no response of a failed import or a dry run', async () => {
      expect((await once('{}')).status).toBe(400);
      expect(isReplay(await once(nd(row), 'k', '?dry_run=true'))).toBe(false);
      expect((await once(nd(row))).json).toEqual(report({ rows: 1, created: 1 }));
      expect((await once(nd(row), 'k', '?dry_run=true')).json).toEqual(
        report({ dry_run: true, rows: 1, existing: 1 }),
      );
    });

    it('returns 409 while the same request is in progress', async () => {
      const name = { accountId: account.id, client: account.keyId, key: 'k' };
      const waiting = await whileInProgress(service, name, () => once(nd(row)));
      expect([waiting.status, waiting.json.error.code, waiting.headers['retry-after']]).toEqual([
        409,
        'idempotency_key_in_use',
        '1',
      ]);
      expect(isReplay(await once(nd(row)))).toBe(false);
    });
  });

  it('counts as one request against the rate limit', async () => {
    const remaining = async (file: string) => Number((await send(file)).headers['x-ratelimit-remaining']);
    const before = await remaining(nd({ title: 'T' }));
    expect(await remaining(nd(...Array.from({ length: 1500 }, (_, i) => ({ title: `T ${i}` }))))).toBe(
      before - 1,
    );
  });

  it.each([
    ['ndjson', NDJSON],
    ['csv', CSV],
  ])('accepts what the service exports as %s', async (format, type) => {
    await send(
      nd(row, { title: '=1+1', description: "'@a" }, { title: 'T', description: '', source: 'widget' }),
    );
    const file = await client.call('GET', `${BASE}/export?format=${format}`, { key: account.key });
    const other = await service.account();
    expect((await send(file.text, '', type, { key: other.key })).json).toEqual(
      report({ rows: 3, created: 3 }),
    );
    const byId = (items: Record<string, unknown>[]) => new Map(items.map((one) => [one['id'], one]));
    expect(byId(await stored(other))).toEqual(byId(await stored()));
    expect((await send(file.text, '', type)).json).toEqual(report({ rows: 3, existing: 3 }));
  });

  /** import.md 8 */
  describe('undo in the dashboard', () => {
    let dashboard: Dashboard;
    beforeEach(async () => {
      dashboard = new Dashboard(client);
      await dashboard.signIn(account.email);
    });
    const imports = async () => (await dashboard.call('GET', 'imports')).json.data;
    const undo = (id: string, query = '') => dashboard.call('DELETE', `imports/${id}${query}`);

    it('lists imports with their items, and deletes changed items only with with_changed', async () => {
      await send(nd({ title: 'Another import' }));
      const id: string = (await send(nd(row, { title: 'Changed' }, { title: 'T' }))).json.data.import_id;
      expect((await imports()).map(({ created }: { created: number }) => created)).toEqual([3, 1]);
      expect((await imports())[0]).toEqual({ id, created: 3, requests: 0, created_at: expect.any(String) });
      const page = await dashboard.call('GET', `feedback?import=${id.toUpperCase()}&limit=2`);
      const rest = await dashboard.call(
        'GET',
        `feedback?import=${id}&limit=2&cursor=${page.json.pagination.next_cursor}`,
      );
      const items = [...page.json.data, ...rest.json.data];
      expect(items.map(({ title }) => title).sort()).toEqual(['Changed', 'Dark mode', 'T']);
      const changed = items.find(({ title }) => title === 'Changed').id;
      await client.call('PATCH', `${BASE}/${changed}`, { key: account.key, body: { status: 'planned' } });
      expect((await dashboard.call('GET', `imports/${id}`)).json).toEqual({
        data: { items: 3, changed: 1, requests: 0 },
      });

      expect((await undo(id)).json).toEqual({ data: { deleted: 2, requests: 0 } });
      expect((await stored()).map(({ title }) => title).sort()).toEqual(['Another import', 'Changed']);
      expect((await undo(id, '?with_changed=true')).json).toEqual({ data: { deleted: 1, requests: 0 } });
      expect((await undo(id, '?with_changed=true')).json).toEqual({ data: { deleted: 0, requests: 0 } });
      expect(await imports()).toHaveLength(1);
    });

    it('returns 410 after 24 hours, 404 for a malformed ID, and 400 for an invalid query', async () => {
      const old = idAt(new Date(Date.now() - 86_400_000).toISOString());
      for (const [id, status, code] of [
        [old, 410, 'import_undo_expired'],
        ['x', 404, 'import_not_found'],
      ] as const)
        for (const method of ['GET', 'DELETE']) {
          const { status: found, json } = await dashboard.call(method, `imports/${id}`);
          expect([method, found, json.error.code]).toEqual([method, status, code]);
        }
      for (const path of [
        'feedback?import=x',
        'feedback?import=',
        'feedback/counts?import=',
        `feedback?import=${old}&import=${old}`,
      ])
        expect((await dashboard.call('GET', path)).status).toBe(400);
      expect((await undo(old, '?with_changed=1')).status).toBe(400);
    });
  });

  /** import.md 7 */
  describe('from the dashboard', () => {
    const signedIn = async () => {
      const dashboard = new Dashboard(client);
      await dashboard.signIn(account.email);
      return (body: string, query = '', type = CSV) =>
        dashboard.call('POST', `feedback/import${query}`, { body, headers: { 'content-type': type } });
    };

    it('returns the report in the last event', async () => {
      const upload = await signedIn();
      const response = await upload('title,external_id\r\nT,1\r\nU,2\r\n');
      expect([response.status, response.headers['content-type']]).toEqual([
        200,
        'application/x-ndjson; charset=utf-8',
      ]);
      expect(JSON.parse(response.text)).toEqual(report({ rows: 2, created: 2 }));
      expect(await stored()).toHaveLength(2);
      const dryRun = await upload('title,external_id\r\nT,1\r\nV,3\r\n', '?dry_run=true');
      expect(JSON.parse(dryRun.text)).toEqual(report({ dry_run: true, rows: 2, created: 1, existing: 1 }));
    });

    it('returns 200 with errors of rows in the report, and imports nothing', async () => {
      const upload = await signedIn();
      const { status, text } = await upload(`${nd(row)}{"title":""}\n`, '', NDJSON);
      const errors = [
        { line: 2, param: 'title', code: 'empty_value', message: 'Line 2: Field must not be empty: title' },
      ];
      expect([status, JSON.parse(text)]).toEqual([200, report({ rows: 2, failed: 1, errors })]);
      expect(await stored()).toEqual([]);
    });

    it('returns 400 or 415 for an invalid file, query, or Content-Type', async () => {
      const upload = await signedIn();
      for (const [status, code, ...file] of [
        [400, 'unknown_field', 'upvotes\r\n3\r\n'],
        [400, 'malformed_csv', 'title\r\n"T'],
        [400, 'invalid_body', ''],
        [400, 'unknown_parameter', 'title\r\nT', '?format=csv'],
        [415, 'unsupported_content_type', '{}', '', 'application/json'],
      ] as const) {
        const response = await upload(...(file as unknown as [string]));
        expect([response.status, response.json.error.code]).toEqual([status, code]);
      }
      expect(await stored()).toEqual([]);
    });
  });
});
