import type { HttpResponse } from './support/client';
import { EventStreamClient } from './support/event-stream';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';

const { service, client } = useService({ PUBLIC_URL: 'http://feedback.test:8080' });
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const post = (body: object, headers = {}) => call('POST', BASE, { body, headers });
const put = (externalId: string, body: unknown = { title: 'T' }, headers = {}) =>
  call('PUT', `${BASE}/external/${encodeURIComponent(externalId)}`, { body, headers });
const list = (query = '') => call('GET', `${BASE}${query}`);
const titles = async (query = '') =>
  (await list(query)).json.data.map(({ title }: { title: string }) => title);
const errorOf = ({ status, json: { error } }: HttpResponse) => [
  status,
  error.code,
  error.param,
  error.message,
];

const TAKEN = [409, 'external_id_taken', 'external_id', 'Another item of the account has this external_id'];

/** items.md 10 */
describe('PUT /api/v1/feedback/external/:external_id', () => {
  it('creates an item, then updates it, then changes nothing', async () => {
    const created = await put('ticket:1', { title: 'Dark mode', submitter_email: 'ada@example.com' });
    expect(created.status).toBe(201);
    const { id } = created.json.data;
    expect(created.json.data).toMatchObject({
      external_id: 'ticket:1',
      source: 'api',
      status: 'new',
      submitter_email: 'ada@example.com',
    });
    expect(created.headers).toMatchObject({
      etag: '"1"',
      location: `http://feedback.test:8080${BASE}/${id}`,
    });

    const change = { title: 'Dark theme', status: 'planned', submitter_email: 'bob@example.com' };
    const updated = await put('ticket:1', change);
    expect(updated.status).toBe(200);
    expect(updated.headers['etag']).toBe('"2"');
    expect(updated.headers['location']).toBeUndefined();
    expect(updated.json.data).toMatchObject({
      ...change,
      id,
      description: null,
      submitter_email: 'ada@example.com',
    });

    const repeated = await put('ticket:1', change, { 'idempotency-key': 'ignored' });
    expect([repeated.status, repeated.headers['etag'], repeated.json]).toEqual([200, '"2"', updated.json]);
    expect((await call('GET', `${BASE}/${id}`)).json).toEqual(updated.json);
    expect((await list()).json.data).toEqual([updated.json.data]);
  });

  it.each([
    ['slashes', 'https://desk.test//tickets/17/'],
    ['percent signs', '100%25/%2F'],
    ['separators of a URL', 'a?b=c#d;e&f+g=h'],
    ['spaces and quotes', ` a 'b' "c" \\ `],
    ['the name of another resource', 'batch'],
    ['255 emoji', '😀'.repeat(255)],
  ])('decodes an external ID with %s', async (_name, externalId) => {
    const { status, json } = await put(externalId);
    expect([status, json.data.external_id]).toEqual([201, externalId]);
    expect((await put(externalId)).status).toBe(200);
    expect((await list(`?external_id=${encodeURIComponent(externalId)}`)).json.data).toEqual([json.data]);
  });

  const INVALID: [string, string, string][] = [
    ['😀'.repeat(256), 'too_long', 'Field is too long: external_id (maximum 255 characters)'],
    ['a\nb', 'invalid_characters', 'Field contains invalid characters: external_id (line break)'],
    ['\0', 'invalid_characters', 'Field contains invalid characters: external_id (U+0000)'],
  ];
  it.each(INVALID)('rejects %j with %s', async (externalId, code, message) => {
    expect(errorOf(await put(externalId, {}))).toEqual([400, code, 'external_id', message]);
    expect(errorOf(await post({ title: 'T', external_id: externalId }))).toEqual([
      400,
      code,
      'external_id',
      message,
    ]);
  });

  it.each(['%', '%zz', '%ED%A0%80', '%ff'])('rejects the malformed path %s', async (path) => {
    const response = await call('PUT', `${BASE}/external/${path}`, { body: { title: 'T' } });
    expect([response.status, response.json.error.code]).toEqual([400, 'malformed_url']);
  });

  it('requires an external ID, and supports no other method', async () => {
    for (const [method, path] of [
      ['GET', `${BASE}/external`],
      ['POST', `${BASE}/external/a%2Fb`],
    ] as const) {
      expect((await call(method, path, { body: { title: 'T' } })).status).toBe(405);
    }
    const options = await client.call('OPTIONS', `${BASE}/external/a%2Fb`);
    expect([options.status, options.headers['allow']]).toEqual([
      204,
      'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
    ]);
    expect((await call('PUT', `${BASE}/external/a/b`, { body: { title: 'T' } })).status).toBe(404);
  });

  it('with `If-Match`, requires an item of that version', async () => {
    const noItem = [412, 'etag_mismatch', undefined, 'No item has this external_id'];
    for (const ifMatch of ['*', '"1"']) {
      const response = await put('a', { title: 'T' }, { 'if-match': ifMatch });
      expect([errorOf(response), response.headers['etag']]).toEqual([noItem, undefined]);
    }
    expect((await list()).json.data).toEqual([]);
    await put('a', { title: 'First' });
    expect((await put('a', { title: 'Second' }, { 'if-match': '"1"' })).headers['etag']).toBe('"2"');
    const outdated = await put('a', { title: 'Third' }, { 'if-match': '"1"' });
    expect([errorOf(outdated).slice(0, 2), outdated.headers['etag']]).toEqual([
      [412, 'etag_mismatch'],
      '"2"',
    ]);
    expect((await put('a', { title: 'Third' }, { 'if-match': '*' })).status).toBe(200);
  });

  it('creates one item when requests are sent in parallel', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put('a', { title: `Title ${n}` })),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(responses.map(({ json }) => json.data.id)).size).toBe(1);
    const { data } = (await list()).json;
    expect(data).toHaveLength(1);
    expect((await call('GET', `${BASE}/${data[0].id}`)).headers['etag']).toBe('"8"');
  });

  it('does not see items of other accounts', async () => {
    const other = await service.account();
    const theirs = await client.call('PUT', `${BASE}/external/a`, {
      key: other.key,
      body: { title: 'Theirs' },
    });
    const ours = await put('a', { title: 'Ours' });
    expect([theirs.status, ours.status]).toEqual([201, 201]);
    expect(ours.json.data.id).not.toBe(theirs.json.data.id);
    expect((await list('?external_id=a')).json.data).toEqual([ours.json.data]);
    const read = await client.call('GET', `${BASE}/${theirs.json.data.id}`, { key: other.key });
    expect(read.json).toEqual(theirs.json);
  });

  it('requires a key with permission `full`', async () => {
    const origin = 'https://app.example.com';
    const read = await service.issue(account.id, { permission: 'read' });
    const submit = await service.issue(account.id, { permission: 'submit', origins: [origin] });
    for (const { key } of [read, submit]) {
      const response = await call('PUT', `${BASE}/external/a`, {
        key,
        body: { title: 'T' },
        headers: { origin },
      });
      expect(errorOf(response).slice(0, 2)).toEqual([403, 'insufficient_permissions']);
    }
    const sent = await client.call('POST', BASE, {
      key: submit.key,
      body: { title: 'T', external_id: 'a' },
      headers: { origin },
    });
    expect(errorOf(sent)).toEqual([
      403,
      'insufficient_permissions',
      undefined,
      'This API key is not allowed to set external_id (permission: submit)',
    ]);
  });

  it('publishes events with the external ID', async () => {
    const stream = await EventStreamClient.open(service.origin, account.key);
    const { json } = await put('a', { title: 'First' });
    await put('a', { title: 'Second' });
    await put('a', { title: 'Second' });
    const messages = await stream.untilReceived(2);
    stream.close();
    expect(messages.map(({ data }) => data)).toMatchObject([
      { type: 'feedback.created', data: { feedback: json.data, version: 1 } },
      {
        type: 'feedback.updated',
        data: {
          feedback: { external_id: 'a', title: 'Second' },
          version: 2,
          previous: { title: 'First' },
        },
      },
    ]);
  });
});

/** items.md 4 */
describe('POST /api/v1/feedback with an external ID', () => {
  it('rejects one that another item has, with and without `Idempotency-Key`', async () => {
    const first = (await post({ title: 'First', external_id: 'a' })).json.data;
    expect(errorOf(await post({ title: 'Second', external_id: 'a' }))).toEqual(TAKEN);
    const key = { 'idempotency-key': 'k' };
    expect(errorOf(await post({ title: 'Second', external_id: 'a' }, key))).toEqual(TAKEN);
    expect((await post({ title: 'Second', external_id: 'A' }, key)).status).toBe(201);
    expect((await list('?external_id=a')).json.data).toEqual([first]);
    await call('DELETE', `${BASE}/${first.id}`);
    expect((await post({ title: 'Third', external_id: 'a' })).status).toBe(201);
  });

  it('with `Idempotency-Key`, creates one item and returns it again', async () => {
    const key = { 'idempotency-key': 'k' };
    const { json } = await post({ title: 'T', external_id: 'a' }, key);
    const replay = await post({ title: 'T', external_id: 'a' }, key);
    expect([replay.status, replay.headers['idempotent-replayed'], replay.json]).toEqual([201, 'true', json]);
  });

  /** items.md 6 */
  it('can be changed and cleared by an update and a batch', async () => {
    const { id } = (await post({ title: 'T', external_id: 'a' })).json.data;
    const other = (await post({ title: 'U' })).json.data.id;
    const patched = await call('PATCH', `${BASE}/${id}`, { body: { external_id: 'b' } });
    expect(patched.json.data).toMatchObject({ external_id: 'b', title: 'T' });
    expect((await post({ title: 'V', external_id: 'a' })).status).toBe(201);
    const batch = (...updates: object[]) => call('POST', `${BASE}/batch`, { body: { updates } });
    const batched = await batch({ id, external_id: null }, { id: other, external_id: 'c' });
    expect(batched.json.data.map((item: { external_id: string }) => item.external_id)).toEqual([null, 'c']);
    expect(batched.json.changed).toEqual([
      { id, fields: ['external_id'] },
      { id: other, fields: ['external_id'] },
    ]);
  });

  /** batch.md 3 */
  it('returns 409 for the external ID of another item, and for one that two lines set', async () => {
    const { id } = (await post({ title: 'T', external_id: 'a' })).json.data;
    const other = (await post({ title: 'U', external_id: 'b' })).json.data.id;
    const taken = (param: string) => [
      409,
      'external_id_taken',
      param,
      'Another item of the account has this external_id',
    ];
    const patched = await call('PATCH', `${BASE}/${id}`, { body: { external_id: 'b', title: 'X' } });
    expect(errorOf(patched)).toEqual(taken('external_id'));
    for (const dry_run of [false, true]) {
      const batch = (...updates: object[]) => call('POST', `${BASE}/batch`, { body: { updates, dry_run } });
      const moved = await batch({ id, external_id: 'b' }, { id: other, external_id: null });
      expect(errorOf(moved)).toEqual(taken('updates[0].external_id'));
      const twice = await batch({ id, external_id: 'c' }, { id: other, external_id: 'c' });
      expect(errorOf(twice)).toEqual(taken('updates[1].external_id'));
    }
    expect((await call('GET', `${BASE}/${id}`)).json.data).toMatchObject({ title: 'T', external_id: 'a' });
  });
});

/** items.md 10 */
describe('/api/v1/feedback/external/:external_id', () => {
  const path = `${BASE}/external/${encodeURIComponent('a/b')}`;

  it('reads, updates, and deletes the item, with its conditions', async () => {
    const { id } = (await post({ title: 'T', external_id: 'a/b' })).json.data;
    const read = await call('GET', path);
    expect([read.status, read.json.data.id, read.headers['etag']]).toEqual([200, id, '"1"']);
    expect((await call('GET', path, { headers: { 'if-none-match': '"1"' } })).status).toBe(304);
    const revise = (body: object, etag: string) =>
      call('PATCH', path, { body, headers: { 'if-match': etag } });
    expect((await revise({ status: 'planned' }, '"1"')).json.data).toMatchObject({ id, status: 'planned' });
    expect((await revise({ status: 'new' }, '"1"')).status).toBe(412);
    expect((await call('DELETE', path)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, path)).status).toBe(404);
    expect((await call('PATCH', path, { body: {} })).json.error.code).toBe('feedback_not_found');
  });

  it('finds a merged item, which names its target', async () => {
    const target = (await post({ title: 'T' })).json.data.id;
    const { id } = (await post({ title: 'U', external_id: 'a/b' })).json.data;
    await call('PATCH', `${BASE}/${id}`, { body: { merged_into: target } });
    expect((await call('GET', path)).json.data).toMatchObject({ id, merged_into: target });
    const changed = await call('PATCH', path, { body: { title: 'V' } });
    expect([changed.status, changed.json.error.merged_into]).toEqual([409, target]);
  });

  it('is upserted with the external ID in the body', async () => {
    const upsert = (body: object) => call('PUT', `${BASE}/external`, { body });
    const created = await upsert({ external_id: '.', title: 'T' });
    expect([created.status, created.json.data.external_id]).toEqual([201, '.']);
    const updated = await upsert({ external_id: '.', title: 'U' });
    expect([updated.status, updated.json.data.id]).toEqual([200, created.json.data.id]);
    expect((await upsert({ title: 'T' })).json.error).toMatchObject({
      code: 'missing_required_field',
      param: 'external_id',
    });
  });
});

/** lists.md 2 */
describe('?external_id=', () => {
  beforeEach(async () => {
    for (const n of [1, 2, 3]) await put(`id:${n}`, { title: `Title ${n}` });
    await post({ title: 'Title 4' });
  });

  it('finds one item, with every other filter and order', async () => {
    expect(await titles('?external_id=id:2')).toEqual(['Title 2']);
    for (const query of ['q=title', 'status=new', 'sort=title', 'sort=-updated_at', 'q=title&sort=-title'])
      expect([query, await titles(`?external_id=id:2&${query}`)]).toEqual([query, ['Title 2']]);
    for (const query of ['q=other', 'status=planned', 'created_before=2020-01-01T00:00:00Z'])
      expect([query, await titles(`?external_id=id:2&${query}`)]).toEqual([query, []]);
    for (const externalId of ['ID:2', 'id:', '%', '_'])
      expect(await titles(`?external_id=${encodeURIComponent(externalId)}`)).toEqual([]);
    const { json, headers } = await list('?external_id=id:2&include_total=true');
    expect(json.pagination).toMatchObject({ total: 1, has_more: false });
    expect(headers['link']).toContain('?external_id=id%3A2&');
  });

  it('filters exports, which another account can import', async () => {
    const { data } = (await list('?external_id=id:2')).json;
    for (const [format, file] of [
      ['json', JSON.stringify({ data })],
      ['ndjson', `${JSON.stringify(data[0])}\n`],
    ]) {
      expect((await call('GET', `${BASE}/export?format=${format}&external_id=id:2`)).text).toBe(file);
    }
    await put('=1+1', { title: '=1+1' });
    const file = (await call('GET', `${BASE}/export?format=csv&sort=created_at`)).text;
    expect(file).toContain(`Z,"'=1+1",,0,1,0,,,,false\r\n`);
    const items = (await list()).json.data;
    account = await service.account();
    const imported = await call('POST', `${BASE}/import`, {
      body: file,
      headers: { 'content-type': 'text/csv' },
    });
    expect(imported.json.data).toMatchObject({ created: 5, failed: 0 });
    expect((await list()).json.data).toEqual(items);
  });
});
