import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import {
  newSigningKey,
  originOf,
  SecretBox,
  type AccountShare,
  type AttemptResult,
  type DeliveryStatus,
} from '@libs/webhooks';
import { anEndpoint, InMemoryWebhooks, webhooksInMemory } from '@libs/webhooks/testing';
import { DeliveryAttempts } from './delivery-attempts';
import { DeliveryWorker } from './delivery-worker';
import type { AttemptOutcome, DeliveryRequest } from './delivery-sender';

const START = new Date('2026-03-03T10:00:00.000Z');
const DAY_MS = 86_400_000;
const URL = 'https://hooks.example.com/feedback';
const OTHER_URL = 'https://other.example.com/feedback';

const box = new SecretBox(randomBytes, randomBytes(32));
const outcome = (statusCode: number): AttemptOutcome => ({
  statusCode,
  error: statusCode < 300 ? null : `responded with status ${statusCode}`,
  durationMs: 10,
  resent: false,
  retryAfterSeconds: null,
});
const CANCELLED: AttemptOutcome = { ...outcome(0), statusCode: null, error: 'cancelled' };

/** webhooks.md 2 */
describe('DeliveryWorker', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
  let store: InMemoryWebhooks;
  let webhooks: ReturnType<typeof webhooksInMemory>;
  let accountId: string;
  let worker: DeliveryWorker;
  /** The status that an endpoint returns at once; null if it does not respond. */
  let statusOf: (url: string) => number | null;
  /** Titles, by URL. */
  let sent: Record<string, string[]>;
  /** Responds with 204 to the request with this title. */
  let respond: Record<string, () => void>;
  let claims: number;
  /** The results of each statement that stored some. */
  let stored: AttemptResult[][];
  let beforeClaim: () => Promise<void>;
  let beforeRecord: () => Promise<void>;

  beforeEach(() => {
    jest.useFakeTimers({ now: START });
    warn.mockClear();
    store = new InMemoryWebhooks();
    webhooks = webhooksInMemory(store);
    accountId = randomUUID();
    statusOf = () => 204;
    sent = { [URL]: [], [OTHER_URL]: [] };
    respond = {};
    claims = 0;
    stored = [];
    beforeClaim = beforeRecord = () => Promise.resolve();
    worker = newWorker();
  });
  afterEach(async () => {
    const stopped = worker.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(5_000);
    await stopped;
    jest.useRealTimers();
  });

  const send = ({ url, body }: DeliveryRequest, signal: AbortSignal): Promise<AttemptOutcome> => {
    const { title } = JSON.parse(body).data.feedback;
    sent[url]!.push(title);
    const status = statusOf(url);
    if (status !== null) return Promise.resolve(outcome(status));
    return new Promise((resolve) => {
      respond[title] = () => resolve(outcome(204));
      signal.addEventListener('abort', () => resolve(CANCELLED));
    });
  };
  function newWorker(secrets = box, isEnabled = true): DeliveryWorker {
    const queue = {
      claim: async (now: Date, limit: number, share: AccountShare) => {
        claims++;
        await beforeClaim();
        return webhooks.queue.claim(now, limit, share);
      },
      record: async (results: readonly AttemptResult[]) => {
        // PostgreSQL gets them when the statement starts.
        const sentResults = [...results];
        await beforeRecord();
        stored.push(sentResults);
        return webhooks.queue.record(sentResults);
      },
      removeBefore: () => Promise.resolve(0),
    };
    const clock = () => new Date();
    const attempts = new DeliveryAttempts(
      { send },
      secrets,
      clock,
      'https://feedback.example.com/app',
      () => 0.5,
    );
    return new DeliveryWorker(queue, webhooks.endpoints, attempts, clock, isEnabled);
  }
  const addEndpoint = async (url = URL) => {
    const { id, ...endpoint } = anEndpoint({ accountId, url, events: ['feedback.created'] });
    const keys = [newSigningKey('hmac', randomBytes)];
    const sealed = box.seal(JSON.stringify({ keys, headers: {} }), id);
    await webhooks.endpoints.add({ ...endpoint, id, sealed }, 50);
    return { ...endpoint, id };
  };
  const create = async (...titles: string[]) => {
    for (const title of titles) await webhooks.create(accountId, title);
  };
  const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  /** Long enough to send and store, and shorter than any interval. */
  const settle = () => advance(100);
  const start = () => {
    worker.onApplicationBootstrap();
    return settle();
  };
  /** Announces events, as the publisher does. */
  const publish = async (...titles: string[]) => {
    await create(...titles);
    worker.announce();
    await settle();
  };
  const statuses = (): DeliveryStatus[] => store.deliveries.map(({ status }) => status);
  const endpointOf = async (id: string) =>
    (await webhooks.endpoints.find(accountId, id, new Date()))!.endpoint;

  it('starts first attempts in the order of the feed, and the sixth of an endpoint when one has ended', async () => {
    statusOf = () => null;
    await addEndpoint();
    await create('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await start();
    expect(sent[URL]).toEqual(['a', 'b', 'c', 'd', 'e']);
    respond['c']!();
    await settle();
    expect(sent[URL]).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('does not let an endpoint that does not respond delay another', async () => {
    statusOf = (url) => (url === URL ? null : 204);
    await addEndpoint(URL);
    await addEndpoint(OTHER_URL);
    const titles = Array.from({ length: 600 }, (_, i) => String(i));
    await create(...titles);
    await start();
    await advance(900);
    expect(sent[URL]).toHaveLength(5);
    expect(sent[OTHER_URL]).toEqual(titles);
  });

  /** webhooks.md 6 */
  describe('with 50 endpoints of one account that do not respond', () => {
    beforeEach(async () => {
      statusOf = (url) => (url === URL ? null : 204);
      for (let i = 0; i < 50; i++) await addEndpoint(URL);
      await create('a', 'b', 'c');
    });

    it('starts a tenth of its requests for the account, and those of others at once', async () => {
      await start();
      expect(sent[URL]).toHaveLength(50);
      accountId = randomUUID();
      await addEndpoint(OTHER_URL);
      const titles = Array.from({ length: 100 }, (_, i) => String(i));
      await publish(...titles);
      expect(sent[OTHER_URL]).toEqual(titles);
      expect(sent[URL]).toHaveLength(50);
    });

    it('claims no more while the account has its share, and one when a request ends', async () => {
      await start();
      const before = claims;
      await advance(10_000);
      expect(claims - before).toBeLessThanOrEqual(10);
      expect(store.deliveries.filter(({ isClaimed }) => isClaimed)).toHaveLength(50);
      respond[sent[URL]![0]!]!();
      await settle();
      expect(sent[URL]).toHaveLength(51);
      expect(claims - before).toBeLessThanOrEqual(13);
    });
  });

  it('sends at once what is announced, and finds within a second what is not', async () => {
    await addEndpoint();
    await start();
    await publish('a');
    expect(sent[URL]).toEqual(['a']);
    await create('b');
    await settle();
    expect(sent[URL]).toEqual(['a']);
    await advance(1_000);
    expect(sent[URL]).toEqual(['a', 'b']);
  });

  it('sends nothing if other processes deliver', async () => {
    worker = newWorker(box, false);
    await addEndpoint();
    await create('a');
    await start();
    await publish('b');
    expect([sent[URL], claims]).toEqual([[], 0]);
  });

  it('stores results of the same few milliseconds with one statement', async () => {
    statusOf = () => null;
    await addEndpoint();
    await create('a', 'b', 'c');
    await start();
    for (const title of ['a', 'b', 'c']) {
      respond[title]!();
      await advance(2);
    }
    await settle();
    expect(stored.map((results) => results.length)).toEqual([3]);
  });

  it('stores a result that arrives while others are stored, once', async () => {
    statusOf = () => null;
    await addEndpoint();
    await create('a', 'b');
    await start();
    beforeRecord = () => new Promise((resolve) => setTimeout(resolve, 50));
    respond['a']!();
    await advance(20);
    respond['b']!();
    await advance(200);
    expect(statuses()).toEqual(['succeeded', 'succeeded']);
    expect(stored.flat()).toHaveLength(2);
  });

  it('repeats a failed delivery after five seconds', async () => {
    statusOf = () => 500;
    await addEndpoint();
    await create('a');
    await start();
    await advance(4_800);
    expect(sent[URL]).toEqual(['a']);
    statusOf = () => 204;
    await advance(1_200);
    expect([sent[URL], statuses()]).toEqual([['a', 'a'], ['succeeded']]);
  });

  it('disables an endpoint that returns 410, and sends nothing more', async () => {
    statusOf = () => 410;
    const { id } = await addEndpoint();
    await create('a');
    await start();
    expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    await publish('b');
    await advance(10_000);
    expect([sent[URL], statuses()]).toEqual([['a'], ['cancelled']]);
  });

  it('does not disable an endpoint again that it is disabling', async () => {
    statusOf = () => 410;
    const { id } = await addEndpoint();
    const disable = jest.spyOn(webhooks.endpoints, 'disable').mockReturnValueOnce(new Promise(() => {}));
    await create('a');
    await start();
    await publish('b');
    expect(sent[URL]).toEqual(['a', 'b']);
    expect(disable.mock.calls).toEqual([[accountId, id, 'gone', expect.any(Date)]]);
  });

  it('logs that it cannot disable an endpoint, and does it after the next result', async () => {
    statusOf = () => 410;
    const { id } = await addEndpoint();
    jest.spyOn(webhooks.endpoints, 'disable').mockRejectedValueOnce(new Error('Connection terminated'));
    await create('a');
    await start();
    expect(warn.mock.calls).toEqual([['Could not disable a webhook: Connection terminated']]);
    expect((await endpointOf(id)).status).toBe('active');
    await publish('b');
    expect((await endpointOf(id)).status).toBe('disabled');
  });

  it('disables an endpoint after five days without a success, and records the event', async () => {
    statusOf = () => 500;
    const { id, url } = await addEndpoint();
    await create('a');
    await start();
    const failingSince = START.getTime();
    jest.setSystemTime(failingSince + 5 * DAY_MS - 1_000);
    await publish('b');
    expect((await endpointOf(id)).status).toBe('active');
    jest.setSystemTime(failingSince + 5 * DAY_MS);
    await publish('c');
    expect(await endpointOf(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    const events = store.events.map(({ event }) => event!);
    expect(events.filter(({ type }) => type === 'webhook.disabled')).toMatchObject([
      { data: { webhook: { id, url: originOf(url), disabled_reason: 'failing' } } },
    ]);
  });

  describe('when the service stops', () => {
    it('waits for requests in flight, stores their results, and claims no more', async () => {
      statusOf = () => null;
      await addEndpoint();
      await create('a', 'b', 'c', 'd', 'e', 'f');
      await start();
      const isStopped = jest.fn();
      void worker.onModuleDestroy().then(isStopped);
      for (const title of ['a', 'b', 'c', 'd']) respond[title]!();
      await advance(4_000);
      expect(isStopped).not.toHaveBeenCalled();
      respond['e']!();
      await settle();
      expect(isStopped).toHaveBeenCalled();
      expect(sent[URL]).toEqual(['a', 'b', 'c', 'd', 'e']);
      expect(statuses()).toEqual([...Array(5).fill('succeeded'), 'pending']);
    });

    it('waits for a claim in progress, and for the requests of its deliveries', async () => {
      await addEndpoint();
      let respondToClaim = () => {};
      beforeClaim = () => new Promise((resolve) => (respondToClaim = resolve));
      await start();
      await create('a');
      const isStopped = jest.fn();
      void worker.onModuleDestroy().then(isStopped);
      await advance(10_000);
      expect(isStopped).not.toHaveBeenCalled();
      respondToClaim();
      await settle();
      expect(isStopped).toHaveBeenCalled();
      expect(statuses()).toEqual(['succeeded']);
    });

    it('stops although it cannot store results, and logs that', async () => {
      await addEndpoint();
      await create('a');
      statusOf = () => null;
      await start();
      beforeRecord = () => Promise.reject(new Error('Connection terminated'));
      const stopped = worker.onModuleDestroy();
      respond['a']!();
      await stopped;
      expect(warn.mock.calls).toEqual([['Could not store deliveries: Connection terminated']]);
    });

    it('cancels requests after five seconds, and their deliveries are due again at once', async () => {
      statusOf = () => null;
      await addEndpoint();
      await create('a');
      await start();
      const stopped = worker.onModuleDestroy();
      await advance(5_000);
      await stopped;
      expect(store.deliveries).toMatchObject([{ status: 'pending', attempts: [], isClaimed: false }]);
      statusOf = () => 204;
      worker = newWorker();
      await start();
      expect([sent[URL], statuses()]).toEqual([['a', 'a'], ['succeeded']]);
    });
  });

  describe('without the database', () => {
    const fail = () => Promise.reject(new Error('Connection terminated'));

    it('claims again every five seconds, and logs a warning once a minute', async () => {
      beforeClaim = fail;
      await start();
      for (let i = 0; i < 29; i++) {
        worker.announce();
        await advance(1_000);
      }
      expect(claims).toBe(6);
      expect(warn.mock.calls).toEqual([['Could not deliver events: Connection terminated']]);
      await advance(60_000);
      expect(warn).toHaveBeenCalledTimes(2);
    });

    it('claims again at once if deliveries are announced during the run that succeeds again', async () => {
      await addEndpoint();
      beforeClaim = fail;
      await start();
      let respondToClaim = () => {};
      beforeClaim = () => new Promise((resolve) => (respondToClaim = resolve));
      await advance(5_000);
      worker.announce();
      beforeClaim = () => Promise.resolve();
      respondToClaim();
      await settle();
      expect(claims).toBe(3);
    });

    it('waits five seconds although deliveries are announced during a run that fails', async () => {
      let failClaim = () => {};
      beforeClaim = () => new Promise((_, reject) => (failClaim = () => reject(new Error('no'))));
      await start();
      beforeClaim = fail;
      worker.announce();
      failClaim();
      await advance(4_000);
      expect(claims).toBe(1);
    });

    it('keeps results, stores them every five seconds until it succeeds, and then goes on', async () => {
      const tries = jest.fn(fail);
      await addEndpoint();
      await create('a');
      beforeRecord = tries;
      await start();
      await advance(9_000);
      expect(tries).toHaveBeenCalledTimes(2);
      beforeRecord = () => Promise.resolve();
      await advance(1_000);
      expect(statuses()).toEqual(['succeeded']);
      await publish('b');
      expect([sent[URL], statuses()]).toEqual([
        ['a', 'b'],
        ['succeeded', 'succeeded'],
      ]);
    });
  });

  /** webhooks.md 4 */
  it('keeps deliveries that it cannot sign, and tries five of an endpoint every half minute', async () => {
    const open = jest.spyOn(SecretBox.prototype, 'open');
    worker = newWorker(new SecretBox(randomBytes, randomBytes(32)));
    await addEndpoint();
    await create('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await start();
    await advance(29_000);
    expect([open.mock.calls.length, sent[URL]]).toEqual([5, []]);
    expect(store.deliveries.flatMap(({ attempts }) => attempts)).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    await worker.onModuleDestroy();
    worker = newWorker();
    await start();
    await advance(31_000);
    expect(statuses()).toEqual(Array(7).fill('succeeded'));
    open.mockRestore();
  });
});
