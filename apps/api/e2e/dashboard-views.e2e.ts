import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { memberOf } from './support/team';
import { useService } from './support/use-service';

const UNKNOWN = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const errorOf = ({ status, json }: HttpResponse) => [status, json.error.code, json.error.param];

/** dashboard.md 15 */
describe('/app/api/views', () => {
  const { service, client } = useService();
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;

  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));

  const post = (name: string, parameters: object = {}, more: object = {}) =>
    mine.post('views', { name, parameters, ...more });
  const create = async (...view: Parameters<typeof post>) => (await post(...view)).json.data;
  const names = async () => (await mine.get('views')).json.data.map(({ name }: { name: string }) => name);
  const put = (ids: unknown) => mine.call('PUT', 'views/order', { body: { ids } });

  const asMine = (text: string): Promise<unknown> =>
    service.dataSource.transaction(async (manager) => {
      await manager.query(`SELECT set_config('app.account_id', $1, true)`, [mine.account.id]);
      return manager.query(text);
    });

  it('creates, lists, changes, sorts, and deletes views', async () => {
    const parameters = { q: 'crash', status: 'new', source: 'form', sort: '-updated_at' };
    const response = await post('Crashes', parameters);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const crashes = { id, name: 'Crashes', parameters, ignored: [], shared: false };
    expect([response.status, response.json]).toEqual([201, { data: crashes }]);
    const first = response.json.data;
    const second = await create('First', {}, { position: 0 });
    expect((await mine.get('views')).json).toEqual({ data: [second, first] });

    const sorted = await put([first.id, second.id]);
    expect([sorted.status, sorted.json]).toEqual([200, { data: [first, second] }]);
    const changed = await mine.patch(`views/${first.id}`, { name: 'Bugs', parameters: { q: 'bug' } });
    const bugs = { ...first, name: 'Bugs', parameters: { q: 'bug' } };
    expect([changed.status, changed.json]).toEqual([200, { data: bugs }]);

    expect((await mine.delete(`views/${second.id}`)).status).toBe(204);
    expect((await mine.get('views')).json).toEqual({ data: [bugs] });
  });

  it('counts the items of each view', async () => {
    for (const status of ['new', 'new', 'planned']) await mine.post('feedback', { title: 'T', status });
    const [all, fresh] = [await create('All'), await create('New', { status: 'new', sort: 'title' })];
    const { status, json } = await mine.get('views/counts');
    expect([status, json]).toEqual([200, { data: { [all.id]: 3, [fresh.id]: 2 } }]);
  });

  it('returns an error for each invalid request', async () => {
    const { id } = await create('Taken');
    expect(errorOf(await post('TAKEN'))).toEqual([409, 'view_name_taken', undefined]);
    expect(errorOf(await post(''))).toEqual([400, 'empty_value', 'name']);
    expect(errorOf(await post('X', { status: 'open' }))).toEqual([400, 'invalid_value', 'parameters.status']);
    expect(errorOf(await post('X', { limit: '5' }))).toEqual([400, 'unknown_field', 'parameters.limit']);
    expect(errorOf(await post('X', {}, { position: 30 }))).toEqual([400, 'invalid_value', 'position']);
    expect(errorOf(await put([id, id]))).toEqual([409, 'views_changed', undefined]);
    expect(errorOf(await put('x'))).toEqual([400, 'invalid_type', 'ids']);
    for (const unknown of [UNKNOWN, 'x']) {
      const responses = [await mine.patch(`views/${unknown}`, {}), await mine.delete(`views/${unknown}`)];
      for (const response of responses) expect(response.status).toBe(404);
    }
    expect(errorOf(await mine.delete(`views/${UNKNOWN}`))).toEqual([404, 'view_not_found', undefined]);
  });

  it('stores up to 30 views, also with concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 31 }, (_, i) => post(`View ${i}`)));
    const rejected = responses.filter(({ status }) => status !== 201);
    expect(rejected.map(errorOf)).toEqual([[409, 'view_limit_reached', undefined]]);
    expect(await names()).toHaveLength(30);
  });

  it('hides views from other accounts, and deletes them with the account', async () => {
    const { id } = await create('Mine');
    const other = await Dashboard.forNewAccount(service, client);
    expect((await other.get('views')).json).toEqual({ data: [] });
    expect((await other.patch(`views/${id}`, { name: 'X' })).status).toBe(404);
    expect((await other.delete(`views/${id}`)).status).toBe(404);
    expect(await names()).toEqual(['Mine']);
    await mine.reauthenticate();
    expect((await mine.delete('account')).status).toBe(204);
    expect(await asMine('SELECT id FROM views')).toEqual([]);
  });

  it('shares views with all members, who can change them', async () => {
    const own = await create('Own');
    const { id } = await create('Everyone', { assignee: 'me' });
    const shared = await mine.patch(`views/${id}`, { shared: true });
    expect([shared.status, shared.json.data]).toMatchObject([200, { name: 'Everyone', shared: true }]);
    const accountId = mine.account.id;
    const [editor, viewer] = [
      await memberOf(service, client, { accountId, role: 'editor' }),
      await memberOf(service, client, { accountId, role: 'viewer' }),
    ];
    for (const member of [editor, viewer])
      expect((await member.get('views')).json.data).toEqual([shared.json.data]);
    const mineItem = (await mine.post('feedback', { title: 'T' })).json.data;
    await mine.patch(`feedback/${mineItem.id}`, { assignee_id: editor.personId });
    expect((await editor.get('views/counts')).json.data).toEqual({ [id]: 1 });
    expect((await viewer.get('views/counts')).json.data).toEqual({ [id]: 0 });
    expect((await viewer.patch(`views/${id}`, { name: 'X' })).status).toBe(403);

    expect((await editor.patch(`views/${id}`, { name: 'Ours' })).status).toBe(200);
    expect(await names()).toEqual(['Own', 'Ours']);
    const taken = await editor.patch(`views/${id}`, { shared: false });
    expect(taken.json.data).toMatchObject({ name: 'Ours', shared: false });
    expect((await mine.get('views')).json.data).toEqual([own]);
    expect((await mine.patch(`views/${id}`, { name: 'X' })).status).toBe(404);
  });

  it('reads stored parameters that lists no longer accept', async () => {
    const { id } = await create('Old', { q: 'crash' });
    await asMine(`UPDATE views SET parameters = parameters || '{"gone": "x", "status": "open"}'`);
    const [view] = (await mine.get('views')).json.data;
    expect(view).toEqual({
      id,
      name: 'Old',
      parameters: { q: 'crash' },
      ignored: ['gone', 'status'],
      shared: false,
    });
    expect((await mine.get('views/counts')).json).toEqual({ data: { [id]: 0 } });
  });
});
