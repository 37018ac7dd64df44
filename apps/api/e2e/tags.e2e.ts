import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const BASE = '/api/v1/feedback';
const TAGS = '/api/v1/tags';

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const create = async (tags: readonly string[], more: object = {}) =>
  (await call('POST', BASE, { body: { title: 'T', tags, ...more } })).json.data as {
    id: string;
    tags: string[];
  };
const read = (id: string, headers = {}) => call('GET', `${BASE}/${id}`, { headers });
const patch = (id: string, body: object, headers = {}) => call('PATCH', `${BASE}/${id}`, { body, headers });
const tags = async () => (await call('GET', TAGS)).json.data as { id: string; name: string; count: number }[];
const idOf = async (name: string) => (await tags()).find((tag) => tag.name === name)!.id;
const found = async (query: string) =>
  (await call('GET', `${BASE}?sort=title&${query}`)).json.data.map(({ id }: { id: string }) => id);
const errorOf = ({ status, json: { error } }: HttpResponse) => [status, error.code, error.param];

/** tags.md 2 */
describe('tags of an item', () => {
  it('are created with the item, replaced by an update, and listed with their counts', async () => {
    const { id, tags: created } = await create([' mobile ', 'Billing', 'MOBILE']);
    expect(created).toEqual(['Billing', 'mobile']);
    expect((await create(['Mobile'])).tags).toEqual(['mobile']);
    const updated = await patch(id, { tags: ['design'] });
    expect(updated.json.data).toMatchObject({ tags: ['design'] });
    expect((await read(id)).json.data).toMatchObject({ tags: ['design'] });
    const both = await patch(id, { add_tags: ['Mobile'], remove_tags: ['DESIGN'], title: 'Other' });
    expect(both.json.data).toMatchObject({ title: 'Other', tags: ['mobile'] });
    const stale = await call('PATCH', `${BASE}/${id}`, {
      body: { add_tags: ['mobile'] },
      headers: { 'if-match': '"1"' },
    });
    expect(stale.status).toBe(412);
    expect(errorOf(await patch(id, { tags: ['a'], add_tags: ['b'] }))).toEqual([
      400,
      'invalid_value',
      'add_tags',
    ]);
    expect((await patch(id, { tags: [] })).json.data.tags).toEqual([]);
    expect(await tags()).toMatchObject([
      { name: 'Billing', color: 'gray', count: 0 },
      { name: 'design', color: 'orange', count: 0 },
      { name: 'mobile', color: 'red', count: 1 },
    ]);
  });

  it('are at most 20 of an item', async () => {
    const { id } = await create(['first']);
    const many = Array.from({ length: 20 }, (_, i) => `t${i}`);
    expect(errorOf(await patch(id, { add_tags: many }))).toEqual([400, 'too_long', 'add_tags']);
  });

  it.each([
    [{ tags: 'mobile' }, [400, 'invalid_type', 'tags']],
    [{ tags: null }, [400, 'null_not_allowed', 'tags']],
    [{ tags: [5] }, [400, 'invalid_type', 'tags[0]']],
    [{ tags: ['a', ' '] }, [400, 'empty_value', 'tags[1]']],
    [{ tags: ['a,b'] }, [400, 'invalid_characters', 'tags[0]']],
    [{ tags: ['a;b'] }, [400, 'invalid_characters', 'tags[0]']],
    [{ tags: ['a\nb'] }, [400, 'invalid_characters', 'tags[0]']],
    [{ tags: ['x'.repeat(41)] }, [400, 'too_long', 'tags[0]']],
    [{ tags: Array.from({ length: 21 }, (_, i) => `${i}`) }, [400, 'too_long', 'tags']],
  ])('rejects %j', async (body, expected) => {
    expect(errorOf(await call('POST', BASE, { body: { title: 'T', ...body } }))).toEqual(expected);
    expect(await tags()).toEqual([]);
  });

  it('are not accepted from a submit key', async () => {
    const { key } = await service.issue(account.id, { permission: 'submit' });
    const headers = { origin: 'https://page.example' };
    const response = await client.call('POST', BASE, { key, headers, body: { title: 'T', tags: [] } });
    expect(errorOf(response)).toEqual([403, 'insufficient_permissions', undefined]);
  });

  it('are stored once with an idempotency key and by an upsert', async () => {
    const headers = { 'idempotency-key': 'one' };
    const send = () => call('POST', BASE, { headers, body: { title: 'T', tags: ['New'] } });
    const [first, replay] = [await send(), await send()];
    expect(first.json.data.tags).toEqual(['New']);
    expect(replay.json).toEqual(first.json);
    const put = () => call('PUT', `${BASE}/external/a`, { body: { title: 'U', tags: ['new', 'other'] } });
    expect((await put()).json.data).toMatchObject({ tags: ['New', 'other'] });
    expect((await put()).headers['etag']).toMatch(/^"1-[0-9a-f]{8}"$/);
    expect(await tags()).toMatchObject([
      { name: 'New', count: 2 },
      { name: 'other', count: 1 },
    ]);
  });

  it('appear in events with the previous names, and have events of their own', async () => {
    const stream = await EventStreamClient.open(service.origin, account.key);
    const { id } = await create(['a']);
    await patch(id, { tags: ['b'] });
    await call('PATCH', `${TAGS}/${await idOf('b')}`, { body: { name: 'c' } });
    const messages = await stream.untilReceived(5);
    expect(messages.map(({ data }) => [data.type, data.data])).toMatchObject([
      ['tag.created', { tag: { name: 'a' } }],
      ['feedback.created', { feedback: { tags: ['a'] } }],
      ['tag.created', { tag: { name: 'b' } }],
      ['feedback.updated', { feedback: { tags: ['b'] }, previous: { tags: ['a'] } }],
      ['tag.updated', { tag: { name: 'c' }, previous: { name: 'b' } }],
    ]);
    stream.close();
  });
});

/** conventions.md 10 */
describe('the ETag of an item with tags', () => {
  it('changes with the names; If-Match compares only the version', async () => {
    const { id } = await create(['a']);
    const first = (await read(id)).headers['etag'] as string;
    expect(first).toMatch(/^"1-[0-9a-f]{8}"$/);
    expect((await read(id, { 'if-none-match': first })).status).toBe(304);
    await call('PATCH', `${TAGS}/${await idOf('a')}`, { body: { name: 'renamed' } });
    const renamed = await read(id, { 'if-none-match': first });
    expect(renamed.json.data).toMatchObject({ tags: ['renamed'] });
    expect(renamed.headers['etag']).not.toBe(first);
    expect((await patch(id, { title: 'X' }, { 'if-match': first })).status).toBe(200);
    expect((await patch(id, { title: 'Y' }, { 'if-match': first })).status).toBe(412);
    expect((await patch(id, { title: 'Y' }, { 'if-match': '"2"' })).status).toBe(200);
  });
});

/** lists.md 2 */
describe('filters', () => {
  it('select items by all of their tags, or without tags, in lists and exports', async () => {
    const [one, both, none] = [
      await create(['a'], { title: '1' }),
      await create(['a', 'b'], { title: '2' }),
      await create([], { title: '3' }),
    ];
    expect(await found('tag=A')).toEqual([one.id, both.id]);
    expect(await found('tag=a,%20B')).toEqual([both.id]);
    expect(await found('tag=unknown')).toEqual([]);
    expect(await found('untagged=true')).toEqual([none.id]);
    expect(await found('untagged=false')).toHaveLength(3);
    const file = await call('GET', `${BASE}/export?format=csv&tag=a&sort=title`);
    expect(file.text.split('\r\n').map((line) => line.replace(/^.*Z,,,0,1,0,/, ''))).toEqual([
      expect.stringMatching(/,request_value,tags,assignee,links,verified$/),
      'a,,,false',
      '"a,b",,,false',
      '',
    ]);
    const page = await call('GET', `${BASE}?sort=-title&tag=a&limit=1`);
    const { next_cursor: cursor } = page.json.pagination;
    expect(page.json.data[0].id).toBe(both.id);
    expect((await call('GET', `${BASE}?sort=-title&tag=a&limit=1&cursor=${cursor}`)).json.data[0].id).toBe(
      one.id,
    );
    expect((await call('GET', `${BASE}?sort=-title&tag=b&limit=1&cursor=${cursor}`)).status).toBe(400);
    expect((await call('GET', `${BASE}?tag=a&include_total=true`)).json.pagination.total).toBe(2);
  });
});

/** batch.md 1 */
describe('a batch', () => {
  it('adds and removes tags, and names the changed field', async () => {
    const [one, two] = [await create(['a']), await create(['b'])];
    const updates = [
      { id: one.id, add_tags: ['B', 'new'], remove_tags: ['a'] },
      { id: two.id, add_tags: ['b'] },
    ];
    const preview = await call('POST', `${BASE}/batch`, { body: { updates, dry_run: true } });
    expect(preview.json.changed).toEqual([{ id: one.id, fields: ['tags'] }]);
    expect((await tags()).map(({ name }) => name)).toEqual(['a', 'b']);
    const { json } = await call('POST', `${BASE}/batch`, { body: { updates } });
    expect(json.data.map((item: { tags: string[] }) => item.tags)).toEqual([['b', 'new'], ['b']]);
    expect(json.changed).toEqual([{ id: one.id, fields: ['tags'] }]);
    expect((await read(one.id)).json.data).toEqual(json.data[0]);
  });
});

/** tags.md 1, tags.md 3, tags.md 4, tags.md 5, tags.md 6 */
describe('/api/v1/tags', () => {
  it('renames, recolors, merges, and deletes without a new version of items', async () => {
    const { id } = await create(['a', 'b', 'c']);
    const before = (await read(id)).json.data;
    const revise = async (name: string, body: object) =>
      (await call('PATCH', `${TAGS}/${await idOf(name)}`, { body })).json.data;
    expect(await revise('a', { name: 'z', color: 'pink' })).toMatchObject({
      name: 'z',
      color: 'pink',
      count: 1,
    });
    expect(await revise('z', { name: 'B' })).toMatchObject({ name: 'b', count: 1 });
    expect((await call('DELETE', `${TAGS}/${await idOf('c')}`)).status).toBe(204);
    expect((await read(id)).json.data).toEqual({ ...before, tags: ['b'] });
    expect((await tags()).map(({ name, count }) => [name, count])).toEqual([['b', 1]]);
  });

  it('returns 404 for a tag of another account, and rejects read keys', async () => {
    await create(['a']);
    const id = await idOf('a');
    const other = await service.account();
    const body = { name: 'x' };
    const foreign = await client.call('PATCH', `${TAGS}/${id}`, { key: other.key, body });
    expect(errorOf(foreign)).toEqual([404, 'tag_not_found', undefined]);
    expect((await client.call('DELETE', `${TAGS}/${id}`, { key: other.key })).status).toBe(404);
    expect((await client.call('GET', TAGS, { key: other.key })).json.data).toEqual([]);
    const { key } = await service.issue(account.id, { permission: 'read' });
    expect((await client.call('GET', TAGS, { key })).status).toBe(200);
    expect((await client.call('PATCH', `${TAGS}/${id}`, { key, body })).status).toBe(403);
  });
});

/** import.md 2 */
describe('an import', () => {
  it('reads tags separated by commas or semicolons, and its own exports', async () => {
    const csv = 'title,tags\r\nA,"b, a"\r\nB,a; c ;\r\nC,\r\n';
    const headers = { 'content-type': 'text/csv' };
    expect((await call('POST', `${BASE}/import`, { headers, body: csv })).json.data).toMatchObject({
      created: 3,
    });
    const itemsOf = async (key: string) =>
      (await client.call('GET', `${BASE}?sort=title`, { key })).json.data.map(
        ({ title, tags: names }: { title: string; tags: string[] }) => [title, names],
      );
    const expected = [
      ['A', ['a', 'b']],
      ['B', ['a', 'c']],
      ['C', []],
    ];
    expect(await itemsOf(account.key)).toEqual(expected);
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ]) {
      const file = (await call('GET', `${BASE}/export?format=${format}`)).text;
      const other = await service.account();
      const more = { key: other.key, headers: { 'content-type': type }, body: file };
      expect((await client.call('POST', `${BASE}/import`, more)).status).toBe(200);
      expect(await itemsOf(other.key)).toEqual(expected);
    }
  });
});

/** dashboard.md 9 */
describe('/app/api/tags', () => {
  it('offers what the dashboard needs, and requires a session', async () => {
    const mine = await Dashboard.forNewAccount(service, client);
    const { id } = (await mine.call('POST', 'feedback', { body: { title: 'T', tags: ['a', 'b'] } })).json
      .data;
    const updates = [{ id, add_tags: ['c'], remove_tags: ['a'] }];
    const batch = await mine.call('POST', 'feedback/batch', { body: { updates } });
    expect(batch.json.data).toMatchObject([{ id, tags: ['b', 'c'], version: 2 }]);
    const listed = await mine.call('GET', 'tags');
    expect(listed.json.data).toMatchObject([
      { name: 'a', count: 0 },
      { name: 'b', count: 1 },
      { name: 'c', count: 1 },
    ]);
    const [a, b, c] = listed.json.data;
    const renamed = await mine.call('PATCH', `tags/${b.id}`, { body: { name: 'B', color: 'teal' } });
    expect(renamed.json.data).toEqual({ id: b.id, name: 'B', color: 'teal', count: 1 });
    expect((await mine.call('PATCH', `tags/${c.id}`, { body: { name: 'b' } })).json.data).toEqual(
      renamed.json.data,
    );
    expect((await mine.call('DELETE', `tags/${a.id}`)).status).toBe(204);
    expect((await mine.call('GET', 'feedback?tag=b')).json.data).toMatchObject([
      { id, tags: ['B'], version: 2 },
    ]);
    expect((await mine.call('GET', 'feedback?untagged=true')).json.data).toEqual([]);
    expect((await mine.call('GET', 'feedback/counts?tag=b')).json.data).toMatchObject({ new: 1, planned: 0 });
    expect((await mine.call('GET', 'feedback/counts?untagged=true')).json.data).toMatchObject({ new: 0 });
    expect((await mine.call('GET', 'feedback/export?format=csv&tag=b')).text).toMatch(/,B,,,false\r\n$/);
    expect((await client.call('GET', '/app/api/tags')).status).toBe(401);
  });
});
