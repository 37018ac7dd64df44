import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import { publishEvents } from './support/events';
import { useService } from './support/use-service';

/** notifications.md 1, notifications.md 2 */
describe('/app/api/notifications', () => {
  const { service, client } = useService();
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  const streams: EventStreamClient[] = [];

  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));
  afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

  const api = (method: string, path: string, body?: unknown, headers = {}) =>
    client.call(method, `/api/v1${path}`, { key: mine.account.key, body, headers });
  const create = async (title: string) => (await api('POST', '/feedback', { title })).json.data.id;
  const list = async (query = '') => (await mine.get(`notifications${query}`)).json;
  const listPublished = async () => {
    await publishEvents(service);
    return list();
  };
  const openStream = async (headers: Record<string, string> = {}) => {
    const stream = await EventStreamClient.get(`${service.origin}/app/api/notifications/stream`, {
      cookie: mine.cookie,
      ...headers,
    });
    streams.push(stream);
    return stream;
  };

  it('has new feedback, merged while it is unread', async () => {
    expect(await list()).toEqual({
      data: [],
      unread: 0,
      pagination: { limit: 20, has_more: false, next_cursor: null },
    });
    await create('Dark mode');
    expect((await listPublished()).unread).toBe(1);
    const last = await create('Light mode');
    const listed = await listPublished();
    expect(listed.unread).toBe(2);
    expect(listed.data).toEqual([
      {
        id: expect.any(String),
        kind: 'new_feedback',
        count: 2,
        item: { id: last, title: 'Light mode' },
        note: null,
        subject: {},
        created_at: expect.any(String),
        read_at: null,
      },
    ]);
  });

  it('has mentions in notes, and failed and finished imports', async () => {
    await mine.patch('notification-settings', { new_feedback_in_app: false });
    const id = await create('Dark mode');
    const name = mine.account.email.split('@')[0];
    const note = (await api('POST', `/feedback/${id}/notes`, { text: `@${name} have a look` })).json.data;
    await mine.post(`feedback/${id}/notes`, { text: `@${name}, that is me` });
    const csv = { 'content-type': 'text/csv' };
    expect((await api('POST', '/feedback/import', 'title\n""\nA\n', csv)).status).toBe(400);
    expect((await api('POST', '/feedback/import', 'title\nA\nB\n', csv)).status).toBe(200);
    const listed = await listPublished();
    expect(listed.unread).toBe(3);
    const byKind = Object.fromEntries(listed.data.map((one: { kind: string }) => [one.kind, one]));
    expect(byKind).toMatchObject({
      mentioned: { item: { id }, note: note.text, subject: { note_id: note.id, by: { type: 'api_key' } } },
      import_failed: { count: 1, item: null, subject: { rows: 2, failed: 1 } },
      import_finished: { count: 1, item: null, subject: { created: 2, existing: 0 } },
    });
  });

  /** notifications.md 3 */
  it('are marked as read, and paged', async () => {
    const csv = { 'content-type': 'text/csv' };
    await create('Dark mode');
    await publishEvents(service);
    await api('POST', '/feedback/import', 'title\n""\n', csv);
    const { data, pagination } = await list('?limit=1');
    expect([data[0].kind, pagination.has_more]).toEqual(['import_failed', true]);
    const second = await list(`?limit=1&cursor=${pagination.next_cursor}`);
    expect([second.data[0].kind, second.pagination.has_more]).toEqual(['new_feedback', false]);
    expect((await mine.post('notifications/read', { ids: [data[0].id] })).json).toEqual({
      data: { unread: 1 },
    });
    expect((await mine.post('notifications/read', { all: true })).json).toEqual({ data: { unread: 0 } });
    expect((await list()).data[0].read_at).toEqual(expect.any(String));
    expect((await mine.post('notifications/read', {})).json.error.param).toBe('ids');
    const other = await Dashboard.forNewAccount(service, client);
    for (const [reader, cursor] of [
      [mine, 'x'],
      [mine, data[0].id],
      [other, pagination.next_cursor],
    ] as const) {
      const { json } = await reader.get(`notifications?cursor=${cursor}`);
      expect([json.error.code, json.error.param]).toEqual(['invalid_parameter', 'cursor']);
    }
    expect((await mine.get('notifications?page=2')).status).toBe(400);
  });

  it('are invisible to other accounts', async () => {
    await create('Dark mode');
    const { data } = await listPublished();
    const theirs = await Dashboard.forNewAccount(service, client);
    expect((await theirs.post('notifications/read', { ids: [data[0].id] })).json).toEqual({
      data: { unread: 0 },
    });
    expect((await theirs.get('notifications')).json.data).toEqual([]);
    expect((await list()).unread).toBe(1);
    for (const path of ['notifications', 'notifications/stream', 'notification-settings'])
      expect((await client.call('GET', `/app/api/${path}`)).status).toBe(401);
  });

  /** notifications.md 4 */
  it('has settings, which apply to later events', async () => {
    expect((await mine.get('notification-settings')).json.data).toEqual({
      new_feedback_in_app: true,
      new_feedback_mail: 'off',
      new_feedback_view: null,
      assigned_mail: 'immediately',
      mentioned_mail: 'immediately',
      service_mail: 'immediately',
      quarantine_mail: 'off',
      time_zone: 'UTC',
    });
    const changed = await mine.patch('notification-settings', { new_feedback_in_app: false });
    expect(changed.json.data.new_feedback_in_app).toBe(false);
    expect((await mine.patch('notification-settings', { time_zone: 'x' })).json.error.param).toBe(
      'time_zone',
    );
    await create('Dark mode');
    expect((await listPublished()).unread).toBe(0);
  });

  /** notifications.md 5 */
  describe('stream', () => {
    it('sends the number of unread notifications when it changes', async () => {
      const stream = await openStream();
      expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
        'no-store',
      ]);
      await stream.untilText('event: unread\ndata: {"unread":0}\n\n');
      await create('Dark mode');
      await stream.untilText('data: {"unread":1}\n\n');
      await mine.post('notifications/read', { all: true });
      await stream.untilText('data: {"unread":1}\n\nevent: unread\ndata: {"unread":0}\n\n');
    });

    it('sends nothing after its session has ended, and ends', async () => {
      const stream = await openStream();
      await stream.untilText('{"unread":0}');
      const other = new Dashboard(client);
      await other.signIn(mine.account.email);
      await mine.delete('session');
      await create('Dark mode');
      await stream.untilEnded();
      expect(stream.received).not.toContain('{"unread":1}');
    });

    it('is limited to 5 per person', async () => {
      for (let i = 0; i < 5; i++) await openStream();
      const headers = { accept: 'text/event-stream' };
      const { status, json } = await mine.call('GET', 'notifications/stream', { headers });
      expect([status, json.error.code]).toEqual([429, 'too_many_streams']);
      expect((await mine.get('notifications/stream')).json).toEqual({ data: { unread: 0 } });
    });
  });
});
