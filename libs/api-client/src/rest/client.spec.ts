import { inspect } from 'node:util';
import fc from 'fast-check';
import {
  jsonResponse,
  API_KEY,
  networkFailure,
  errorResponse,
  ScriptedService,
  FakePlatform,
  type Step,
} from '../../testing/scripted-service';
import { createFeedbackClient, FeedbackClient } from './client';
import type { ClientOptions } from './options';

const ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const ITEM = { id: ID, title: 'Dark mode' };
const BASE_URL = 'https://feedback.example.com';

function createClient(steps: Step[], options: Partial<ClientOptions> = {}) {
  const service = new ScriptedService(...steps);
  const platform = new FakePlatform();
  const client = new FeedbackClient(
    { baseUrl: BASE_URL, apiKey: API_KEY, fetch: service.fetch, ...options },
    platform,
  );
  return { service, platform, client };
}
const page = (data: unknown[], next: string | null = null) =>
  jsonResponse({ data, pagination: { limit: 20, offset: 0, has_more: next !== null, next_cursor: next } });

describe('FeedbackClient', () => {
  it('sends the key without cookies and does not follow redirects', async () => {
    const { service, client } = createClient([page([])]);
    await client.list();
    const [{ method, path, headers, init }] = service.requests as [(typeof service.requests)[0]];
    expect([method, path]).toEqual(['GET', '/feedback']);
    expect(Object.fromEntries(headers)).toEqual({ 'x-api-key': API_KEY });
    expect(init).toMatchObject({ redirect: 'manual', credentials: 'omit' });
  });

  it('sends the userAgent option', async () => {
    const { service, client } = createClient([page([])], { userAgent: 'roadmap/1.0' });
    await client.list();
    expect(service.requests[0]!.headers.get('user-agent')).toBe('roadmap/1.0');
  });

  it('list sends its query without undefined values', async () => {
    const { service, client } = createClient([page([ITEM])]);
    const firstPage = await client.list({
      status: 'planned',
      limit: 5,
      offset: undefined,
      include_total: false,
    });
    expect(service.requests[0]!.path).toBe('/feedback?status=planned&limit=5&include_total=false');
    expect(firstPage.data).toEqual([ITEM]);
    expect(firstPage.pagination.has_more).toBe(false);
  });

  it('get returns the item and its ETag', async () => {
    const { service, client } = createClient([jsonResponse({ data: ITEM }, 200, { etag: '"3"' })]);
    expect(await client.get(ID)).toEqual({ data: ITEM, etag: '"3"' });
    expect([service.requests[0]!.method, service.requests[0]!.path]).toEqual(['GET', `/feedback/${ID}`]);
  });

  it.each(['', '.', '..', 'a/b', 'a?b', '%2e%2e', 'ä', 'export', 'batch', 'import'])(
    'rejects the malformed ID %j without sending a request',
    async (id) => {
      const { service, client } = createClient([jsonResponse({ data: ITEM })]);
      await expect(client.get(id)).rejects.toThrow(TypeError);
      await expect(client.update(id, {})).rejects.toThrow(TypeError);
      await expect(client.delete(id)).rejects.toThrow(TypeError);
      await expect(client.publish(id, { title: 'T' })).rejects.toThrow(TypeError);
      expect(service.requests).toEqual([]);
    },
  );

  it('create sends JSON with a new idempotency key for each call', async () => {
    const { service, client } = createClient([jsonResponse({ data: ITEM }, 201, { etag: '"1"' })]);
    const first = await client.create({ title: 'Dark mode' });
    await client.create({ title: 'Dark mode' });
    expect(first).toEqual({ data: ITEM, etag: '"1"', replayed: false });
    const [{ method, path, text, headers }] = service.requests as [(typeof service.requests)[0]];
    expect([method, path, text]).toEqual(['POST', '/feedback', '{"title":"Dark mode"}']);
    expect(headers.get('content-type')).toBe('application/json');
    expect(service.requests.map((sent) => sent.headers.get('idempotency-key'))).toEqual(['key-1', 'key-2']);
  });

  it('create sends the given idempotency key and reports a replayed response', async () => {
    const { service, client } = createClient([
      jsonResponse({ data: ITEM }, 201, { 'idempotent-replayed': 'true' }),
    ]);
    expect(await client.create({ title: 'Dark mode' }, { idempotencyKey: 'order-17' })).toMatchObject({
      replayed: true,
    });
    expect(service.requests[0]!.headers.get('idempotency-key')).toBe('order-17');
  });

  it('create sends the source', async () => {
    const { service, client } = createClient([jsonResponse({ data: ITEM }, 201, { etag: '"1"' })]);
    await client.create({ title: 'Dark mode' }, { source: 'mcp', idempotencyKey: 'order-17' });
    const [{ path, text, headers }] = service.requests as [(typeof service.requests)[0]];
    expect([path, text]).toEqual(['/feedback?source=mcp', '{"title":"Dark mode"}']);
    expect(headers.get('idempotency-key')).toBe('order-17');
  });

  it('key returns the current key and retries', async () => {
    const { service, client } = createClient([
      networkFailure(),
      jsonResponse({ data: { name: 'Roadmap script' } }),
    ]);
    expect(await client.key()).toEqual({ data: { name: 'Roadmap script' } });
    expect(service.requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/key'],
      ['GET', '/key'],
    ]);
    await expect(client.key({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('update and delete send If-Match', async () => {
    const { service, client } = createClient([
      jsonResponse({ data: ITEM }, 200, { etag: '"4"' }),
      jsonResponse(null, 204),
    ]);
    expect((await client.update(ID, { description: null }, { ifMatch: '"3"' })).etag).toBe('"4"');
    await client.delete(ID, { ifMatch: '"4"' });
    expect(
      service.requests.map(({ method, text, headers }) => [method, text, headers.get('if-match')]),
    ).toEqual([
      ['PATCH', '{"description":null}', '"3"'],
      ['DELETE', '', '"4"'],
    ]);
  });

  /** public.md 1 */
  it('publish and unpublish return the item and its ETag', async () => {
    const { service, client } = createClient([jsonResponse({ data: ITEM }, 200, { etag: '"4"' })]);
    const card = { title: 'Dark theme', text: 'For nights' };
    const versioned = { data: ITEM, etag: '"4"' };
    expect(await client.publish(ID, card, { ifMatch: '"3"' })).toEqual(versioned);
    expect(await client.unpublish(ID)).toEqual(versioned);
    expect(
      service.requests.map(({ method, path, text, headers }) => [
        method,
        path,
        text,
        headers.get('if-match'),
      ]),
    ).toEqual([
      ['PUT', `/feedback/${ID}/public`, JSON.stringify(card), '"3"'],
      ['DELETE', `/feedback/${ID}/public`, '', null],
    ]);
  });

  it('upsert sends the external ID percent-encoded, and returns whether the item was created', async () => {
    const { service, client } = createClient([
      jsonResponse({ data: ITEM }, 201, { etag: '"1"' }),
      jsonResponse({ data: ITEM }, 200, { etag: '"2"' }),
    ]);
    const created = await client.upsert('desk/17 ä?', { title: 'Dark mode' });
    expect(created).toEqual({ data: ITEM, etag: '"1"', created: true });
    const updated = await client.upsert('17', { title: 'Dark mode' }, { ifMatch: '"1"' });
    expect(updated).toEqual({ data: ITEM, etag: '"2"', created: false });
    expect(
      service.requests.map(({ method, path, text, headers }) => [
        method,
        path,
        text,
        headers.get('if-match'),
        headers.get('idempotency-key'),
      ]),
    ).toEqual([
      ['PUT', '/feedback/external/desk%2F17%20%C3%A4%3F', '{"title":"Dark mode"}', null, null],
      ['PUT', '/feedback/external/17', '{"title":"Dark mode"}', '"1"', null],
    ]);
  });

  it('upsert repeats the request after a lost response', async () => {
    const { service, client } = createClient([networkFailure(), jsonResponse({ data: ITEM }, 200)]);
    expect((await client.upsert('17', { title: 'Dark mode' })).created).toBe(false);
    expect(service.requests).toHaveLength(2);
  });

  it('keeps the rate limit status of the last response that had one', async () => {
    const state = { ratelimit: '"hour";r=87;t=3120', 'ratelimit-policy': '"hour";q=100;w=3600' };
    const { client } = createClient([
      jsonResponse({ data: ITEM }, 200, state),
      errorResponse(401, 'api_key_revoked'),
    ]);
    expect(client.budget).toBeNull();
    await client.get(ID);
    await client.get(ID).catch(() => {});
    expect(client.budget?.windows).toEqual([
      { name: 'hour', limit: 100, windowSeconds: 3600, remaining: 87, resetSeconds: 3120 },
    ]);
  });
});

describe('batch', () => {
  it('sends all updates with one idempotency key', async () => {
    const result = { data: [ITEM], changed: [{ id: ID, fields: ['status'] }] };
    const { service, client } = createClient([jsonResponse(result)]);
    expect(await client.batch([{ id: ID, status: 'shipped' }])).toEqual({ ...result, replayed: false });
    const [{ path, text, headers }] = service.requests as [(typeof service.requests)[0]];
    expect([path, text]).toEqual(['/feedback/batch', `{"updates":[{"id":"${ID}","status":"shipped"}]}`]);
    expect(headers.get('idempotency-key')).toBe('key-1');
  });

  it('sends operations and returns what each has done', async () => {
    const results = [{ method: 'delete', id: ID, result: 'deleted' }];
    const response = { data: [{ id: ID, deleted: true }], changed: [], results };
    const { service, client } = createClient([jsonResponse(response)]);
    const operations = [{ method: 'delete' as const, id: ID, if_match: '"3"' }];
    expect(await client.batch({ operations })).toEqual({ ...response, replayed: false });
    expect(JSON.parse(service.requests[0]!.text)).toEqual({ operations });
    expect(service.requests[0]!.headers.get('idempotency-key')).toBe('key-1');
  });

  it('sends dry_run and returns what would change', async () => {
    const preview = { data: [ITEM], dry_run: true, changed: [{ id: ID, fields: ['status'] }] };
    const { service, client } = createClient([jsonResponse(preview)]);
    const { changed } = await client.batch([{ id: ID, status: 'shipped' }], { dryRun: true });
    expect(changed[0]?.fields).toEqual(['status']);
    expect(JSON.parse(service.requests[0]!.text)).toMatchObject({ dry_run: true });
  });
});

describe('listAll', () => {
  /** Responds with pages of the items 0 to n-1; the cursor is the number of the next item. */
  const numbers =
    (n: number, most = 100): Step =>
    ({ path }) => {
      const query = new URL(path, BASE_URL).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      const to = Math.min(n, from + Math.min(most, Number(query.get('limit'))));
      const data = Array.from({ length: to - from }, (_, i) => from + i);
      return page(data, to < n ? String(to) : null)({} as never);
    };

  it('yields every item once, in order, for any page size', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        async (n, limit, most) => {
          const { service, client } = createClient([numbers(n, most)]);
          const seen = [];
          for await (const item of client.listAll({ limit, status: 'new' })) seen.push(item);
          expect(seen).toEqual(Array.from({ length: n }, (_, i) => i));
          expect(service.requests).toHaveLength(Math.max(1, Math.ceil(n / Math.min(limit, most))));
          expect(service.requests.every(({ path }) => path.includes('status=new'))).toBe(true);
        },
      ),
    ));

  it('requests pages of 100 items, each only when it is needed', async () => {
    const { service, client } = createClient([numbers(250)]);
    const items = client.listAll();
    expect(service.requests).toHaveLength(0);
    for (let n = 0; n < 100; n++) await items.next();
    expect(service.requests.map(({ path }) => path)).toEqual(['/feedback?limit=100']);
    await items.next();
    expect(service.requests[1]!.path).toBe('/feedback?limit=100&cursor=100');
  });

  it('requests no further page after the loop is left', async () => {
    const { service, client } = createClient([numbers(250)]);
    for await (const _ of client.listAll()) break;
    expect(service.requests).toHaveLength(1);
  });

  it('starts at a given cursor', async () => {
    const { client } = createClient([numbers(5)]);
    const first = await client.listAll({ cursor: '3' }).next();
    expect(first.value).toBe(3);
  });

  it('throws if a page returns its own cursor', async () => {
    const { service, client } = createClient([page(['a'], 'x'), page(['b'], 'x'), page(['c'])]);
    const items = client.listAll();
    const seen = [(await items.next()).value, (await items.next()).value];
    await expect(items.next()).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect([seen, service.requests.length]).toEqual([['a', 'b'], 2]);
  });

  it('retries after an error between pages', async () => {
    const { client } = createClient([
      page(['a'], 'x'),
      networkFailure(),
      errorResponse(503, 'service_unavailable'),
      page(['b']),
    ]);
    const seen = [];
    for await (const item of client.listAll()) seen.push(item);
    expect(seen).toEqual(['a', 'b']);
  });
});

describe('FeedbackApiError', () => {
  const DOC_URL = 'https://feedback.example.com/docs/errors#missing_required_field';

  it('has all fields of the error response', async () => {
    const details = [
      { param: 'title', code: 'missing_required_field', message: 'Missing required field: title' },
    ];
    const { client } = createClient([
      errorResponse(
        400,
        'missing_required_field',
        {},
        { type: 'validation_error', param: 'title', details, doc_url: DOC_URL },
      ),
    ]);
    await expect(client.create({ title: '' })).rejects.toMatchObject({
      name: 'FeedbackApiError',
      message: 'No',
      status: 400,
      type: 'validation_error',
      code: 'missing_required_field',
      param: 'title',
      details,
      docUrl: DOC_URL,
      requestId: 'req_1',
      retryAfter: null,
    });
  });

  it.each([
    ['a page of HTML', () => new Response('<h1>Hello</h1>')],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
    ['an error that is not the API’s', () => new Response('{"error":"nope"}', { status: 404 })],
    ['null', () => new Response('null', { status: 400 })],
    ['JSON of another server', () => new Response('{"ok":true}')],
    ['no data', () => new Response('{"data":null}')],
  ])('is thrown for %s', async (_, step) => {
    const { service, client } = createClient([step]);
    await expect(client.get(ID)).rejects.toMatchObject({
      code: 'unexpected_answer',
      type: 'api_error',
      param: null,
      details: [],
      docUrl: null,
      requestId: null,
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('options', () => {
  it.each([
    ['https://feedback.example.com', 'https://feedback.example.com/api/v1/feedback'],
    ['https://feedback.example.com/', 'https://feedback.example.com/api/v1/feedback'],
    ['https://feedback.example.com/api/v1', 'https://feedback.example.com/api/v1/feedback'],
    ['http://localhost:3000/api/v1/', 'http://localhost:3000/api/v1/feedback'],
    ['https://example.com/tools/feedback', 'https://example.com/tools/feedback/api/v1/feedback'],
  ])('with the baseUrl %s request %s', async (baseUrl, expected) => {
    const urls: unknown[] = [];
    const { fetch } = new ScriptedService(page([]));
    const spy = ((url: string, init: RequestInit) => (urls.push(url), fetch(url, init))) as typeof fetch;
    await new FeedbackClient({ baseUrl, apiKey: API_KEY, fetch: spy }, new FakePlatform()).list();
    expect(urls).toEqual([expected]);
  });

  it.each([
    { baseUrl: 'feedback.example.com' },
    { baseUrl: 'ftp://feedback.example.com' },
    { baseUrl: 'https://user@feedback.example.com' },
    { baseUrl: 'https://:secret@feedback.example.com' },
    { baseUrl: 'https://feedback.example.com/?secret' },
    { baseUrl: 'https://feedback.example.com/#secret' },
    { apiKey: '' },
    { apiKey: ' \n' },
    { apiKey: 'secret\nsecret' },
    { apiKey: 'secret ключ' },
    { apiKey: undefined as never },
    { retries: -1 },
    { retries: 1.5 },
    { maxWaitMs: NaN },
  ])('rejects %j without repeating it', (wrong) => {
    const make = () => createFeedbackClient({ baseUrl: BASE_URL, apiKey: API_KEY, ...wrong });
    expect(make).toThrow(TypeError);
    expect(make).not.toThrow(/secret/);
  });

  it('trims the key', async () => {
    const { service, client } = createClient([page([])], { apiKey: `${API_KEY}\n` });
    await client.list();
    expect(service.requests[0]!.headers.get('x-api-key')).toBe(API_KEY);
  });
});

describe('the key', () => {
  const inspected = (value: unknown) =>
    inspect(value, { depth: 10, showHidden: true, getters: true }) + JSON.stringify(value) + String(value);

  it('is not visible on the client', async () => {
    const { client } = createClient([page([])]);
    await client.list();
    expect(inspected(client)).not.toContain(API_KEY);
    expect(inspected({ ...client })).not.toContain(API_KEY);
  });

  it.each<[string, Step]>([
    ['an error response', errorResponse(401, 'api_key_invalid')],
    ['a network error', networkFailure()],
    [
      'an error of a custom fetch that contains the key',
      ({ headers }) => {
        const request = { headers: Object.fromEntries(headers) };
        throw Object.assign(new Error(`no answer for ${headers.get('x-api-key')}`), { request });
      },
    ],
  ])('is not in %s', async (_, step) => {
    const notices: unknown[] = [];
    const { client } = createClient([step], {
      apiKey: `${API_KEY}\n`,
      retries: 1,
      onRetry: (notice) => notices.push(notice),
    });
    const error: unknown = await client.get(ID).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(inspected([error, notices])).not.toContain(API_KEY);
    expect((error as Error).stack).not.toContain(API_KEY);
  });
});
