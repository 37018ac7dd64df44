import {
  jsonResponse,
  API_KEY,
  clientOn,
  networkFailure,
  errorResponse,
  blockedPort,
  ScriptedService,
  FakePlatform,
  type Step,
} from '@libs/api-client/testing';
import { ToolFailure } from '@libs/mcp';
import { withParsedArguments } from '@libs/mcp/testing';
import { RestFeedbackTools } from './rest-feedback-tools';

const ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const ITEM = { id: ID, title: 'Dark mode' };

const neverResponds: Step = ({ init }) =>
  new Promise((_, reject) =>
    init.signal!.addEventListener('abort', () => reject(init.signal!.reason as Error)),
  );

function createTools(
  steps: Step[],
  { signal, newTimeout }: { signal?: AbortSignal; newTimeout?: () => AbortSignal } = {},
) {
  const service = new ScriptedService(...steps);
  const platform = new FakePlatform();
  const client = clientOn(
    { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch, maxWaitMs: 5000 },
    platform,
  );
  const endSignal = signal ?? new AbortController().signal;
  return {
    service,
    platform,
    tools: withParsedArguments(new RestFeedbackTools(client, endSignal, newTimeout)),
  };
}

const failure = async (call: Promise<unknown>): Promise<ToolFailure> => {
  const thrown: unknown = await call.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(ToolFailure);
  return thrown as ToolFailure;
};
const requestedPaths = ({ requests }: ScriptedService) =>
  requests.map(({ method, path, text }) => [method, path, ...(text ? [JSON.parse(text) as unknown] : [])]);

describe('requests to the service', () => {
  it('lists items with the given parameters only', async () => {
    const page = { data: [ITEM], pagination: { has_more: true, next_cursor: 'abc' } };
    const { service, tools } = createTools([jsonResponse(page)]);
    expect(await tools.list({ status: 'new', q: 'dark mode', sort: 'title', limit: 5, cursor: 'x' })).toEqual(
      {
        items: [ITEM],
        next_cursor: 'abc',
      },
    );
    await tools.list({});
    await tools.list({ submitter_email: 'ada@example.com', created_after: '2026-03-03T10:00:00Z' });
    expect(requestedPaths(service)).toEqual([
      ['GET', '/feedback?status=new&q=dark+mode&sort=title&limit=5&cursor=x'],
      ['GET', '/feedback'],
      ['GET', '/feedback?submitter_email=ada%40example.com&created_after=2026-03-03T10%3A00%3A00.000Z'],
    ]);
  });

  it('filters by tags, and reads statistics', async () => {
    const page = { data: [], pagination: { has_more: false, next_cursor: null } };
    const data = { from: '2026-03-02', to: '2026-03-03', total: { count: 0 }, buckets: [] };
    const { service, tools } = createTools([jsonResponse(page), jsonResponse(page), jsonResponse({ data })]);
    await tools.list({ tag: 'mobile,Billing & more', sort: '-request_count' });
    await tools.list({ untagged: true });
    const query = { metric: 'created', by: 'tag', from: '2026-03-02', time_zone: 'Europe/Berlin' };
    expect(await tools.stats(query)).toEqual(data);
    expect(requestedPaths(service)).toEqual([
      ['GET', '/feedback?sort=-request_count&tag=Billing+%26+more%2Cmobile'],
      ['GET', '/feedback?untagged=true'],
      ['GET', '/feedback/stats?metric=created&by=tag&from=2026-03-02&time_zone=Europe%2FBerlin'],
    ]);
  });

  it('lists changes from the oldest event at a time, in pages of the limit', async () => {
    const event = (day: number) => ({
      type: 'feedback.created',
      timestamp: `2026-03-0${day}T10:00:00.000Z`,
      actor: { type: 'api_key', id: day === 4 ? 'own' : 'other' },
      data: { feedback: { id: ID, title: `Item ${day}` }, version: 1 },
    });
    const page = (days: number[], next: string, more: boolean) =>
      jsonResponse({ data: days.map(event), pagination: { has_more: more, next_cursor: next } });
    const { service, tools } = createTools([
      jsonResponse({ data: { id: 'own', name: 'Agent' } }),
      page([1, 2], 'a', true),
      page([3, 4, 5], 'b', true),
      page([3, 4, 5], 'b', true),
      page([6], 'c', false),
    ]);
    const since = '2026-03-03';
    const first = await tools.changes({ since, limit: 2 });
    expect(first.changes.map(({ item, by }) => [item!.title, by])).toEqual([
      ['Item 3', 'api_key other'],
      ['Item 4', 'Agent'],
    ]);
    const last = await tools.changes({ since, limit: 2, cursor: first.next_cursor! });
    expect(last.changes.map(({ item }) => item!.title)).toEqual(['Item 5', 'Item 6']);
    expect(last.next_cursor).toBeNull();
    const types = 'feedback.created%2Cfeedback.updated%2Cfeedback.deleted%2Cfeedback.imported';
    expect(requestedPaths(service).map(([, path]) => path)).toEqual([
      '/key',
      `/events?since=2026-03-03T00%3A00%3A00.000Z&types=${types}&limit=100`,
      `/events?after=a&types=${types}&limit=100`,
      `/events?after=a&types=${types}&limit=100`,
      `/events?after=b&types=${types}&limit=100`,
    ]);
  });

  it('says what was applied if a note or a request fails', async () => {
    const noteFails = createTools([jsonResponse({ data: ITEM }), networkFailure('ECONNRESET')]);
    const { details } = await failure(noteFails.tools.update({ id: ID, status: 'planned', note: 'Ask' }));
    expect(details).toEqual(['The items were updated. The note may have been written.']);
    const requestFails = createTools([jsonResponse({ data: ITEM }), networkFailure('ECONNRESET')]);
    const asked = requestFails.tools.update({ id: ID, request: { company: 'Acme' } });
    expect((await failure(asked)).details).toEqual([
      'The item was updated. The request may have been added.',
    ]);
  });

  it('gets, updates, and deletes an item', async () => {
    const { service, tools } = createTools([
      jsonResponse({ data: ITEM }),
      jsonResponse({ data: ITEM }),
      jsonResponse(null, 204),
    ]);
    expect(await tools.get(ID)).toEqual({ item: ITEM });
    expect(await tools.update({ id: ID, description: null })).toEqual({ item: ITEM });
    await tools.delete({ id: ID });
    expect(requestedPaths(service)).toEqual([
      ['GET', `/feedback/${ID}`],
      ['PATCH', `/feedback/${ID}`, { description: null }],
      ['DELETE', `/feedback/${ID}`],
    ]);
  });

  it('reads the version from the ETag and sends it as If-Match', async () => {
    const { service, tools } = createTools([
      jsonResponse({ data: ITEM }, 200, { etag: '"7"' }),
      jsonResponse({ data: ITEM }, 200, { etag: 'W/"8"' }),
      jsonResponse({ data: ITEM }, 200, { etag: '"abc"' }),
      jsonResponse(null, 204),
    ]);
    expect(await tools.get(ID)).toEqual({ item: ITEM, version: 7 });
    expect(await tools.update({ id: ID, status: 'planned', if_match: 7 })).toEqual({
      item: ITEM,
      version: 8,
    });
    expect(await tools.get(ID)).toEqual({ item: ITEM });
    await tools.delete({ id: ID, if_match: 8 });
    expect(service.requests.map(({ headers }) => headers.get('if-match'))).toEqual([
      null,
      '"7"',
      null,
      '"8"',
    ]);
  });

  it('creates an item with source mcp and the idempotency key', async () => {
    const { service, tools } = createTools([jsonResponse({ data: ITEM }, 201)]);
    expect(await tools.create({ title: 'Dark mode', idempotency_key: 'order-17' })).toEqual(ITEM);
    expect(requestedPaths(service)).toEqual([['POST', '/feedback?source=mcp', { title: 'Dark mode' }]]);
    expect(service.requests[0]!.headers.get('idempotency-key')).toBe('order-17');
  });

  it('updates several items with a batch', async () => {
    const changed = [{ id: ID, fields: ['status'] }];
    const { service, tools } = createTools([jsonResponse({ data: [ITEM], changed })]);
    expect(await tools.updateAll([{ id: ID, status: 'planned' }])).toEqual({ items: [ITEM], changed });
    expect(requestedPaths(service)).toEqual([
      ['POST', '/feedback/batch', { updates: [{ id: ID, status: 'planned' }] }],
    ]);
  });

  const NO_IDS = ['', '..', 'a/b', '%2e%2e', 'ä', '?limit=1', 'export', 'batch', `${ID}0`];
  it.each(NO_IDS)('sends nothing for the invalid ID %j', async (id) => {
    const { service, tools } = createTools([jsonResponse({ data: ITEM })]);
    const expected = { type: 'not_found_error', message: 'Feedback item not found' };
    for (const call of [tools.get(id), tools.update({ id, title: 'Light' }), tools.delete({ id })])
      expect(await failure(call)).toMatchObject(expected);
    expect(service.requests).toEqual([]);
  });
});

describe('errors for the model', () => {
  it('contain the message of the API and every other detail once', async () => {
    const message = 'Field must not be empty: title';
    const messages = [message, 'Invalid email address: submitter_email'];
    const details = messages.map((detail) => ({ param: 'p', code: 'c', message: detail }));
    const { tools } = createTools([
      errorResponse(400, 'empty_value', {}, { type: 'validation_error', message, details }),
    ]);
    expect(await failure(tools.create({ title: 'Dark mode' }))).toMatchObject({
      type: 'validation_error',
      message,
      details: ['Invalid email address: submitter_email'],
    });
  });

  it('report a rate limit immediately, unless it ends within a few seconds', async () => {
    const message = 'Rate limit exceeded: 10 requests per minute. Retry in 29 seconds.';
    const more = { type: 'rate_limit_error', message };
    const long = createTools([errorResponse(429, 'rate_limit_exceeded', { 'retry-after': '29' }, more)]);
    expect(await failure(long.tools.get(ID))).toMatchObject({ type: 'rate_limit_error', message });
    expect([long.platform.waits, long.service.requests.length]).toEqual([[], 1]);

    const short = createTools([
      errorResponse(429, 'rate_limit_exceeded', { 'retry-after': '2' }, more),
      jsonResponse({ data: ITEM }),
    ]);
    expect(await short.tools.get(ID)).toEqual({ item: ITEM });
    expect(short.platform.waits).toEqual([2000]);
  });

  it('report after a few seconds that the service does not respond, without the key', async () => {
    const { tools, platform } = createTools([networkFailure('ECONNREFUSED')]);
    const { type, message, details } = await failure(tools.create({ title: 'Dark mode' }));
    expect([type, details]).toEqual(['api_error', []]);
    expect(message).toMatch(/^The service did not respond: .*ECONNREFUSED/);
    expect(message).not.toContain(API_KEY);
    expect(platform.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(5000);
  });

  it('report a request that was not sent, without a note', async () => {
    const { tools, platform } = createTools([blockedPort()]);
    const { message, details } = await failure(tools.create({ title: 'Dark mode' }));
    expect([message, details, platform.waits]).toEqual([expect.stringMatching(/^Nothing was sent/), [], []]);
  });

  it('note that an item may have been created if the result is unknown', async () => {
    const newTimeout = () => AbortSignal.abort(new DOMException('too long', 'TimeoutError'));
    const details = ['The item may have been created. Check before you create it again.'];
    for (const [{ tools }, message] of [
      [createTools([networkFailure('ECONNRESET')]), /^The service did not respond: .*ECONNRESET$/],
      [
        createTools([errorResponse(502, 'x', {}, { type: 7 })]),
        /^Unexpected response \(status 502\): check FEEDBACK_URL$/,
      ],
      [createTools([neverResponds], { newTimeout }), /^The service did not respond in time$/],
    ] as const) {
      const expected = { type: 'api_error', message: expect.stringMatching(message) };
      expect(await failure(tools.create({ title: 'Dark mode' }))).toMatchObject({ ...expected, details });
      expect(await failure(tools.get(ID))).toMatchObject({ ...expected, details: [] });
    }
  });

  it('name the variable to check if another server responds', async () => {
    const { tools } = createTools([jsonResponse('<html>', 404)]);
    expect(await failure(tools.get(ID))).toMatchObject({
      type: 'api_error',
      message: 'Unexpected response (status 404): check FEEDBACK_URL',
    });
  });
});

it('aborts a pending call when the connection ends', async () => {
  const connection = new AbortController();
  const { tools } = createTools([neverResponds], { signal: connection.signal });
  const call = tools.get(ID);
  connection.abort(new Error('the input ended'));
  await expect(call).rejects.toThrow('the input ended');
});
