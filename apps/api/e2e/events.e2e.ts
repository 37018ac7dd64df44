import { EventFeed } from '@libs/webhooks';
import { EventStreams } from '../src/events/event-streams';
import type { HttpResponse } from './support/client';
import { expiredCursor, publishEvents } from './support/events';
import { EventStreamClient } from './support/event-stream';
import { Service, type Account } from './support/service';
import { useService } from './support/use-service';

const PATH = '/api/v1/events';

/** events.md 2 */
describe(PATH, () => {
  const { service, client } = useService();
  let account: Account;
  const streams: EventStreamClient[] = [];

  beforeEach(async () => (account = await service.account()));
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });

  const list = (query = '', headers = {}, key = account.key) =>
    client.call('GET', PATH + query, { key, headers });
  const item = async (method: string, path: string, body?: object) =>
    (await client.call(method, `/api/v1/feedback${path}`, { key: account.key, body })).json?.data;
  const typesOf = ({ json }: HttpResponse) => json.data.map(({ type }: { type: string }) => type);
  const openStream = async (more: Parameters<typeof EventStreamClient.open>[2] = {}, key = account.key) => {
    const stream = await EventStreamClient.open(service.origin, key, more);
    streams.push(stream);
    return stream;
  };

  it('lists what happened to an item, oldest first, with its author', async () => {
    const { id } = await item('POST', '', { title: 'Dark', description: 'Please' });
    const updated = await item('PATCH', `/${id}`, { title: 'Dark mode', status: 'planned' });
    await publishEvents(service);
    const { status, json } = await list();
    const feedback = { id, title: 'Dark mode', status: 'planned', updated_at: updated.updated_at };
    const actor = { type: 'api_key', id: account.keyId };
    expect([status, json.pagination]).toEqual([
      200,
      { limit: 20, has_more: false, next_cursor: expect.any(String) },
    ]);
    expect(json.data).toMatchObject([
      { type: 'feedback.created', actor, data: { feedback: { id, title: 'Dark' }, version: 1 } },
      {
        type: 'feedback.updated',
        actor,
        data: { feedback, version: 2, previous: { title: 'Dark', status: 'new' } },
      },
      { type: 'feedback.status_changed', actor, data: { feedback, version: 2, previous: { status: 'new' } } },
    ]);
    expect(new Set(json.data.map((event: { id: string }) => event.id)).size).toBe(3);
    await item('DELETE', `/${id}`);
    await publishEvents(service);
    const afterDeletion = (await list()).json.data;
    expect(afterDeletion.map(({ data }: { data: object }) => data)).toEqual([
      { feedback: { id }, version: 1 },
      { feedback: { id }, version: 2 },
      { feedback: { id }, version: 2 },
      { feedback: { id, external_id: null }, version: 3 },
    ]);
  });

  it('continues by cursor, also after an empty page', async () => {
    const first = await list('?after=latest');
    expect([first.json.data, first.json.pagination.has_more]).toEqual([[], false]);
    for (const title of ['a', 'b', 'c']) await item('POST', '', { title });
    await publishEvents(service);
    const titles: string[] = [];
    let cursor = first.json.pagination.next_cursor;
    for (let hasMore = true; hasMore;) {
      const { json } = await list(`?limit=2&after=${cursor}`);
      titles.push(
        ...json.data.map((event: { data: { feedback: { title: string } } }) => event.data.feedback.title),
      );
      ({ has_more: hasMore, next_cursor: cursor } = json.pagination);
    }
    expect(titles).toEqual(['a', 'b', 'c']);
    expect((await list(`?after=${cursor}`)).json.data).toEqual([]);
  });

  it('returns only the types that were asked for', async () => {
    const { id } = await item('POST', '', { title: 'a' });
    await item('PATCH', `/${id}`, { status: 'planned' });
    await item('DELETE', `/${id}`);
    await publishEvents(service);
    expect(typesOf(await list('?types=feedback.status_changed,feedback.deleted'))).toEqual([
      'feedback.status_changed',
      'feedback.deleted',
    ]);
  });

  it('returns only events of an item, of an actor, or since a time', async () => {
    const { keyId } = account;
    const other = await service.issue(account.id, { permission: 'full' });
    const { id } = await item('POST', '', { title: 'a' });
    await item('POST', '', { title: 'b' });
    await publishEvents(service);
    const start = new Date(Date.now() + 5).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await client.call('PATCH', `/api/v1/feedback/${id}`, { key: other.key, body: { title: 'c' } });
    await client.call('POST', `/api/v1/feedback/${id}/requests`, { key: other.key, body: { count: 2 } });
    await publishEvents(service);
    const [created, updated, requested] = ['feedback.created', 'feedback.updated', 'request.created'];
    expect(typesOf(await list(`?feedback_id=${id}`))).toEqual([created, updated, requested]);
    expect(typesOf(await list(`?actor=${keyId}`))).toEqual([created, created]);
    expect(typesOf(await list(`?exclude_actor=${keyId}`))).toEqual([updated, requested]);
    expect(typesOf(await list('?actor=visitor'))).toEqual([]);
    const since = await list(`?since=${start}&limit=1`);
    expect(typesOf(since)).toEqual([updated]);
    const rest = await list(`?after=${since.json.pagination.next_cursor}`);
    expect(typesOf(rest)).toEqual([requested]);
    expect(typesOf(await list('?since=2020-01-01'))).toHaveLength(4);
  });

  it('rejects invalid parameters, and cursors of other accounts', async () => {
    const { json } = await list('?after=latest', {}, (await service.account()).key);
    const invalid = async (query: string, headers = {}) => {
      const response = await list(query, headers);
      return [response.status, response.json.error.code, response.json.error.param];
    };
    expect(await invalid(`?after=${json.pagination.next_cursor}`)).toEqual([
      400,
      'invalid_parameter',
      'after',
    ]);
    expect(await invalid('?after=')).toEqual([400, 'invalid_parameter', 'after']);
    expect(await invalid('?types=feedback.voted')).toEqual([400, 'invalid_parameter', 'types']);
    expect(await invalid('?limit=101')).toEqual([400, 'invalid_parameter', 'limit']);
    expect(await invalid('?since=1')).toEqual([400, 'invalid_parameter', 'since']);
    expect(await invalid('?since=2026-03-03&after=latest')).toEqual([400, 'invalid_parameter', 'since']);
    expect(await invalid('?page=1')).toEqual([400, 'unknown_parameter', 'page']);
    const accept = 'text/event-stream';
    expect(await invalid('?limit=10', { accept })).toEqual([400, 'invalid_parameter', 'limit']);
    const header = await invalid('', { accept, 'last-event-id': 'x' });
    expect(header).toEqual([400, 'invalid_last_event_id', 'Last-Event-ID']);
  });

  it('rejects a cursor whose events have been dropped', async () => {
    const { status, json } = await expiredCursor(service, list);
    expect([status, json.error.type, json.error.code]).toEqual([410, 'not_found_error', 'cursor_expired']);
  });

  it('is for keys that may read', async () => {
    const submit = await service.issue(account.id, { permission: 'submit' });
    const read = await service.issue(account.id, { permission: 'read' });
    expect((await list('', {}, submit.key)).status).toBe(403);
    expect((await list('', {}, read.key)).status).toBe(200);
  });

  it('has no events of a deleted account', async () => {
    await item('POST', '', { title: 'a' });
    await publishEvents(service);
    const key = account.key;
    await service.get(EventFeed).removeAll(account.id);
    expect((await list('', {}, key)).json.data).toEqual([]);
  });

  /** events.md 3 */
  describe('as a stream', () => {
    it('sends earlier and new events as they happen', async () => {
      await item('POST', '', { title: 'a' });
      await publishEvents(service);
      const stream = await openStream();
      expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
        'no-store',
      ]);
      await stream.untilReceived(1);
      // Not published by the test: the service publishes the changes of its own requests at once.
      await item('POST', '', { title: 'b', description: 'c\nd' });
      const messages = await stream.untilReceived(2);
      expect(messages.map(({ event, data }) => [event, data.type, data.data.feedback.title])).toEqual([
        ['feedback.created', 'feedback.created', 'a'],
        ['feedback.created', 'feedback.created', 'b'],
      ]);
      const listed = (await list()).json.data;
      expect(messages.map(({ data }) => data)).toEqual(listed);
    });

    it('resumes after any event', async () => {
      for (const title of ['a', 'b', 'c']) await item('POST', '', { title });
      const stream = await openStream();
      const [first] = await stream.untilReceived(3);
      const titles = async (more: object) =>
        (await (await openStream(more)).untilReceived(2)).map(({ data }) => data.data.feedback.title);
      expect(await titles({ headers: { 'last-event-id': first!.id } })).toEqual(['b', 'c']);
      expect(await titles({ query: `?after=${first!.id}` })).toEqual(['b', 'c']);
      const both = { query: '?after=latest', headers: { 'last-event-id': first!.id } };
      expect(await titles(both)).toEqual(['b', 'c']);
    });

    it('starts at the present, and filters by type', async () => {
      const { id } = await item('POST', '', { title: 'a' });
      await publishEvents(service);
      const stream = await openStream({ query: '?after=latest&types=feedback.deleted' });
      await stream.untilText('\n\n');
      const [, cursor] = /^:\nid: (.+)\n\n/.exec(stream.received)!;
      expect((await list(`?after=${cursor}`)).status).toBe(200);
      await item('PATCH', `/${id}`, { title: 'b' });
      await item('DELETE', `/${id}`);
      expect((await stream.untilReceived(1)).map(({ event }) => event)).toEqual(['feedback.deleted']);
    });

    it('sends nothing of other accounts', async () => {
      const other = await service.account();
      const stream = await openStream({}, other.key);
      await item('POST', '', { title: 'a' });
      await publishEvents(service);
      await client.call('POST', '/api/v1/feedback', { key: other.key, body: { title: 'own' } });
      const messages = await stream.untilReceived(1);
      expect(messages.map(({ data }) => data.data.feedback.title)).toEqual(['own']);
    });

    it('is limited to 5 per key', async () => {
      const opened = await Promise.all(Array.from({ length: 20 }, () => openStream()));
      expect(opened.filter(({ status }) => status === 200)).toHaveLength(5);
      const { status, headers, json } = await list('', { accept: 'text/event-stream' });
      expect([status, json.error.type, json.error.code, headers['retry-after']]).toEqual([
        429,
        'rate_limit_error',
        'too_many_streams',
        '5',
      ]);
      for (const stream of opened) stream.close();
      // The service notices the end of the connection shortly after.
      while ((await openStream()).status !== 200) streams.pop()!.close();
    });

    it('ends when its key is revoked, which is checked several times per second', async () => {
      const send = jest.spyOn(service.get(EventStreams), 'send');
      const { key, keyId } = await service.issue(account.id, { permission: 'read' });
      const stream = await openStream({}, key);
      await service.revoke(account.id, keyId);
      await stream.untilEnded();
      expect(send.mock.lastCall![2].checkMs).toBeLessThanOrEqual(500);
    });

    it('returns only headers for HEAD', async () => {
      const headers = { accept: 'text/event-stream' };
      const { status, headers: received } = await client.call('HEAD', PATH, { key: account.key, headers });
      expect([status, received['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    });
  });
});

/** events.md 3 */
it('A stream ends with the time to reconnect when the service shuts down', async () => {
  const service = await Service.start();
  const { key } = await service.account();
  const stream = await EventStreamClient.open(service.origin, key);
  service.drain();
  await stream.untilEnded();
  expect(stream.received).toMatch(/\n\nretry: [123]\d{3}\n\n$/);
  await service.stop();
});
