import { errorOf, issuesOf, statusAndCode, type Call } from './support/client';
import { Dashboard } from './support/dashboard';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const EVE = {
  email: 'eve@example.com',
  name: 'Eve Example',
  company: 'Acme',
  value: 1200.5,
  quote: 'Our night shift needs it.',
  link: 'https://support.example.com/tickets/17',
};

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const create = async (more: object = {}): Promise<string> =>
  (await call('POST', BASE, { body: { title: 'Dark mode', ...more } })).json.data.id;
const read = (id: string, headers = {}) => call('GET', `${BASE}/${id}`, { headers });
const add = (id: string, body: unknown, more: Call = {}) =>
  call('POST', `${BASE}/${id}/requests`, { body, ...more });
const addOne = async (id: string, body: object = { count: 2 }): Promise<string> =>
  (await add(id, body)).json.data.id;
const of = (method: string, id: string, request: string, more: Call = {}) =>
  call(method, `${BASE}/${id}/requests/${request}`, more);
const list = async (id: string, query = '') => (await call('GET', `${BASE}/${id}/requests${query}`)).json;
const emails = async (id: string) =>
  (await list(id)).data.map(({ email }: { email: string | null }) => email);

/** requests.md 1, requests.md 3 */
describe('POST /api/v1/feedback/:id/requests', () => {
  it('adds a request, and updates that of the same address', async () => {
    const id = await create();
    const added = await add(id.toUpperCase(), EVE);
    expect([added.status, added.json]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          feedback_id: id,
          ...EVE,
          count: 1,
          source: 'api',
          confirmed_at: null,
          verified: false,
          created_at: expect.any(String),
        },
      },
    ]);
    const again = await add(id, { email: 'EVE@example.com', name: null });
    expect([again.status, again.json.data]).toEqual([
      200,
      { ...added.json.data, email: 'EVE@example.com', name: null },
    ]);
    expect((await read(id)).json.data).toMatchObject({ request_count: 2, request_value: 1200.5 });
  });

  it('updates the submission if the submitter asks again', async () => {
    const id = await create({ submitter_email: 'Ada@example.com' });
    const again = await add(id, { email: 'ada@EXAMPLE.com', value: 5 });
    expect([again.status, again.json.data]).toMatchObject([
      200,
      { id, feedback_id: id, email: 'Ada@example.com', value: 5 },
    ]);
    expect((await read(id)).json.data).toMatchObject({ request_count: 1, request_value: 5 });
  });

  it('adds several, with one result for each line, all or none', async () => {
    const id = await create();
    const lines = [{ email: 'eve@example.com' }, { count: 12 }, { email: 'Eve@example.com', name: 'Eve' }];
    const added = await add(id, { requests: lines });
    expect([added.status, added.json.data]).toMatchObject([
      200,
      [{ email: 'Eve@example.com', name: 'Eve' }, { email: null, count: 12 }, { name: 'Eve' }],
    ]);
    expect(await emails(id)).toHaveLength(3);
    const rejected = await add(id, {
      requests: [{ count: 3 }, { value: -1 }, { email: 'a@b.co', count: 2 }],
    });
    expect([...statusAndCode(rejected), issuesOf(rejected)]).toEqual([
      400,
      'invalid_value',
      ['requests[1].value invalid_value', 'requests[2].count invalid_value'],
    ]);
    const many = await add(id, { requests: Array.from({ length: 101 }, () => ({})) });
    expect(issuesOf(many)).toEqual(['requests too_long']);
    expect((await read(id)).json.data).toMatchObject({ request_count: 14 });
  });

  /** requests.md 3, conventions.md 7 */
  it('adds 100 with the longest quotes in characters of several bytes', async () => {
    const member = await Dashboard.forNewAccount(service, client);
    const { id } = (await member.post('feedback', { title: 'Dark mode' })).json.data;
    const { key } = member.account;
    const requests = Array.from({ length: 100 }, () => ({ quote: '\u{1F600}'.repeat(1_000) }));
    for (const response of [
      await add(id, { requests }, { key }),
      await member.post(`feedback/${id}/requests`, { requests }),
    ])
      expect([response.status, response.json.data?.length]).toEqual([200, 100]);
  });

  it.each([
    [{ email: 'eve@' }, 'invalid_format'],
    [{ value: 1.001 }, 'invalid_value'],
    [{ link: 'example.com' }, 'invalid_value'],
    [{ email: 'eve@example.com', count: 2 }, 'invalid_value'],
    [{ source: 'form' }, 'read_only_field'],
    [{ requests: [], name: 'Eve' }, 'empty_value'],
    [[], 'invalid_body'],
  ])('rejects %j', async (body, code) => {
    const id = await create();
    expect(statusAndCode(await add(id, body))).toEqual([400, code]);
    expect(await emails(id)).toEqual([null]);
  });

  it('sets the source, and ignores an idempotency key', async () => {
    const id = await create();
    const headers = { 'idempotency-key': 'one' };
    const path = `${BASE}/${id}/requests`;
    const send = () => call('POST', `${path}?source=mcp`, { body: {}, headers });
    for (const response of [await send(), await send()])
      expect([response.status, response.json.data]).toMatchObject([201, { source: 'mcp', count: 1 }]);
    expect(await emails(id)).toHaveLength(3);
    expect(statusAndCode(await call('POST', `${path}?source=form`, { body: {} }))).toEqual([
      400,
      'invalid_parameter',
    ]);
  });

  it('returns 409 for more than 100,000 requests', async () => {
    const id = await create({ submitter_email: 'ada@example.com' });
    const database = await service.connectAsAdmin();
    // Without triggers: no test reads the events of these.
    await database.query('BEGIN; SET LOCAL session_replication_role = replica');
    await database.query(
      `WITH added AS (
         INSERT INTO feedback_requests (account_id, feedback_id, id, count, source, created_at)
         SELECT $1, $2, gen_random_uuid(), 1, 'api', now() FROM generate_series(1, 99999)
       )
       UPDATE feedback SET request_count = 100000 WHERE id = $2`,
      [account.id, id],
    );
    await database.query('COMMIT');
    expect((await add(id, { email: 'ada@example.com', name: 'Ada' })).status).toBe(200);
    expect(errorOf(await add(id, { requests: [{}, {}] }))).toEqual([
      409,
      'conflict_error',
      'request_limit_reached',
    ]);
    expect((await add(id, EVE)).status).toBe(201);
    expect((await add(id, { requests: [EVE, { email: 'ada@example.com' }] })).status).toBe(200);
    expect(statusAndCode(await add(id, {}))).toEqual([409, 'request_limit_reached']);
    expect((await read(id)).json.data).toMatchObject({ request_count: 100_001 });
  });
});

/** requests.md 3 */
describe('GET /api/v1/feedback/:id/requests', () => {
  it('has pages, newest first, and ends with the submission', async () => {
    const [id, other] = [await create({ submitter_email: 'ada@example.com' }), await create()];
    for (const email of ['a@example.com', 'b@example.com']) await add(id, { email });
    const first = await list(id, '?limit=2');
    expect(first.data).toMatchObject([{ email: 'b@example.com' }, { email: 'a@example.com' }]);
    const cursor = first.pagination.next_cursor;
    const { source, created_at } = (await read(id)).json.data;
    expect(await list(id.toUpperCase(), `?limit=2&cursor=${cursor}`)).toEqual({
      data: [
        {
          id,
          feedback_id: id,
          email: 'ada@example.com',
          name: null,
          company: null,
          value: null,
          quote: null,
          link: null,
          count: 1,
          source,
          confirmed_at: null,
          verified: false,
          created_at,
        },
      ],
      pagination: { limit: 2, has_more: false, next_cursor: null },
    });
    for (const path of [`/${other}/requests`, `/${id}/notes`])
      expect(statusAndCode(await call('GET', `${BASE}${path}?cursor=${cursor}`))).toEqual([
        400,
        'invalid_parameter',
      ]);
  });

  it('has the requests of duplicates, which keep accepting them', async () => {
    const [target, merged] = [await create(), await create({ submitter_email: 'ada@example.com' })];
    await call('PATCH', `${BASE}/${merged}`, { body: { merged_into: target } });
    const request = await addOne(merged, { email: 'eve@example.com' });
    const { data } = await list(target);
    const places = data.map(({ feedback_id: itemId, id }: Record<string, string>) => [itemId, id]);
    expect(places.toSorted()).toEqual(
      [
        [target, target],
        [merged, merged],
        [merged, request],
      ].toSorted(),
    );
    expect(statusAndCode(await of('GET', target, request))).toEqual([404, 'request_not_found']);
    expect((await read(target)).json.data).toMatchObject({ request_count: 3 });
    expect((await read(merged)).json.data).toMatchObject({ request_count: 2 });
  });
});

/** requests.md 1, requests.md 3 */
describe('/api/v1/feedback/:id/requests/:request_id', () => {
  it('returns, changes, and deletes a request', async () => {
    const id = await create();
    const request = await addOne(id, EVE);
    const { data } = (await of('GET', id.toUpperCase(), request.toUpperCase())).json;
    expect(data).toMatchObject(EVE);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = JSON.stringify({ company: 'Beta', quote: null });
    const changed = await of('PATCH', id, request, { body, headers });
    expect([changed.status, changed.json.data]).toEqual([200, { ...data, company: 'Beta', quote: null }]);
    expect((await of('DELETE', id, request)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect(statusAndCode(await of(method, id, request))).toEqual([404, 'request_not_found']);
    expect((await read(id)).json.data).toMatchObject({ request_count: 1, request_value: 0 });
  });

  it('adds details to the submission, but keeps its address, and does not delete it', async () => {
    const id = await create({ submitter_email: 'ada@example.com' });
    const changed = await of('PATCH', id, id, { body: { company: 'Acme', value: 5 } });
    expect(changed.json.data).toMatchObject({ id, email: 'ada@example.com', company: 'Acme', value: 5 });
    for (const email of ['bo@example.com', null])
      expect(issuesOf(await of('PATCH', id, id, { body: { email } }))).toEqual(['email invalid_value']);
    expect(errorOf(await of('DELETE', id, id))).toEqual([409, 'conflict_error', 'request_is_submission']);
  });

  it('rejects the address of another request, and invalid values', async () => {
    const id = await create();
    await add(id, EVE);
    const request = await addOne(id, { count: 3 });
    const taken = await of('PATCH', id, request, { body: { email: 'Eve@Example.com', count: 1 } });
    expect([...errorOf(taken), issuesOf(taken)]).toEqual([
      409,
      'conflict_error',
      'request_exists',
      ['email request_exists'],
    ]);
    const both = await of('PATCH', id, request, { body: { email: 'bo@example.com' } });
    expect(issuesOf(both)).toEqual(['count invalid_value']);
    const cleared = await of('PATCH', id, request, { body: { count: null } });
    expect(statusAndCode(cleared)).toEqual([400, 'null_not_allowed']);
    expect((await of('GET', id, request)).json.data).toMatchObject({ email: null, count: 3 });
  });
});

/** requests.md 3, items.md 8 */
describe('items and requests that do not exist, or of another account,', () => {
  it('return 404', async () => {
    const [id, other] = [await create(), await create()];
    const request = await addOne(id);
    const stranger = { key: (await service.account()).key };
    for (const [itemId, more] of [['x'], [id, stranger]] as [string, Call?][]) {
      const listed = await call('GET', `${BASE}/${itemId}/requests`, more);
      const added = await add(itemId, EVE, more);
      const several = await add(itemId, { requests: [EVE] }, more);
      for (const response of [listed, added, several])
        expect(errorOf(response)).toEqual([404, 'not_found_error', 'feedback_not_found']);
    }
    for (const [itemId, requestId, more] of [
      [other, request],
      [id, 'x'],
      ['x', request],
      [id, request, stranger],
      [id, id, stranger],
    ] as [string, string, Call?][])
      for (const [method, body] of [['GET'], ['PATCH', { name: 'Eve' }], ['DELETE']] as [string, object?][]) {
        const response = await of(method, itemId, requestId, { ...more, body });
        expect(errorOf(response)).toEqual([404, 'not_found_error', 'request_not_found']);
      }
    expect(await emails(id)).toEqual([null, null]);
  });
});

/** requests.md 3 */
it('a read key reads requests, and a submit key does nothing', async () => {
  const id = await create();
  const request = await addOne(id);
  const statuses = async (permission: 'read' | 'submit') => {
    const { key } = await service.issue(account.id, { permission });
    const headers = permission === 'submit' ? { origin: 'https://page.example' } : {};
    const calls = [
      await call('GET', `${BASE}/${id}/requests`, { key, headers }),
      await of('GET', id, request, { key, headers }),
      await add(id, {}, { key, headers }),
      await of('PATCH', id, request, { key, headers, body: { name: 'Eve' } }),
      await of('DELETE', id, request, { key, headers }),
    ];
    return calls.map(({ status }) => status);
  };
  expect(await statuses('read')).toEqual([200, 200, 403, 403, 403]);
  expect(await statuses('submit')).toEqual([403, 403, 403, 403, 403]);
});

/** requests.md 2, conventions.md 10 */
it('a request changes the ETag of its item, but not the version', async () => {
  const id = await create();
  const first = (await read(id)).headers['etag'] as string;
  const before = (await read(id)).json.data;
  await add(id, EVE);
  const next = await read(id, { 'if-none-match': first });
  expect([next.status, first, next.headers['etag']]).toEqual([
    200,
    '"1"',
    expect.stringMatching(/^"1-[0-9a-f]{8}"$/),
  ]);
  expect(next.json.data.updated_at > before.updated_at).toBe(true);
  const change = (title: string) =>
    call('PATCH', `${BASE}/${id}`, { body: { title }, headers: { 'if-match': first } });
  expect((await change('Night mode')).status).toBe(200);
  expect((await change('Dim mode')).status).toBe(412);
});

/** requests.md 3, lists.md 2, lists.md 4 */
it('lists have the items that an address asks for, and the orders by requests and by value', async () => {
  const [first, second, third] = [
    await create({ submitter_email: 'eve@example.com' }),
    await create(),
    await create(),
  ];
  await add(second, { requests: [EVE, { count: 10 }] });
  await add(third, { value: 2000, count: 3 });
  const ids = async (query: string) =>
    (await call('GET', `${BASE}?${query}`)).json.data.map(({ id }: { id: string }) => id);
  expect(await ids('sort=created_at&requested_by=EVE@example.com')).toEqual([first, second]);
  expect(await ids('sort=-request_count')).toEqual([second, third, first]);
  expect(await ids('sort=-request_value')).toEqual([third, second, first]);
});

/** requests.md 5, events.md 1 */
it('the feed has additions, deletions, and numbers that were passed, without anything personal', async () => {
  const [target, id] = [await create(), await create()];
  await call('PATCH', `${BASE}/${id}`, { body: { merged_into: target } });
  const request = await addOne(id, EVE);
  await add(id, { requests: [{ count: 30 }, { email: 'eve@example.com', name: 'Eve' }] });
  await of('PATCH', id, request, { body: { name: 'Bo' } });
  await of('DELETE', id, request);
  const types = 'request.created,request.deleted,feedback.requests_reached';
  const events = async () => (await call('GET', `/api/v1/events?types=${types}`)).json.data;
  while ((await events()).length < 4);
  const feedback = (request_count: number, request_value: number) => ({
    id: target,
    request_count,
    request_value,
  });
  const eve = { id: request, feedback_id: id, source: 'api', count: 1 };
  const votes = { id: expect.any(String), feedback_id: id, source: 'api', count: 30 };
  const found = (await events()).map(({ type, data }: { type: string; data: object }) => [type, data]);
  expect(found).toEqual([
    ['request.created', { request: eve, feedback: feedback(3, 1200.5) }],
    ['feedback.requests_reached', { reached: 25, feedback: feedback(33, 1200.5) }],
    ['request.created', { request: votes, feedback: feedback(33, 1200.5) }],
    ['request.deleted', { request: eve, feedback: feedback(32, 0) }],
  ]);
  const history = (await call('GET', `${BASE}/${id}/history`)).json.data;
  expect(history.map(({ type }: { type: string }) => type)).toEqual(['updated', 'created']);
});

/** requests.md 4 */
it('the dashboard has the same requests for members, with their source', async () => {
  const member = await Dashboard.forNewAccount(service, client);
  const { id } = (await member.post('feedback', { title: 'Dark mode' })).json.data;
  const added = await member.post(`feedback/${id}/requests`, EVE);
  expect([added.status, added.json.data]).toMatchObject([201, { ...EVE, source: 'dashboard' }]);
  const several = await member.post(`feedback/${id}/requests`, { requests: [EVE, { count: 2 }] });
  expect([several.status, several.json.data]).toMatchObject([200, [EVE, { count: 2 }]]);
  const path = `feedback/${id}/requests/${added.json.data.id}`;
  expect((await member.patch(path, { name: 'Bo' })).json.data.name).toBe('Bo');
  expect((await member.get(path)).json.data.name).toBe('Bo');
  expect((await member.get(`feedback/${id}/requests`)).json.data).toHaveLength(3);
  expect((await member.delete(path)).status).toBe(204);
  expect((await client.call('GET', `/app/api/feedback/${id}/requests`)).status).toBe(401);
});

/** requests.md 6, dashboard.md 8 */
it('the export of the account has stored requests', async () => {
  const member = await Dashboard.forNewAccount(service, client);
  const { id } = (await member.post('feedback', { title: 'Dark mode' })).json.data;
  const { data } = (await member.post(`feedback/${id}/requests`, EVE)).json;
  const { requests } = JSON.parse((await member.get('account/export')).text);
  expect(requests).toEqual([data]);
});
