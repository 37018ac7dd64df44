import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventsPage, eventStream } from '../../testing/event-responses';
import {
  API_KEY,
  errorResponse,
  FakePlatform,
  networkFailure,
  ScriptedService,
  type Step,
} from '../../testing/scripted-service';
import { FeedbackClient } from './client';
import { FeedbackNetworkError } from './errors';
import type { EventWithCursor } from './types';
import type { ClientOptions, RetryNotice } from './options';

const BASE_URL = 'https://feedback.example.com';

function createClient(steps: Step[], options: Partial<ClientOptions> = {}) {
  const service = new ScriptedService(...steps);
  const platform = new FakePlatform();
  const client = new FeedbackClient(
    { baseUrl: BASE_URL, apiKey: API_KEY, fetch: service.fetch, ...options },
    platform,
  );
  return { client, platform, paths: () => service.requests.map(({ path }) => path), service };
}

const event = (n: number) => ({ id: `evt_${n}` });
const page = (numbers: readonly number[], next: string, hasMore = false): Step =>
  eventsPage(numbers.map(event), next, hasMore);
/** Event n of a stream. Its cursor is `c` and the number. */
const sent = (n: number): string =>
  `id: c${n}\nevent: feedback.created\ndata: ${JSON.stringify(event(n))}\n\n`;

const queryOf = ({ path }: { readonly path: string }) =>
  Object.fromEntries(new URLSearchParams(path.split('?')[1]));

async function all(events: AsyncIterable<EventWithCursor>, count = Infinity) {
  const seen: [id: string, cursor: string | null][] = [];
  for await (const one of events) {
    seen.push([one.event.id, one.cursor]);
    if (seen.length === count) break;
  }
  return seen;
}

const thrownBy = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('it should have failed');
    },
    (error: unknown) => error,
  );

describe('events', () => {
  it('yields the events of every page until there are no more', async () => {
    const { client, paths } = createClient([page([1, 2], 'c2', true), page([3], 'c3', true), page([], 'c9')]);
    expect(await all(client.events())).toEqual([
      ['evt_1', null],
      ['evt_2', 'c2'],
      ['evt_3', 'c3'],
    ]);
    expect(paths()).toEqual([
      '/events?limit=100',
      '/events?after=c2&limit=100',
      '/events?after=c3&limit=100',
    ]);
  });

  it('has cursors that miss no event, in the middle of a page the one before the page', async () => {
    const { client } = createClient([page([4, 5, 6], 'c6')]);
    expect(await all(client.events({ after: 'c3' }))).toEqual([
      ['evt_4', 'c3'],
      ['evt_5', 'c3'],
      ['evt_6', 'c6'],
    ]);
  });

  it('sends its options with every page', async () => {
    const { client, paths } = createClient([page([1], 'c1', true), page([2], 'c2')]);
    await all(client.events({ types: ['feedback.created', 'feedback.deleted'], limit: 1, after: null }));
    expect(paths().map(decodeURIComponent)).toEqual([
      '/events?types=feedback.created,feedback.deleted&limit=1',
      '/events?after=c1&types=feedback.created,feedback.deleted&limit=1',
    ]);
  });

  it('sends conditions with every page, and since with the first one', async () => {
    const { client, service } = createClient([page([], 'c1', true), page([2], 'c2')]);
    const conditions = { feedbackId: 'f', actor: 'import', excludeActor: 'k' };
    await all(client.events({ ...conditions, since: '2026-03-03', limit: 1 }));
    const sentConditions = { feedback_id: 'f', actor: 'import', exclude_actor: 'k', limit: '1' };
    expect(service.requests.map(queryOf)).toEqual([
      { ...sentConditions, since: '2026-03-03' },
      { ...sentConditions, after: 'c1' },
    ]);
  });

  it('requests each page only when it is needed', async () => {
    const { client, service } = createClient([page([1, 2], 'c2', true)]);
    const events = client.events();
    expect(service.requests).toHaveLength(0);
    expect(await all(events, 2)).toHaveLength(2);
    expect(service.requests).toHaveLength(1);
  });

  it('retries a page', async () => {
    const { client, platform } = createClient([page([1], 'c1', true), networkFailure(), page([2], 'c2')]);
    expect(await all(client.events())).toHaveLength(2);
    expect(platform.waits).toEqual([250]);
  });

  it('throws if a page returns its own cursor', async () => {
    const { client, service } = createClient([page([1], 'c1', true), page([2], 'c1', true)]);
    expect(await thrownBy(all(client.events()))).toMatchObject({ code: 'unexpected_answer' });
    expect(service.requests).toHaveLength(2);
  });

  it.each([false, true])('throws an expired cursor without a retry, with follow: %j', async (follow) => {
    const { client, service } = createClient([errorResponse(410, 'cursor_expired')]);
    expect(await thrownBy(all(client.events({ after: 'old', follow })))).toMatchObject({
      status: 410,
      code: 'cursor_expired',
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('eventPage', () => {
  it('returns a page with its cursor, also without events', async () => {
    const { client, service } = createClient([page([1], 'c1', true), page([], 'c9')]);
    const first = await client.eventPage({ after: 'latest', excludeActor: 'k', types: ['feedback.deleted'] });
    expect(first).toMatchObject({ data: [event(1)], pagination: { has_more: true, next_cursor: 'c1' } });
    const second = await client.eventPage({ after: 'c1', limit: 5 });
    expect(second).toMatchObject({ data: [], pagination: { has_more: false, next_cursor: 'c9' } });
    expect(service.requests.map(queryOf)).toEqual([
      { after: 'latest', exclude_actor: 'k', types: 'feedback.deleted', limit: '100' },
      { after: 'c1', limit: '5' },
    ]);
  });
});

describe('events with follow', () => {
  it('yields the events of a stream with their cursors', async () => {
    const { client, service, paths } = createClient([
      eventStream(`: hello\n\n${sent(1)}: ping\n\n${sent(2)}`, { then: 'open' }),
    ]);
    const events = client.events({ follow: true, types: ['feedback.created'], limit: 5 });
    expect(await all(events, 2)).toEqual([
      ['evt_1', 'c1'],
      ['evt_2', 'c2'],
    ]);
    expect(paths()).toEqual(['/events?types=feedback.created']);
    expect(service.requests[0]!.headers.get('accept')).toBe('text/event-stream');
  });

  it('yields an event before the next chunk arrives', async () => {
    let reads = 0;
    const { client } = createClient([eventStream(sent(1), { then: 'open', onRead: () => reads++ })]);
    await all(client.events({ follow: true }), 1);
    expect(reads).toBe(0);
  });

  it('starts at the cursor of the present with latest, so that a lost connection misses no event', async () => {
    const { client, paths } = createClient([
      page([], 'c7'),
      eventStream(''),
      eventStream(sent(8), { then: 'open' }),
    ]);
    const events = client.events({ after: 'latest', follow: true, limit: 5 });
    expect(await all(events, 1)).toEqual([['evt_8', 'c8']]);
    expect(paths()).toEqual(['/events?after=latest&limit=5', '/events?after=c7', '/events?after=c7']);
  });

  it.each<[string, Step]>([
    ['ends', eventStream(sent(1))],
    ['breaks', eventStream(sent(1), { then: 'breaks' })],
    ['breaks within an event', eventStream(`${sent(1)}id: c2\ndata: {"id":`, { then: 'breaks' })],
    ['ends within an event', eventStream(`${sent(1)}id: c2\ndata: {"id":"evt_2"}\n`)],
  ])('resumes with the last cursor when the stream %s', async (_, step) => {
    const { client, platform, paths } = createClient([step, eventStream(sent(2), { then: 'open' })]);
    expect(await all(client.events({ follow: true }), 2)).toEqual([
      ['evt_1', 'c1'],
      ['evt_2', 'c2'],
    ]);
    expect(paths()).toEqual(['/events', '/events?after=c1']);
    expect(platform.waits).toEqual([250]);
  });

  it('resumes with a cursor that came without an event', async () => {
    const { client, paths } = createClient([
      eventStream(`${sent(1)}id: c5\n\n`),
      eventStream(sent(6), { then: 'open' }),
    ]);
    await all(client.events({ follow: true }), 2);
    expect(paths()).toEqual(['/events', '/events?after=c5']);
  });

  it('sends conditions with every stream, and since until there is a cursor', async () => {
    const { client, service } = createClient([
      eventStream(''),
      eventStream(sent(1)),
      eventStream(sent(2), { then: 'open' }),
    ]);
    await all(client.events({ follow: true, since: '2026-03-03', excludeActor: 'k' }), 2);
    expect(service.requests.map(queryOf)).toEqual([
      { since: '2026-03-03', exclude_actor: 'k' },
      { since: '2026-03-03', exclude_actor: 'k' },
      { after: 'c1', exclude_actor: 'k' },
    ]);
  });

  it('resumes when the connection is silent', async () => {
    const onRead = () => {
      for (const onTimeout of platform.timers) onTimeout();
    };
    const messages: string[] = [];
    const { client, platform, paths } = createClient(
      [eventStream(sent(1), { then: 'open', onRead }), eventStream(sent(2), { then: 'open' })],
      { onRetry: ({ error }) => messages.push(error.message) },
    );
    expect(await all(client.events({ follow: true }), 2)).toHaveLength(2);
    expect(paths()).toEqual(['/events', '/events?after=c1']);
    expect(messages).toEqual(['The service did not respond: no data for 45 seconds']);
  });

  it('runs no timer while the caller handles an event, and none at the end', async () => {
    const { client, platform } = createClient([eventStream(sent(1) + sent(2), { then: 'open' })]);
    for await (const { cursor } of client.events({ follow: true })) {
      expect(platform.timers.size).toBe(0);
      if (cursor === 'c2') break;
    }
    expect(platform.timers.size).toBe(0);
  });

  it('cancels the stream when the loop is left', async () => {
    const onCancel = jest.fn();
    const { client } = createClient([eventStream(sent(1), { then: 'open', onCancel })]);
    await all(client.events({ follow: true }), 1);
    expect(onCancel).toHaveBeenCalledTimes(1);
  });

  it('waits longer each time a stream ends immediately, and shortly after a stable one', async () => {
    const steps = Array.from({ length: 7 }, () => eventStream(': hello\n\n'));
    const { client, platform } = createClient([
      ...steps,
      eventStream(': hello\n\n', { onRead: () => void platform.sleep(8001, undefined) }),
      eventStream(sent(1), { then: 'open' }),
    ]);
    await all(client.events({ follow: true }), 1);
    expect(platform.waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8001, 250]);
  });

  it('waits as long as the retry field says, unless that exceeds maxWaitMs', async () => {
    const { client, platform } = createClient([
      eventStream('retry: 3000\n\n'),
      eventStream(sent(1)),
      eventStream('retry: 300001\n\n'),
      errorResponse(401, 'api_key_revoked'),
    ]);
    expect(await thrownBy(all(client.events({ follow: true })))).toBeInstanceOf(FeedbackNetworkError);
    expect(platform.waits).toEqual([3000, 500]);
  });

  it('retries a connection as often as the client, and a lost one for maxWaitMs', async () => {
    const first = createClient([networkFailure()]);
    expect(await thrownBy(all(first.client.events({ follow: true })))).toMatchObject({ code: 'ECONNRESET' });
    expect(first.platform.waits).toHaveLength(4);
    const lost = createClient([eventStream(sent(1)), networkFailure()], { maxWaitMs: 60_000 });
    expect(await thrownBy(all(lost.client.events({ follow: true })))).toMatchObject({ code: 'ECONNRESET' });
    expect(lost.platform.waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_250);
  });

  it('throws when the stream ends with maxWaitMs 0', async () => {
    const { client } = createClient([eventStream(sent(1))], { maxWaitMs: 0 });
    const seen: string[] = [];
    const read = async () => {
      for await (const { event } of client.events({ follow: true })) seen.push(event.id);
    };
    expect(await thrownBy(read())).toMatchObject({
      message: 'The service did not respond: the event stream ended',
    });
    expect(seen).toEqual(['evt_1']);
  });

  it('waits while the key has too many streams', async () => {
    const { client, platform } = createClient([
      errorResponse(429, 'too_many_streams', { 'retry-after': '5' }),
      eventStream(sent(1), { then: 'open' }),
    ]);
    expect(await all(client.events({ follow: true }), 1)).toHaveLength(1);
    expect(platform.waits).toEqual([5000]);
  });

  it.each<[string, Step[], object]>([
    [
      'a revoked key',
      [eventStream(sent(1)), errorResponse(401, 'api_key_revoked')],
      { code: 'api_key_revoked' },
    ],
    ['an event that is not JSON', [eventStream('data: {\n\n')], { code: 'unexpected_answer' }],
    ['a page instead of a stream', [page([1], 'c1')], { code: 'unexpected_answer' }],
  ])('throws %s without a retry', async (_, steps, error) => {
    const { client, service } = createClient(steps);
    expect(await thrownBy(all(client.events({ follow: true })))).toMatchObject(error);
    expect(service.requests).toHaveLength(steps.length);
  });

  it('calls onRetry before it resumes', async () => {
    const notices: RetryNotice[] = [];
    const { client } = createClient(
      [eventStream('', { then: 'breaks' }), eventStream(sent(1), { then: 'open' })],
      {
        onRetry: (notice) => notices.push(notice),
      },
    );
    await all(client.events({ follow: true }), 1);
    expect(notices).toMatchObject([
      {
        operation: 'listEvents',
        attempt: 1,
        delayMs: 250,
        error: { message: 'The service did not respond: terminated' },
      },
    ]);
  });

  it.each(['call', 'client'])('throws the reason of the signal of the %s', async (owner) => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    const { client, platform, service } = createClient(
      [eventStream(sent(1), { then: 'open', onRead: () => controller.abort(reason) })],
      owner === 'client' ? { signal } : {},
    );
    const events = client.events({ follow: true, ...(owner === 'call' && { signal }) });
    expect(await thrownBy(all(events))).toBe(reason);
    expect([service.requests.length, platform.timers.size]).toEqual([1, 0]);
  });

  it('throws the reason of a signal that is aborted during a wait', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { client } = createClient([eventStream('')], { onRetry: () => controller.abort(reason) });
    const events = client.events({ follow: true, signal: controller.signal });
    expect(await thrownBy(all(events))).toBe(reason);
  });
});

describe('events over HTTP', () => {
  it('survive chunks cut within a character, and a closed connection', async () => {
    const urls: string[] = [];
    const send = async (response: ServerResponse, text: string) => {
      for (const byte of Buffer.from(text))
        await new Promise((done) => response.write(Buffer.of(byte), done));
    };
    const server = createServer((request, response) => {
      urls.push(request.url!);
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      const isFirst = urls.length === 1;
      void send(response, `: hello\n\nid: c${urls.length}\r\ndata: {"id":"日 ${urls.length}"}\r\n\r\n`).then(
        () => isFirst && response.destroy(),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new FeedbackClient({ baseUrl, apiKey: API_KEY }, new FakePlatform());
    try {
      expect(await all(client.events({ follow: true }), 2)).toEqual([
        ['日 1', 'c1'],
        ['日 2', 'c2'],
      ]);
      expect(urls).toEqual(['/api/v1/events', '/api/v1/events?after=c1']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
