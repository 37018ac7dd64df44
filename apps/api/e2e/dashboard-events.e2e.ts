import { SessionUseCases } from '@libs/accounts';
import { EventStreams } from '../src/events/event-streams';
import type { HttpResponse } from './support/client';
import { Dashboard } from './support/dashboard';
import { EventStreamClient } from './support/event-stream';
import { publishEvents } from './support/events';
import { PASSWORD } from './support/service';
import { useService } from './support/use-service';

/** dashboard.md 12 */
describe('/app/api/events', () => {
  const { service, client } = useService();
  let mine: Awaited<ReturnType<typeof Dashboard.forNewAccount>>;
  const streams: EventStreamClient[] = [];

  beforeEach(async () => (mine = await Dashboard.forNewAccount(service, client)));
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.close();
  });

  const list = (query = '') => mine.get(`events${query}`);
  const create = async (...titles: string[]) => {
    for (const title of titles) await mine.post('feedback', { title });
    await publishEvents(service);
  };
  const titlesOf = ({ json }: Pick<HttpResponse, 'json'>): string[] =>
    json.data.map(({ data }: { data: { feedback: { title: string } } }) => data.feedback.title);
  const openStream = async (query = '', headers = {}) => {
    const url = `${service.origin}/app/api/events${query}`;
    const stream = await EventStreamClient.get(url, { cookie: mine.cookie, ...headers });
    streams.push(stream);
    return stream;
  };

  it('lists events of the account, newest first, in the format of the API', async () => {
    await create('Dark mode');
    await client.call('POST', '/api/v1/feedback', { key: mine.account.key, body: { title: 'Export' } });
    await create('Search');
    const { status, json } = await list();
    expect([status, titlesOf({ json })]).toEqual([200, ['Search', 'Export', 'Dark mode']]);
    expect(json.pagination).toEqual({
      limit: 20,
      has_more: false,
      next_cursor: null,
      latest_cursor: expect.any(String),
    });
    const feed = await client.call('GET', '/api/v1/events', { key: mine.account.key });
    expect(json.data).toEqual(feed.json.data.toReversed());
  });

  it('continues with older events, also after new ones', async () => {
    await create('a', 'b', 'c');
    const first = await list('?limit=2');
    await create('d');
    const second = await list(`?limit=2&before=${first.json.pagination.next_cursor}`);
    expect([first, second].map(titlesOf)).toEqual([['c', 'b'], ['a']]);
    expect([first, second].map(({ json }) => json.pagination.has_more)).toEqual([true, false]);
  });

  it('returns only the types that were asked for', async () => {
    await create('a');
    const [{ id }] = (await mine.get('feedback')).json.data;
    await mine.patch(`feedback/${id}`, { status: 'planned' });
    await publishEvents(service);
    const { json } = await list('?types=feedback.status_changed,feedback.created');
    expect(json.data.map(({ type }: { type: string }) => type)).toEqual([
      'feedback.status_changed',
      'feedback.created',
    ]);
  });

  it.each([
    ['?before=', 'before'],
    ['?before=x', 'before'],
    ['?after=latest', 'after'],
    ['?types=feedback.voted', 'types'],
    ['?limit=101', 'limit'],
  ])('rejects %s', async (query, param) => {
    const { status, json } = await list(query);
    expect([status, json.error.param]).toEqual([400, param]);
  });

  it('shows nothing of other accounts, and rejects their cursors', async () => {
    await create('a', 'b');
    const { next_cursor: next } = (await list('?limit=1')).json.pagination;
    mine = await Dashboard.forNewAccount(service, client);
    expect((await list()).json.data).toEqual([]);
    expect((await list(`?before=${next}`)).json.error.param).toBe('before');
  });

  describe('as a stream', () => {
    it('continues after a page, and after an event', async () => {
      await create('a');
      const { latest_cursor: latest } = (await list()).json.pagination;
      await create('b', 'c');
      const stream = await openStream(`?after=${latest}`);
      expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
        'no-store',
      ]);
      const [first, second] = await stream.untilReceived(2);
      expect([first!.data, second!.data]).toEqual((await list('?limit=2')).json.data.toReversed());
      const resumed = await openStream(`?after=${latest}`, { 'last-event-id': first!.id });
      expect((await resumed.untilReceived(1))[0]).toEqual(second);
    });

    it('sends only the types that were asked for', async () => {
      const stream = await openStream('?after=latest&types=feedback.deleted');
      await create('a');
      const [{ id }] = (await mine.get('feedback')).json.data;
      await mine.delete(`feedback/${id}`);
      expect((await stream.untilReceived(1)).map(({ event }) => event)).toEqual(['feedback.deleted']);
    });

    it('is limited to 5 per member', async () => {
      const key = await EventStreamClient.open(service.origin, mine.account.key);
      streams.push(key);
      const opened = await Promise.all(Array.from({ length: 20 }, () => openStream()));
      expect(opened.filter(({ status }) => status === 200)).toHaveLength(5);
      const headers = { accept: 'text/event-stream' };
      const { status, json, headers: received } = await mine.call('GET', 'events', { headers });
      expect([status, json.error.code, json.error.message, received['retry-after']]).toEqual([
        429,
        'too_many_streams',
        'Too many event streams for this member (maximum 5)',
        '5',
      ]);
    });

    it('requires a session', async () => {
      const stream = await openStream('', { cookie: '', 'x-api-key': mine.account.key });
      expect(stream.status).toBe(401);
    });

    const age = (interval: string) =>
      service.dataSource.query(
        `UPDATE sessions SET last_seen_at = now() - interval '${interval}' WHERE account_id = $1`,
        [mine.account.id],
      );

    it.each([
      ['the member signs out', () => mine.delete('session')],
      ['it was idle for a day', () => age('24 hours')],
    ])('ends when its session does, which is checked twice per second: %s', async (_, end) => {
      const send = jest.spyOn(service.get(EventStreams), 'send');
      const stream = await openStream();
      await end();
      await stream.untilEnded();
      expect(send.mock.lastCall![2].checkMs).toBeLessThanOrEqual(500);
    });

    /** Resolves after a check of a session that began after this call. */
    const nextCheck = () => {
      const sessions = service.get(SessionUseCases);
      const list = sessions.list.bind(sessions);
      return new Promise<void>((resolve) => {
        const spy = jest.spyOn(sessions, 'list').mockImplementation(async (...given) => {
          spy.mockRestore();
          const listed = await list(...given);
          // The stream handles the result before this callback runs.
          setImmediate(resolve);
          return listed;
        });
      });
    };

    it('continues if the token of its session is replaced', async () => {
      const stream = await openStream();
      await mine.reauthenticate(PASSWORD);
      await nextCheck();
      await create('a');
      expect(await stream.untilReceived(1)).toHaveLength(1);
    });

    it('does not extend its session', async () => {
      const seen = () =>
        service.dataSource.query('SELECT last_seen_at FROM sessions WHERE account_id = $1', [
          mine.account.id,
        ]);
      await openStream();
      await age('2 minutes');
      const aged = await seen();
      await nextCheck();
      expect(await seen()).toEqual(aged);
    });
  });
});
