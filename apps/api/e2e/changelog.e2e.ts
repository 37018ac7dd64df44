import { issuesOf, statusAndCode, type Call } from './support/client';
import { Dashboard } from './support/dashboard';
import type { Account } from './support/service';
import { useService } from './support/use-service';

const CHANGELOG = '/api/v1/changelog';
const UNKNOWN = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';

const { service, client } = useService();
let account: Account;

beforeEach(async () => (account = await service.account()));

const call = client.as(() => account);
const addItem = async (): Promise<string> =>
  (await call('POST', '/api/v1/feedback', { body: { title: 'Dark mode' } })).json.data.id;
const create = (body: object = {}, more: Call = {}) =>
  call('POST', CHANGELOG, { body: { title: 'Dark theme', ...body }, ...more });
const idOf = async (body: object = {}): Promise<string> => (await create(body)).json.data.id;
const patch = (id: string, body: object) => call('PATCH', `${CHANGELOG}/${id}`, { body });
const list = async (query = '') => (await call('GET', `${CHANGELOG}${query}`)).json;
const titles = async (query = '') => (await list(query)).data.map(({ title }: { title: string }) => title);

/** changelog.md 1, changelog.md 2 */
describe('/api/v1/changelog', () => {
  it('creates, reads, changes, and deletes an entry', async () => {
    const items = [await addItem(), await addItem()];
    const created = await create({ text: 'Choose **Dark**.', items });
    const entry = {
      id: expect.any(String),
      title: 'Dark theme',
      text: 'Choose **Dark**.',
      items,
      status: 'draft',
      published_at: null,
      notification: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      url: expect.stringMatching(/\/changelog\/[^/]+$/),
    };
    expect([created.status, created.json]).toEqual([201, { data: entry }]);
    const { id } = created.json.data;
    const read = () => call('GET', `${CHANGELOG}/${id.toUpperCase()}`);
    expect((await read()).json).toEqual(created.json);
    const changed = await patch(id, { title: 'Dark', items: [items[1]] });
    expect([changed.status, changed.json.data]).toMatchObject([200, { title: 'Dark', items: [items[1]] }]);
    await call('DELETE', `/api/v1/feedback/${items[1]}`);
    expect((await read()).json.data).toEqual({ ...changed.json.data, items: [] });
    expect((await call('DELETE', `${CHANGELOG}/${id}`)).status).toBe(204);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        statusAndCode(await call(method, `${CHANGELOG}/${id}`, method === 'PATCH' ? { body: {} } : {})),
      ).toEqual([404, 'changelog_entry_not_found']);
  });

  it('lists pages, newest first, also of one status', async () => {
    const ids = [];
    for (const title of ['One', 'Two', 'Three']) ids.push(await idOf({ title }));
    await patch(ids[1]!, { status: 'published' });
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    const { data, pagination } = await list('?status=draft&limit=1');
    expect([data.length, data[0].title, pagination.has_more]).toEqual([1, 'Three', true]);
    const cursor = encodeURIComponent(pagination.next_cursor);
    expect(await titles(`?status=draft&limit=1&cursor=${cursor}`)).toEqual(['One']);
    expect(await titles('?status=published')).toEqual(['Two']);
    const otherStatus = await call('GET', `${CHANGELOG}?cursor=${cursor}`);
    expect(statusAndCode(otherStatus)).toEqual([400, 'invalid_parameter']);
  });

  it('rejects invalid entries and unknown items, and stores nothing', async () => {
    expect(issuesOf(await create({ title: ' ', status: 'published', items: [5] }))).toEqual([
      'title empty_value',
      'items[0] invalid_type',
      'status read_only_field',
    ]);
    const unknown = await create({ items: [await addItem(), UNKNOWN, 'abc'] });
    expect([...statusAndCode(unknown), issuesOf(unknown)]).toEqual([
      404,
      'feedback_not_found',
      ['items[1] feedback_not_found', 'items[2] feedback_not_found'],
    ]);
    expect(await titles()).toEqual([]);
  });

  /** conventions.md 7 */
  it('stores the longest text in characters of several bytes', async () => {
    const text = '\u{1F600}'.repeat(20_000);
    const created = await create({ text });
    expect([created.status, created.json.data.text === text]).toEqual([201, true]);
  });

  /** changelog.md 3 */
  it('publishes, and ships the items if that is asked for', async () => {
    const item = await addItem();
    const id = await idOf({ items: [item] });
    expect(issuesOf(await patch(id, { set_shipped: true }))).toEqual(['set_shipped invalid_value']);
    const published = await patch(id, { status: 'published' });
    const { published_at: publishedAt } = published.json.data;
    expect(published.json.data).toMatchObject({ status: 'published', published_at: expect.any(String) });
    const statusOf = async () => (await call('GET', `/api/v1/feedback/${item}`)).json.data.status;
    expect(await statusOf()).toBe('new');
    expect((await patch(id, { status: 'draft' })).json.data).toMatchObject({ published_at: publishedAt });
    const again = await patch(id, { status: 'published', set_shipped: true });
    expect(again.json.data).toMatchObject({ status: 'published', published_at: publishedAt });
    expect(again.json.data).not.toHaveProperty('set_shipped');
    expect(await statusOf()).toBe('shipped');
  });

  /** changelog.md 9 */
  it('keeps the time of an entry that was published in another system', async () => {
    const published_at = '2024-03-04T09:00:00.000Z';
    const { json } = await create({ published_at });
    expect(json.data).toMatchObject({ status: 'draft', published_at });
    const published = await patch(json.data.id, { status: 'published' });
    expect(published.json.data).toMatchObject({ status: 'published', published_at });
    expect((await create({ published_at: null })).json.data.published_at).toBeNull();
    expect(issuesOf(await create({ published_at: '2999-01-01T00:00:00Z' }))).toEqual([
      'published_at invalid_value',
    ]);
  });

  it('is read-only for a read key, and closed to a submit key', async () => {
    const id = await idOf();
    const { key } = await service.issue(account.id, { permission: 'read' });
    expect((await call('GET', `${CHANGELOG}/${id}`, { key })).status).toBe(200);
    expect(statusAndCode(await create({}, { key }))).toEqual([403, 'insufficient_permissions']);
    const { key: submit } = await service.issue(account.id, { permission: 'submit' });
    const denied = await call('GET', CHANGELOG, { key: submit });
    expect(statusAndCode(denied)).toEqual([403, 'insufficient_permissions']);
  });
});

/** changelog.md 2 */
describe('/app/api/changelog', () => {
  it('does the same for members', async () => {
    const member = await Dashboard.forNewAccount(service, client);
    const { json } = await member.post('changelog', { title: 'Dark theme' });
    const { id } = json.data;
    expect((await member.patch(`changelog/${id}`, { status: 'published' })).json.data.status).toBe(
      'published',
    );
    expect((await member.get('changelog?status=published')).json.data).toHaveLength(1);
    expect((await member.delete(`changelog/${id}`)).status).toBe(204);
  });
});

/** changelog.md 7 */
describe('what the dashboard needs to write entries', () => {
  it('has shipped cards that are in no entry, and a preview', async () => {
    const member = await Dashboard.forNewAccount(service, client);
    const { id } = (await member.post('feedback', { title: 'Private', status: 'shipped' })).json.data;
    const card = { title: 'Dark mode', text: 'At last' };
    await member.call('PUT', `feedback/${id}/public`, { body: card });
    const unused = async () => (await member.get('changelog/unused-cards')).json.data;
    expect(await unused()).toEqual([
      { id, title: 'Dark mode', text: 'At last', moved_at: expect.stringMatching(/Z$/) },
    ]);
    const preview = await member.post('changelog/preview', { text: '**a** <b>', items: [id, UNKNOWN] });
    expect([preview.status, preview.json.data.items]).toEqual([
      200,
      [{ id, title: 'Private', status: 'shipped' }],
    ]);
    expect(preview.json.data.html).toMatch(/<strong>a<\/strong> &lt;b&gt;.*Dark mode/s);
    expect(preview.json.data.html).not.toContain('Private');
    await member.post('changelog', { title: 'Dark theme', items: [id] });
    expect(await unused()).toEqual([]);
  });
});
