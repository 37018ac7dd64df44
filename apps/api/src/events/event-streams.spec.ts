import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountSuspended } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import { EventFeed, type FeedPage } from '@libs/webhooks';
import { anEvent, InMemoryEventLog } from '@libs/webhooks/testing';
import { EventCursors } from './event-cursor';
import { EventStreams } from './event-streams';
import { LiveEvents } from './live-events';

const ACCOUNT = 'a';
const KEY = { accountId: ACCOUNT, id: 'key', name: 'API key' } as const;
const EMPTY: FeedPage = { events: [], next: 0, hasMore: false };
const revoked = new DomainError('authentication', 'api_key_revoked', 'API key has been revoked');

/** events.md 3 */
describe('EventStreams', () => {
  let log: InMemoryEventLog;
  let streams: EventStreams;
  let server: Server;
  let checkAccess: () => unknown;
  let ended: Promise<unknown>;
  let first: FeedPage;

  beforeEach(async () => {
    log = new InMemoryEventLog();
    first = EMPTY;
    const live = new LiveEvents(new EventFeed(log), log);
    streams = new EventStreams(live, new EventCursors(new Uint8Array(32)), 50);
    checkAccess = () => {};
    server = createServer((_request, response) => {
      ended = send(response);
      ended.catch(() => {});
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    streams.stop();
    server.closeAllConnections();
    server.close();
  });

  const send = (response: ServerResponse) =>
    streams.counted(KEY, () =>
      streams.send(response, first, {
        accountId: ACCOUNT,
        selection: {},
        checkAccess: () => checkAccess(),
        checkMs: 5,
      }),
    );
  const connect = async (): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const [response] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
      IncomingMessage,
    ];
    response.on('error', () => {});
    return response;
  };
  /** Resolves when the key has no stream. */
  const allEnded = () => ended.catch(() => {});

  it('ends when the key is no longer valid, whether the check throws or rejects', async () => {
    for (const check of [
      () => {
        throw revoked;
      },
      () => Promise.reject(revoked),
      () => Promise.reject(accountSuspended()),
    ]) {
      checkAccess = () => {};
      const response = (await connect()).resume();
      checkAccess = check;
      await once(response, 'end');
      await expect(ended).resolves.toBeUndefined();
    }
  });

  it('stays open if the key cannot be checked', async () => {
    const response = await connect();
    checkAccess = () => Promise.reject(new Error('connection refused'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    log.append(ACCOUNT, anEvent());
    let text = '';
    while (!text.includes('feedback.created'))
      text += String(((await once(response, 'data')) as [Buffer])[0]);
  });

  it('does not check again while a check is running', async () => {
    let checks = 0;
    checkAccess = () => {
      checks++;
      return new Promise(() => {});
    };
    const response = await connect();
    log.append(ACCOUNT, anEvent());
    while (!String(((await once(response, 'data')) as [Buffer])[0]).includes('feedback.created'));
    expect(checks).toBe(1);
  });

  it('ends a client that reads nothing', async () => {
    const response = await connect();
    response.pause();
    const large = { feedback: { id: 'x', title: 'x'.repeat(1_000_000) }, version: 1 };
    for (let i = 0; i < 20; i++) log.append(ACCOUNT, anEvent('feedback.created', { data: large }));
    await expect(ended).rejects.toThrow('The operation was aborted');
  });

  it('ends if the log cannot be read', async () => {
    const response = (await connect()).resume();
    const closed = new Promise((resolve) => response.once('close', resolve));
    jest.spyOn(log, 'list').mockRejectedValue(new Error('connection refused'));
    log.append(ACCOUNT, anEvent());
    await expect(ended).rejects.toThrow('connection refused');
    await closed;
  });

  it('ends when the client closes the connection, also before it began', async () => {
    (await connect()).destroy();
    await allEnded();
    const closed = new Promise<ServerResponse>((resolve) => {
      server.removeAllListeners('request');
      server.on('request', (_request, response) => {
        response.once('close', () => resolve(response));
        response.destroy();
      });
    });
    connect().catch(() => {});
    await expect(send(await closed)).resolves.toBeUndefined();
  });

  it('counts the streams of a key until they end', async () => {
    const open = await Promise.all(Array.from({ length: 5 }, connect));
    const sixth = streams.counted(KEY, async () => {});
    await expect(sixth).rejects.toMatchObject({ kind: 'rate_limit', code: 'too_many_streams' });
    await streams.counted({ ...KEY, id: 'other' }, async () => {});
    for (const response of open) response.destroy();
    for (;;) {
      const isFree = await streams
        .counted(KEY, async () => {})
        .then(
          () => true,
          () => false,
        );
      if (isFree) break;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });

  it('counts the streams of an account', async () => {
    let end = (): void => {};
    const ended = new Promise<void>((done) => (end = done));
    const counted = (n: number, accountId = ACCOUNT) =>
      streams.counted({ accountId, id: `key-${n}`, name: 'API key' }, () => ended);
    const open = Array.from({ length: 50 }, (_, n) => counted(n));
    await expect(counted(50)).rejects.toMatchObject({
      code: 'too_many_streams',
      message: 'Too many event streams for this account (maximum 50)',
    });
    const other = counted(50, 'other');
    end();
    await Promise.all([...open, other]);
    await counted(50);
  });

  it('writes a page once for all streams of an account', async () => {
    const event = { ...anEvent('feedback.created'), toJSON: jest.fn(() => 'event') };
    first = { events: [{ position: 1, event }], next: 1, hasMore: false };
    const responses = await Promise.all([connect(), connect()]);
    for (const response of responses) expect(String((await once(response, 'data'))[0])).toContain('"event"');
    expect(event.toJSON).toHaveBeenCalledTimes(1);
  });

  it('says when to return at a shutdown', async () => {
    const response = await connect();
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(response, 'data');
    streams.stop();
    await once(response, 'end');
    expect(text).toMatch(/\n\nretry: [123]\d{3}\n\n$/);
  });
});
