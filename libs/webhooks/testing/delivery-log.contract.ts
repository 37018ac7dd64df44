import { randomUUID } from 'node:crypto';
import type { Delivery, Endpoint, Event } from '../src';
import { anEndpoint, aResult, type Outcome } from './webhook-builders';
import type { WebhooksUnderTest } from './webhooks-under-test';

const HOUR_MS = 3_600_000;
const NO_IDS = [randomUUID(), 'abc', '', "'; --"];

/** Contract tests of `DeliveryLog` (webhooks.md 2). Every adapter runs all of them. */
export function deliveryLogContract(name: string, make: () => Promise<WebhooksUnderTest>): void {
  describe(`DeliveryLog, ${name}`, () => {
    let subject: WebhooksUnderTest;
    let accountId: string;
    let endpoint: Endpoint;

    beforeAll(async () => {
      subject = await make();
    });
    beforeEach(async () => {
      accountId = await subject.addAccount();
      endpoint = await addEndpoint();
    });
    afterEach(() => subject.endpoints.removeAll(accountId));

    const addEndpoint = async (more: Partial<Endpoint> = {}) => {
      const added = anEndpoint({ accountId, ...more });
      await subject.endpoints.add(added, 50);
      return added;
    };
    const setStatus = (status: Endpoint['status'], { id } = endpoint) =>
      subject.endpoints.change(accountId, id, (current) => ({ ...current, status }));
    const create = async (...titles: string[]) => {
      const events: Event[] = [];
      for (const title of titles) events.push(await subject.create(accountId, title));
      return events;
    };
    const list = (more: object = {}, { id } = endpoint) =>
      subject.deliveries.list(accountId, id, { limit: 100, ...more });
    const find = async (id: string) => (await subject.deliveries.find(accountId, endpoint.id, id))!;
    const later = (milliseconds: number) => new Date(Date.now() + milliseconds);
    const claim = async (at = later(1_000)) =>
      (await subject.queue.claim(at, 100)).filter((delivery) => delivery.endpoint.id === endpoint.id);
    /** Attempts the due deliveries of the endpoint, with the same outcome for all. */
    const attempt = async (outcome: Outcome) =>
      subject.queue.record((await claim()).map((delivery) => aResult(delivery, outcome)));
    const typesOf = (deliveries: readonly Delivery[]) => deliveries.map(({ eventType }) => eventType);
    const statuses = async () => (await list()).map(({ status }) => status);

    describe('list', () => {
      it('returns a delivery of each event, newest first, in pages', async () => {
        const events = await create('a', 'b', 'c', 'd', 'e');
        const all = await list();
        expect(all.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id).reverse());
        expect(await list({ limit: 5 })).toEqual(all);
        expect(await list({ limit: 2 })).toEqual(all.slice(0, 3));
        expect(await list({ limit: 2, before: all[1]!.id })).toEqual(all.slice(2));
        expect(await list({ before: all[4]!.id })).toEqual([]);
      });

      it('returns a delivery before its first attempt, during it, and after each attempt', async () => {
        const [event] = await create('a');
        const [delivery] = await list();
        expect(delivery).toEqual({
          id: expect.any(String),
          eventId: event!.id,
          eventType: 'feedback.created',
          status: 'pending',
          attempts: [],
          nextAttemptAt: delivery!.createdAt,
          createdAt: expect.any(Date),
        });
        expect(Math.abs(delivery!.createdAt.getTime() - Date.now())).toBeLessThan(HOUR_MS);
        const at = later(1_000);
        const [first] = await claim(at);
        expect(await list()).toEqual([{ ...delivery, nextAttemptAt: at }]);
        const nextAttemptAt = later(5_000);
        const failure = aResult(first!, { status: 'pending', nextAttemptAt });
        await subject.queue.record([failure]);
        expect(await list()).toEqual([{ ...delivery, attempts: [failure.attempt], nextAttemptAt }]);
        const [second] = await claim(nextAttemptAt);
        const success = aResult(second!, { status: 'succeeded' });
        await subject.queue.record([success]);
        expect(await list()).toEqual([
          {
            ...delivery,
            status: 'succeeded',
            attempts: [failure.attempt, success.attempt],
            nextAttemptAt: null,
          },
        ]);
      });

      it('selects by status, by type, and by both', async () => {
        const [first] = await create('a', 'b');
        await attempt({ status: 'succeeded' });
        await subject.deleteItem(accountId, first!.data.feedback!.id);
        await create('c');
        const types = async (more: object) => typesOf(await list(more));
        expect(await types({ status: 'succeeded' })).toEqual(['feedback.created', 'feedback.created']);
        expect(await types({ status: 'pending' })).toEqual(['feedback.created', 'feedback.deleted']);
        expect(await types({ eventType: 'feedback.deleted' })).toEqual(['feedback.deleted']);
        expect(await types({ status: 'pending', eventType: 'feedback.created' })).toHaveLength(1);
        expect(await types({ status: 'failed' })).toEqual([]);
        const [newest, next] = await list();
        expect(await list({ status: 'pending', before: newest!.id })).toEqual([next]);
      });
    });

    describe('find', () => {
      it('returns a delivery and its event', async () => {
        const [event] = await create('a');
        const [delivery] = await list();
        expect(await find(delivery!.id)).toEqual({ delivery, event });
      });

      it('returns the event without its values after its item was deleted', async () => {
        const [event] = await create('a');
        await subject.deleteItem(accountId, event!.data.feedback!.id);
        const { delivery, event: scrubbed } = await find((await list())[1]!.id);
        expect(delivery.status).toBe('cancelled');
        expect(scrubbed).toEqual({
          ...event,
          data: { feedback: { id: event!.data.feedback!.id }, version: 1 },
        });
      });

      it('returns no event after it was removed, and none of a test', async () => {
        await create('a');
        await subject.deliveries.addTest(accountId, endpoint.id, new Date());
        await subject.dropEvents();
        const all = await list();
        expect(all).toHaveLength(2);
        for (const delivery of all) expect(await find(delivery.id)).toEqual({ delivery, event: null });
      });
    });

    it.each(NO_IDS)('finds no delivery with the ID %j', async (id) => {
      await create('a');
      expect(await subject.deliveries.find(accountId, endpoint.id, id)).toBeNull();
      expect(await subject.deliveries.retry(accountId, endpoint.id, id, new Date())).toBe(false);
    });

    it('has only the deliveries of the endpoint', async () => {
      const other = await addEndpoint();
      await create('a');
      const [delivery] = await list();
      await attempt({ status: 'succeeded' });
      expect(await subject.deliveries.find(accountId, other.id, delivery!.id)).toBeNull();
      expect(await subject.deliveries.retry(accountId, other.id, delivery!.id, new Date())).toBe(false);
      expect(await statuses()).toEqual(['succeeded']);
      expect((await list({}, other)).map(({ id }) => id)).not.toContain(delivery!.id);
    });

    it('does not let another account read or queue deliveries', async () => {
      await create('a');
      const [delivery] = await list();
      await attempt({ status: 'failed' });
      const of = await subject.addAccount();
      const { deliveries } = subject;
      const span = { since: later(-HOUR_MS), until: later(HOUR_MS) };
      expect(await deliveries.list(of, endpoint.id, { limit: 10 })).toEqual([]);
      expect(await deliveries.find(of, endpoint.id, delivery!.id)).toBeNull();
      expect(await deliveries.addTest(of, endpoint.id, new Date())).toBeNull();
      expect(await deliveries.retry(of, endpoint.id, delivery!.id, new Date())).toBe(false);
      expect(await deliveries.replay(of, endpoint.id, span, null)).toBe(0);
      expect(await deliveries.replay(of, endpoint.id, span, new Date())).toBeNull();
      expect(await statuses()).toEqual(['failed']);
    });

    describe('addTest', () => {
      it('queues a test that is due at once, also for an endpoint of other types', async () => {
        endpoint = await addEndpoint({ events: ['feedback.deleted'] });
        const at = new Date();
        const id = await subject.deliveries.addTest(accountId, endpoint.id, at);
        const [delivery, ...others] = await list();
        expect(others).toEqual([]);
        expect(delivery).toEqual({
          id,
          eventId: expect.stringMatching(/^evt_[\da-f]{32}$/),
          eventType: 'webhook.test',
          status: 'pending',
          attempts: [],
          nextAttemptAt: delivery!.createdAt,
          createdAt: expect.any(Date),
        });
        const [claimed] = await claim(at);
        expect(claimed).toMatchObject({ id, event: { id: delivery!.eventId, type: 'webhook.test' } });
      });

      it('queues nothing for a disabled or deleted endpoint', async () => {
        const addTest = () => subject.deliveries.addTest(accountId, endpoint.id, new Date());
        await setStatus('disabled');
        expect(await addTest()).toBeNull();
        expect(await list()).toEqual([]);
        await subject.endpoints.remove(accountId, endpoint.id);
        expect(await addTest()).toBeNull();
        expect(await list()).toEqual([]);
      });
    });

    describe('retry', () => {
      const retry = (id: string, at = new Date()) => subject.deliveries.retry(accountId, endpoint.id, id, at);

      it.each<[string, Outcome]>([
        ['succeeded', { status: 'succeeded' }],
        ['failed', { status: 'failed' }],
        ['cancelled', { status: 'cancelled' }],
        ['pending', { status: 'pending', nextAttemptAt: new Date(Date.now() + HOUR_MS) }],
      ])('queues a delivery again that is %s, and keeps its attempts', async (_, outcome) => {
        await create('a', 'b');
        await attempt(outcome);
        const [unrelated, delivery] = await list();
        const at = later(2_000);
        expect(await retry(delivery!.id, at)).toBe(true);
        expect(await list()).toEqual([unrelated, { ...delivery, status: 'pending', nextAttemptAt: at }]);
        expect(await claim(new Date(at.getTime() - 1))).toEqual([]);
        expect((await claim(at)).map(({ id }) => id)).toEqual([delivery!.id]);
      });

      it('begins to count attempts again', async () => {
        await create('a');
        await attempt({ status: 'pending', nextAttemptAt: new Date() });
        expect((await claim())[0]!.attempts).toBe(1);
        const [delivery] = await list();
        await retry(delivery!.id);
        expect((await claim())[0]!.attempts).toBe(0);
      });

      it('queues nothing for a disabled endpoint', async () => {
        await create('a');
        await setStatus('disabled');
        expect(await retry((await list())[0]!.id)).toBe(false);
        expect(await statuses()).toEqual(['cancelled']);
      });
    });

    describe('replay', () => {
      const SPAN = { since: later(-HOUR_MS), until: later(HOUR_MS) };
      const count = (span = SPAN) => subject.deliveries.replay(accountId, endpoint.id, span, null);
      const replay = (span = SPAN, at = new Date()) =>
        subject.deliveries.replay(accountId, endpoint.id, span, at);
      /** Counts and queues, and expects the same number. */
      const replayed = async (span = SPAN) => {
        const counted = await count(span);
        expect(await replay(span)).toBe(counted);
        return counted;
      };
      const pending = async () => {
        const all = await list({ status: 'pending' });
        const found = await Promise.all(all.map(({ id }) => find(id)));
        return found.map(({ event }) => titleOf(event!)).sort();
      };
      const titleOf = ({ type, data }: Event) =>
        data.feedback && 'title' in data.feedback ? data.feedback.title : type;

      it('queues events that were created before the endpoint existed or while it was disabled', async () => {
        await create('before');
        endpoint = await addEndpoint();
        await setStatus('disabled');
        await create('disabled');
        await setStatus('active');
        expect(await replayed()).toBe(2);
        expect(await pending()).toEqual(['before', 'disabled']);
      });

      it('queues them again in the order of the events, when they are due', async () => {
        await create('a', 'b', 'c');
        await attempt({ status: 'failed' });
        const at = later(HOUR_MS);
        await replay(SPAN, at);
        expect((await list()).map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([at, at, at]);
        expect(await claim(later(1_000))).toEqual([]);
        expect((await claim(at)).map(({ event }) => titleOf(event!))).toEqual(['a', 'b', 'c']);
      });

      it('includes the start of the span, and excludes its end', async () => {
        const [since, until] = [later(-HOUR_MS), later(-HOUR_MS / 2)];
        await setStatus('disabled');
        const times = { early: [since, -1], first: [since, 0], last: [until, -1], late: [until, 0] } as const;
        for (const [title, [time, shift]] of Object.entries(times)) {
          await subject.create(accountId, title, new Date(time.getTime() + shift));
        }
        await setStatus('active');
        expect(await replayed({ since, until })).toBe(2);
        expect(await pending()).toEqual(['first', 'last']);
      });

      it('queues only events of the types of the endpoint', async () => {
        const [event] = await create('a', 'b');
        await subject.deleteItem(accountId, event!.data.feedback!.id);
        endpoint = await addEndpoint({ events: ['feedback.deleted', 'feedback.updated'] });
        expect(await replayed()).toBe(1);
        expect(await pending()).toEqual(['feedback.deleted']);
      });

      it('skips events of deleted items, except their deletion', async () => {
        const [event] = await create('a', 'b');
        await subject.deleteItem(accountId, event!.data.feedback!.id);
        endpoint = await addEndpoint();
        expect(await replayed()).toBe(2);
        expect(await pending()).toEqual(['b', 'feedback.deleted']);
      });

      it('queues events that are not about an item', async () => {
        await subject.endpoints.disable(accountId, (await addEndpoint()).id, 'gone', new Date());
        await subject.publish();
        endpoint = await addEndpoint();
        expect(await replayed()).toBe(1);
        expect(await pending()).toEqual(['webhook.disabled']);
      });

      it('skips events that the endpoint has received, also if a later attempt failed', async () => {
        await create('a');
        await attempt({ status: 'succeeded' });
        expect(await replayed()).toBe(0);
        await subject.deliveries.retry(accountId, endpoint.id, (await list())[0]!.id, new Date());
        await attempt({ status: 'failed' });
        expect(await statuses()).toEqual(['failed']);
        expect(await replayed()).toBe(0);
      });

      it('queues failed and cancelled deliveries again, as the same delivery with its attempts', async () => {
        await create('failed');
        await attempt({ status: 'failed' });
        await create('cancelled');
        await setStatus('disabled');
        await setStatus('active');
        const before = await list();
        const at = new Date();
        expect(await replay(SPAN, at)).toBe(2);
        expect(await list()).toEqual(
          before.map((delivery) => ({ ...delivery, status: 'pending', nextAttemptAt: at })),
        );
        expect((await claim()).map(({ attempts }) => attempts)).toEqual([0, 0]);
      });

      it('skips pending deliveries, so a second replay queues nothing', async () => {
        await create('waits');
        await attempt({ status: 'pending', nextAttemptAt: later(HOUR_MS) });
        const waiting = await list();
        endpoint = await addEndpoint();
        expect(await replayed()).toBe(1);
        expect(await replayed()).toBe(0);
        expect(await pending()).toEqual(['waits']);
        const [other] = (await subject.endpoints.list(accountId, new Date())).slice(1);
        endpoint = other!.endpoint;
        expect(await replayed()).toBe(0);
        expect(await list()).toEqual(waiting);
      });

      it('queues each event once if two replays run at the same time', async () => {
        await create('a', 'b', 'c');
        await attempt({ status: 'failed' });
        await setStatus('disabled');
        await create('d', 'e');
        await setStatus('active');
        const counts = await Promise.all([replay(), replay(), replay()]);
        expect(counts.reduce<number>((sum, n) => sum + n!, 0)).toBe(5);
        expect(await pending()).toEqual(['a', 'b', 'c', 'd', 'e']);
      });

      it('queues any number of events', async () => {
        await setStatus('disabled');
        const titles = Array.from({ length: 10 }, (_, i) => String.fromCharCode(97 + i));
        await create(...titles);
        await setStatus('active');
        expect(await replayed()).toBe(10);
        expect(await pending()).toEqual(titles);
      });

      it('counts for a disabled endpoint, but queues nothing', async () => {
        await create('a');
        await setStatus('disabled');
        expect(await count()).toBe(1);
        expect(await replay()).toBeNull();
        expect(await statuses()).toEqual(['cancelled']);
      });

      it('changes nothing if it only counts', async () => {
        await create('a');
        await attempt({ status: 'failed' });
        endpoint = await addEndpoint();
        expect([await count(), await count()]).toEqual([1, 1]);
        expect(await list()).toEqual([]);
      });
    });
  });
}
