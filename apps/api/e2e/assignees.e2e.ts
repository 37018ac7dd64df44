import { Dashboard } from './support/dashboard';
import { memberOf } from './support/team';
import { useService } from './support/use-service';

const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';

/** items.md 12 */
describe('assignees', () => {
  const { service, client } = useService();
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));

  const call = (...request: Parameters<Dashboard['call']>) => mine.call(...request);
  const list = (query: string) => mine.get(`feedback${query}`);
  const titles = async (query: string) =>
    (await list(query)).json.data.map(({ title }: { title: string }) => title);
  const create = async (body: object = { title: 'Dark mode' }) =>
    (await mine.post('feedback', body)).json.data;
  const batch = (body: unknown) => mine.post('feedback/batch', body as object);
  const assign = (id: string, assignee_id: unknown, headers = {}) =>
    call('PATCH', `feedback/${id}`, { body: { assignee_id }, headers });

  it('are members, set with a new version, and read-only in the REST API', async () => {
    const ben = await memberOf(service, client, { accountId: mine.account.id, role: 'viewer' });
    const { id } = await create();
    const response = await assign(id, ben.personId, { 'if-match': '"1"' });
    const assignee = { id: ben.personId, name: 'The viewer' };
    expect([response.status, response.json.data.assignee, response.json.data.version]).toEqual([
      200,
      assignee,
      2,
    ]);
    expect(response.headers['etag']).toMatch(/^"2-[0-9a-f]{8}"$/);
    expect((await assign(id, null, { 'if-match': '"1"' })).status).toBe(412);
    const key = mine.account.key;
    expect((await client.call('GET', `/api/v1/feedback/${id}`, { key })).json.data.assignee).toEqual(
      assignee,
    );
    const body = { assignee: null };
    const rejected = await client.call('PATCH', `/api/v1/feedback/${id}`, { key, body });
    expect([rejected.status, rejected.json.error.code]).toEqual([400, 'read_only_field']);
    const unknown = await client.call('PATCH', `/api/v1/feedback/${id}`, {
      key,
      body: { assignee_id: null },
    });
    expect([unknown.status, unknown.json.error.code]).toEqual([400, 'unknown_field']);
    expect((await assign(id, null)).json.data).toMatchObject({ assignee: null, version: 3 });
  });

  it('are not members of another account, nor anything else', async () => {
    const other = await Dashboard.forNewAccount(service, client);
    const stranger = await memberOf(service, client, { accountId: other.account.id, role: 'owner' });
    const { id } = await create();
    for (const invalid of [stranger.personId, UNKNOWN, 'me', '']) {
      const { status, json } = await assign(id, invalid);
      expect([status, json.error.code, json.error.param]).toEqual([400, 'invalid_value', 'assignee_id']);
    }
    expect((await assign(id, 7)).json.error.code).toBe('invalid_type');
    const lines = [{ id, assignee_id: stranger.personId }];
    expect((await batch({ updates: lines })).json.error.param).toBe('updates[0].assignee_id');
  });

  it('filter lists, counts, exports, and views, by the signed-in member too', async () => {
    const ben = await memberOf(service, client, { accountId: mine.account.id, role: 'admin' });
    const { json } = await call('GET', 'session');
    const me = json.data.person.id;
    const [one, two] = [await create({ title: 'One' }), await create({ title: 'Two' })];
    await create({ title: 'Three' });
    const updates = [
      { id: one.id, assignee_id: me },
      { id: two.id, assignee_id: ben.personId },
    ];
    expect((await batch({ updates })).status).toBe(200);
    expect(await titles('?assignee=me')).toEqual(['One']);
    expect(await titles(`?assignee=${ben.personId}`)).toEqual(['Two']);
    expect(await titles('?assignee=none')).toEqual(['Three']);
    const asBen = await ben.call('GET', 'feedback?assignee=me');
    expect(asBen.json.data.map(({ title }: { title: string }) => title)).toEqual(['Two']);
    expect((await call('GET', `feedback/counts?assignee=me`)).json.data).toMatchObject({ new: 1 });
    expect((await list('?assignee=someone')).json.error.param).toBe('assignee');
    const exported = await call('GET', `feedback/export?format=csv&assignee=${ben.personId}`);
    expect(exported.text).toContain(',The admin,,false\r\n');
    const view = { name: 'Mine', parameters: { assignee: 'me' } };
    const created = (await call('POST', 'views', { body: view })).json.data;
    expect((await call('GET', 'views/counts')).json.data).toEqual({ [created.id]: 1 });
  });
});
