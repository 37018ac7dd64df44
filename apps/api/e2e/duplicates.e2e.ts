import type { HttpResponse } from './support/client';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const create = async (title: string, more: object = {}): Promise<string> =>
  (await call('POST', BASE, { body: { title, ...more } })).json.data.id;
const patch = (id: string, body: unknown, headers = {}) => call('PATCH', `${BASE}/${id}`, { body, headers });
const read = async (id: string) => (await call('GET', `${BASE}/${id}`)).json.data;
const titles = async (query = '') =>
  (await call('GET', `${BASE}?sort=created_at&${query}`)).json.data.map(
    ({ title }: { title: string }) => title,
  );
const errorOf = ({ status, json: { error } }: HttpResponse) => [status, error.type, error.code, error.param];

/** items.md 11 */
describe('PATCH /api/v1/feedback/:id with merged_into', () => {
  it('merges and unmerges an item, with an ETag of each item', async () => {
    const target = await create('Dark mode', { submitter_email: 'ada@example.com' });
    const duplicate = await create('Night mode', { submitter_email: 'eve@example.com' });
    const merged = await patch(duplicate, { merged_into: target.toUpperCase() }, { 'if-match': '"1"' });
    expect([merged.status, merged.headers['etag']]).toEqual([200, '"2"']);
    expect(merged.json.data).toMatchObject({ merged_into: target, duplicate_count: 0, request_count: 1 });
    expect(await read(target)).toMatchObject({ merged_into: null, duplicate_count: 1, request_count: 2 });
    expect((await call('GET', `${BASE}/${target}`)).headers['etag']).toMatch(/^"2-[0-9a-f]{8}"$/);
    const stale = await patch(duplicate, { merged_into: null }, { 'if-match': '"1"' });
    expect(errorOf(stale)).toEqual([412, 'precondition_failed_error', 'etag_mismatch', undefined]);
    const apart = await patch(duplicate, { merged_into: null, title: 'Dim mode' });
    expect(apart.json.data).toMatchObject({ merged_into: null, title: 'Dim mode' });
    expect(await read(target)).toMatchObject({ duplicate_count: 0, request_count: 1 });
  });

  it('returns 409 and 404 for impossible changes', async () => {
    const [a, b] = [await create('A'), await create('B', { external_id: 'b' })] as const;
    const conflict = (code: string, param?: string) => [409, 'conflict_error', code, param];
    expect(errorOf(await patch(a, { merged_into: a }))).toEqual(conflict('merge_conflict', 'merged_into'));
    const unknown = [404, 'not_found_error', 'feedback_not_found', 'merged_into'];
    expect(errorOf(await patch(a, { merged_into: 'nothing' }))).toEqual(unknown);
    const foreign = await service.account();
    const theirs = (await call('POST', BASE, { key: foreign.key, body: { title: 'T' } })).json.data.id;
    expect(errorOf(await patch(a, { merged_into: theirs }))).toEqual(unknown);
    await patch(b, { merged_into: a });
    expect(errorOf(await patch(a, { merged_into: b }))).toEqual(conflict('merge_conflict', 'merged_into'));
    const change = await patch(b, { title: 'New' });
    const upsert = await call('PUT', `${BASE}/external/b`, { body: { title: 'New' } });
    for (const response of [change, upsert]) {
      expect(errorOf(response)).toEqual(conflict('feedback_merged'));
      expect(response.json.error.merged_into).toBe(a);
    }
    expect(errorOf(await patch(a, { merged_into: 5 }))).toEqual([
      400,
      'validation_error',
      'invalid_type',
      'merged_into',
    ]);
    expect(errorOf(await call('POST', BASE, { body: { title: 'T', merged_into: a } }))).toEqual([
      400,
      'validation_error',
      'read_only_field',
      'merged_into',
    ]);
  });

  it('unmerges the duplicates of a deleted item', async () => {
    const [target, one] = [await create('A'), await create('B')];
    await patch(one, { merged_into: target });
    expect((await call('DELETE', `${BASE}/${target}`)).status).toBe(204);
    expect(await read(one)).toMatchObject({ merged_into: null });
  });
});

/** batch.md 1 */
it('a batch merges items, once per idempotency key, and a dry run shows the same', async () => {
  const [target, one, two] = [await create('A'), await create('B'), await create('C')] as const;
  const updates = [one, two, target].map((id) => (id === target ? { id } : { id, merged_into: target }));
  const post = (body: object, headers = {}) => call('POST', `${BASE}/batch`, { body, headers });
  const { json: preview } = await post({ updates, dry_run: true });
  expect(await read(one)).toMatchObject({ merged_into: null });
  const key = { 'idempotency-key': 'merge' };
  const { json: result } = await post({ updates }, key);
  expect(preview.changed).toEqual(result.changed);
  expect(result.changed).toEqual([
    { id: one, fields: ['merged_into'] },
    { id: two, fields: ['merged_into'] },
    { id: target, fields: ['duplicate_count', 'request_count'] },
  ]);
  expect(result.data[2]).toMatchObject({ duplicate_count: 2, request_count: 3 });
  expect((await post({ updates }, key)).json).toEqual(result);
  const conflict = await post({ updates: [{ id: target }, { id: one, title: 'New' }] });
  expect(errorOf(conflict)).toEqual([409, 'conflict_error', 'feedback_merged', 'updates[1].id']);
  const into = await patch(two, { merged_into: one });
  expect(errorOf(into)).toEqual([409, 'conflict_error', 'merge_conflict', 'merged_into']);
  for (const { error } of [conflict.json, into.json]) {
    expect(error.merged_into).toBe(target);
    expect(error.details[0].merged_into).toBe(target);
  }
});

/** lists.md 2, lists.md 4, export.md 1 */
it('lists, totals, and exports with a filter leave merged items out, unless the filter asks for them', async () => {
  const [target, one] = [await create('A'), await create('B')] as const;
  await create('C');
  await patch(one, { merged_into: target });
  expect(await titles()).toEqual(['A', 'C']);
  expect(await titles('offset=1')).toEqual(['C']);
  expect(await titles('merged=include')).toEqual(['A', 'B', 'C']);
  expect(await titles('merged=only')).toEqual(['B']);
  const total = async (query: string) =>
    (await call('GET', `${BASE}?include_total=true&${query}`)).json.pagination.total;
  expect([await total(''), await total('merged=include'), await total('merged=only')]).toEqual([2, 3, 1]);
  expect(await total('q=a&status=new')).toBe(1);
  const exported = async (query: string) =>
    (await call('GET', `${BASE}/export?format=ndjson&sort=created_at&${query}`)).text.trim().split('\n')
      .length;
  expect([
    await exported('status=new'),
    await exported('merged=include'),
    await exported('merged=only'),
  ]).toEqual([2, 3, 1]);
  const first = await call('GET', `${BASE}?sort=-request_count&limit=1`);
  expect(first.json.data[0].title).toBe('A');
  const cursor = first.json.pagination.next_cursor;
  const second = await call('GET', `${BASE}?sort=-request_count&limit=1&cursor=${cursor}`);
  expect([second.json.data[0].title, second.json.pagination.has_more]).toEqual(['C', false]);
  const other = await call('GET', `${BASE}?sort=-request_count&merged=include&cursor=${cursor}`);
  expect(errorOf(other)).toEqual([400, 'validation_error', 'invalid_parameter', 'cursor']);
});

/** events.md 1 */
it('each changed item has one event with the old values', async () => {
  const [target, one] = [await create('A'), await create('B')] as const;
  await patch(one, { merged_into: target });
  const updates = async () =>
    (await call('GET', '/api/v1/events?types=feedback.updated')).json.data.map(
      ({ data }: { data: { feedback: { id: string }; previous: object } }) => [
        data.feedback.id,
        data.previous,
      ],
    );
  while ((await updates()).length < 2);
  expect(await updates()).toEqual([
    [one, { merged_into: null }],
    [target, { duplicate_count: 0, request_count: 1 }],
  ]);
});
