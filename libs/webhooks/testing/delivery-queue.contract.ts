import { v7 } from 'uuid';
import type { ClaimedDelivery, Endpoint, Event } from '../src';
import { anEndpoint, aResult, type Outcome } from './webhook-builders';
import type { WebhooksUnderTest } from './webhooks-under-test';

const LEASE_MS = 30_000;
const HOUR_MS = 3_600_000;
const SUCCEEDED = { status: 'succeeded' } as const;
const FAILED = { status: 'failed' } as const;

/** Contract tests of `DeliveryQueue` (webhooks.md 2). Every adapter runs all of them. */
export function deliveryQueueContract(name: string, make: () => Promise<WebhooksUnderTest>): void {
  describe(`DeliveryQueue, ${name}`, () => {
    let subject: WebhooksUnderTest;
    let accountId: string;
    let now: Date;

    beforeAll(async () => {
      subject = await make();
    });
    beforeEach(async () => {
      now = new Date();
      accountId = await subject.addAccount();
    });
    afterEach(() => subject.endpoints.removeAll(accountId));

    const addEndpoint = async (more: Partial<Endpoint> = {}) => {
      const endpoint = anEndpoint({ accountId, ...more });
      await subject.endpoints.add(endpoint, 50);
      return endpoint;
    };
    const setStatus = ({ id }: Endpoint, status: Endpoint['status']) =>
      subject.endpoints.change(accountId, id, (current) => ({ ...current, status }));
    const create = async (...titles: string[]) => {
      const events: Event[] = [];
      for (const title of titles) events.push(await subject.create(accountId, title));
      return events;
    };
    const claim = (limit = 100) => subject.queue.claim(now, limit);
    const claimOne = async () => (await claim(1))[0]!;
    const record = (delivery: ClaimedDelivery, outcome: Outcome) =>
      subject.queue.record([aResult(delivery, outcome)]);
    const titlesOf = (claimed: readonly ClaimedDelivery[]) =>
      claimed.map(({ event }) => (event?.data.feedback as { title?: string } | undefined)?.title);
    const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
    const advance = (milliseconds: number) => (now = after(milliseconds));
    const list = ({ id }: Endpoint) => subject.deliveries.list(accountId, id, { limit: 100 });
    const statusesOf = async (endpoint: Endpoint) => (await list(endpoint)).map(({ status }) => status);

    describe('claim', () => {
      it('hands out a delivery with its endpoint and its event', async () => {
        const endpoint = await addEndpoint({ payload: 'thin', previousKeyExpiresAt: after(HOUR_MS) });
        const [event] = await create('a');
        const { id, url, payload, sealed, previousKeyExpiresAt } = endpoint;
        expect(await claim()).toEqual([
          {
            id: (await list(endpoint))[0]!.id,
            accountId,
            endpoint: { id, url, payload, sealed, previousKeyExpiresAt },
            event,
            attempts: 0,
          },
        ]);
      });

      it('hands out no delivery of a suspended account until it is resumed', async () => {
        await addEndpoint();
        await create('a');
        await subject.setSuspended(accountId, true);
        expect(await claim()).toEqual([]);
        expect((await subject.queue.backlog(now)).dueSince).toBeNull();
        await subject.setSuspended(accountId, false);
        expect(titlesOf(await claim())).toEqual(['a']);
      });

      it('hands out each delivery once, in the order of the events, at most five of an endpoint at the same time', async () => {
        await addEndpoint();
        await create('a', 'b', 'c', 'd', 'e', 'f', 'g');
        const first = await claim();
        expect(titlesOf(first)).toEqual(['a', 'b', 'c', 'd', 'e']);
        expect(await claim()).toEqual([]);
        await subject.queue.record(first.slice(0, 2).map((delivery) => aResult(delivery, SUCCEEDED)));
        expect(titlesOf(await claim())).toEqual(['f', 'g']);
      });

      it('hands out a delivery again 30 seconds after it was claimed, if no result was stored', async () => {
        await addEndpoint();
        await create('a');
        expect(await claim()).toHaveLength(1);
        advance(LEASE_MS - 1);
        expect(await claim()).toEqual([]);
        advance(1);
        expect(titlesOf(await claim())).toEqual(['a']);
      });

      it('counts claims of workers whose clocks are 15 seconds ahead or behind', async () => {
        await addEndpoint();
        await create('a', 'b', 'c', 'd', 'e', 'f');
        expect(await subject.queue.claim(after(15_000), 100)).toHaveLength(5);
        expect(await claim()).toEqual([]);
      });

      it('hands out each delivery once to several workers at the same time', async () => {
        for (let i = 0; i < 4; i++) await addEndpoint();
        await create('a', 'b', 'c');
        const claimed = (await Promise.all([claim(), claim(), claim(), claim()])).flat();
        expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
        expect([...claimed, ...(await claim())]).toHaveLength(12);
      });

      it('shares a limit among the endpoints', async () => {
        const added = [await addEndpoint(), await addEndpoint()];
        await create('a', 'b', 'c');
        const claimed = await claim(2);
        expect(claimed.map(({ endpoint }) => endpoint.id).sort()).toEqual(added.map(({ id }) => id).sort());
        expect(titlesOf(claimed)).toEqual(['a', 'a']);
      });

      it('prefers endpoints with fewer deliveries in progress', async () => {
        await addEndpoint();
        await create('a', 'b', 'c', 'd');
        expect(await claim(2)).toHaveLength(2);
        const idle = await addEndpoint();
        await create('e', 'f');
        expect((await claim(2)).map(({ endpoint }) => endpoint.id)).toEqual([idle.id, idle.id]);
      });

      /** webhooks.md 6 */
      it('hands out one delivery at a time of an endpoint whose last five attempts failed, until one succeeds', async () => {
        await addEndpoint();
        await create('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
        const [first, ...others] = await claim();
        await subject.queue.record(others.map((delivery) => aResult(delivery, FAILED)));
        expect(titlesOf(await claim())).toEqual(['f', 'g', 'h']);
        await record(first!, FAILED);
        await create('i', 'j', 'k', 'l', 'm', 'n');
        expect(await claim()).toEqual([]);
        advance(LEASE_MS);
        const [only, ...none] = await claim();
        expect([titlesOf([only!]), none]).toEqual([['i'], []]);
        expect(await claim()).toEqual([]);
        await record(only!, SUCCEEDED);
        expect(await claim()).toHaveLength(5);
      });

      /** webhooks.md 6 */
      describe('for a worker with shares', () => {
        let other: string;
        beforeEach(async () => {
          other = await subject.addAccount();
        });
        afterEach(() => subject.endpoints.removeAll(other));

        const claimShare = (max: number, inProgress: Record<string, number> = {}, limit = 100) =>
          subject.queue.claim(now, limit, { max, inProgress: new Map(Object.entries(inProgress)) });
        const countOf = (claimed: readonly ClaimedDelivery[], account: string) =>
          claimed.filter((delivery) => delivery.accountId === account).length;

        it('hands out no more of an account than its share, with what the worker has in progress', async () => {
          for (let i = 0; i < 3; i++) await addEndpoint();
          await addEndpoint({ accountId: other });
          await create('a', 'b');
          for (const title of ['c', 'd', 'e', 'f']) await subject.create(other, title);
          expect(await claimShare(4, { [accountId]: 4, [other]: 5 })).toEqual([]);
          const claimed = await claimShare(4, { [accountId]: 1 });
          expect([countOf(claimed, accountId), countOf(claimed, other)]).toEqual([3, 4]);
          expect(titlesOf(claimed.filter((delivery) => delivery.accountId === accountId))).toEqual([
            'a',
            'a',
            'a',
          ]);
        });

        it('shares a limit among the accounts, and prefers those with the fewest in progress', async () => {
          for (let i = 0; i < 3; i++) await addEndpoint();
          await addEndpoint({ accountId: other });
          await create('a', 'b');
          for (const title of ['c', 'd', 'e', 'f']) await subject.create(other, title);
          const claimed = await claimShare(50, {}, 2);
          expect([countOf(claimed, accountId), countOf(claimed, other)]).toEqual([1, 1]);
          expect(countOf(await claimShare(50, { [accountId]: 3 }, 2), other)).toBe(2);
        });
      });

      it('hands out only events of the types of an endpoint, and none that were published while it was disabled', async () => {
        await addEndpoint({ events: ['feedback.deleted'] });
        const disabled = await addEndpoint({ status: 'disabled' });
        const [event] = await create('a');
        await subject.deleteItem(accountId, event!.data.feedback!.id);
        expect((await claim()).map((delivery) => delivery.event!.type)).toEqual(['feedback.deleted']);
        await setStatus(disabled, 'active');
        expect(await claim()).toEqual([]);
      });

      it('hands out a failed delivery when it is due, after those of new events', async () => {
        await addEndpoint();
        await create('a');
        await record(await claimOne(), { status: 'pending', nextAttemptAt: after(5_000) });
        await create('b');
        expect(titlesOf(await claim())).toEqual(['b']);
        advance(4_999);
        expect(await claim()).toEqual([]);
        advance(1);
        const again = await claim();
        expect([titlesOf(again), again[0]!.attempts]).toEqual([['a'], 1]);
        await create('c');
        expect(titlesOf(await claim())).toEqual(['c']);
      });

      it('hands out the oldest of the failed deliveries first', async () => {
        await addEndpoint();
        await create('a', 'b');
        const [a, b] = await claim();
        await record(a!, { status: 'pending', nextAttemptAt: after(2_000) });
        await record(b!, { status: 'pending', nextAttemptAt: after(1_000) });
        advance(2_000);
        expect(titlesOf(await claim())).toEqual(['b', 'a']);
      });

      it('hands out a delivery without its event if the event was removed', async () => {
        await addEndpoint();
        await create('a');
        await subject.dropEvents();
        expect((await claimOne()).event).toBeNull();
      });

      it('does not hand out deliveries of a deleted item, except that of the deletion', async () => {
        const endpoint = await addEndpoint();
        const [event] = await create('a');
        await subject.deleteItem(accountId, event!.data.feedback!.id);
        expect((await claim()).map((delivery) => delivery.event!.type)).toEqual(['feedback.deleted']);
        expect(await statusesOf(endpoint)).toEqual(['pending', 'cancelled']);
      });
    });

    describe('record', () => {
      it.each(['succeeded', 'failed', 'cancelled'] as const)('ends a delivery that %s', async (status) => {
        const endpoint = await addEndpoint();
        await create('a');
        await record(await claimOne(), { status });
        expect(await statusesOf(endpoint)).toEqual([status]);
        advance(HOUR_MS);
        expect(await claim()).toEqual([]);
      });

      it('counts nothing if no request was sent', async () => {
        const endpoint = await addEndpoint();
        await create('a');
        const result = {
          ...aResult(await claimOne(), { status: 'pending', nextAttemptAt: now }),
          attempt: null,
        };
        expect(await subject.queue.record([result])).toEqual([]);
        expect((await subject.endpoints.find(accountId, endpoint.id, now))!.health).toMatchObject({
          consecutiveFailures: 0,
          successRate24h: null,
        });
        expect(await list(endpoint)).toMatchObject([{ status: 'pending', attempts: [], nextAttemptAt: now }]);
        expect((await claimOne()).attempts).toBe(0);
      });

      it('keeps a delivery cancelled that was cancelled during its attempt, unless it succeeded', async () => {
        const endpoint = await addEndpoint();
        await create('a', 'b', 'c');
        const [a, b, c] = await claim();
        await setStatus(endpoint, 'disabled');
        await setStatus(endpoint, 'active');
        await subject.queue.record([
          aResult(a!, { status: 'pending', nextAttemptAt: now }),
          aResult(b!, FAILED),
          aResult(c!, SUCCEEDED),
        ]);
        const stored = await list(endpoint);
        expect(stored.map(({ status }) => status)).toEqual(['succeeded', 'cancelled', 'cancelled']);
        expect(stored.map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
        expect(stored.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([null, null, null]);
        expect(await claim()).toEqual([]);
      });

      it('keeps a delivery queued that was queued again during its attempt, unless it succeeded', async () => {
        const endpoint = await addEndpoint();
        await create('a', 'b', 'c');
        const [a, b, c] = await claim();
        for (const { id } of [a!, b!, c!]) await subject.deliveries.retry(accountId, endpoint.id, id, now);
        await subject.queue.record([
          aResult(a!, { status: 'pending', nextAttemptAt: after(HOUR_MS) }),
          aResult(b!, FAILED),
          aResult(c!, SUCCEEDED),
        ]);
        expect(await statusesOf(endpoint)).toEqual(['succeeded', 'pending', 'pending']);
        expect(titlesOf(await claim())).toEqual(['a', 'b']);
      });

      it('does nothing for a deleted endpoint', async () => {
        const [endpoint, unrelated] = [await addEndpoint(), await addEndpoint()];
        await create('a');
        const claimed = await claim();
        await subject.endpoints.remove(accountId, endpoint.id);
        const failing = await subject.queue.record(claimed.map((delivery) => aResult(delivery, FAILED)));
        expect(failing.map(({ id }) => id)).toEqual([unrelated.id]);
        expect(await list(endpoint)).toEqual([]);
      });

      it('does nothing without results', async () => {
        expect(await subject.queue.record([])).toEqual([]);
      });
    });

    describe('health', () => {
      const START = Date.parse('2026-03-03T10:00:00.000Z');
      const second = (n: number) => new Date(START + n * 1000);
      let endpoint: Endpoint;
      beforeEach(async () => {
        endpoint = await addEndpoint();
      });
      const attempt = (n: number, outcome: Outcome) =>
        aResult({ id: v7(), accountId, endpoint }, outcome, { at: second(n).toISOString() });
      const succeed = (n: number) => attempt(n, SUCCEEDED);
      const fail = (n: number) => attempt(n, FAILED);
      const health = async () => (await subject.endpoints.find(accountId, endpoint.id, second(60)))!.health;
      const failing = (n: number) => [{ accountId, id: endpoint.id, failingSince: second(n) }];

      it('counts failures since the last success, and reports since when there was none', async () => {
        expect(await subject.queue.record([fail(2), fail(1)])).toEqual(failing(1));
        expect(await health()).toEqual({
          consecutiveFailures: 2,
          lastSuccessAt: null,
          lastFailureAt: second(2),
          successRate24h: 0,
          averageDurationMs: 10,
        });
        expect(await subject.queue.record([fail(3)])).toEqual(failing(1));
        expect(await subject.queue.record([succeed(4)])).toEqual([]);
        expect(await health()).toMatchObject({
          consecutiveFailures: 0,
          lastSuccessAt: second(4),
          lastFailureAt: second(3),
          successRate24h: 1 / 4,
        });
        expect(await subject.queue.record([fail(5)])).toEqual(failing(5));
        expect(await health()).toMatchObject({ consecutiveFailures: 1 });
      });

      it('counts the failures after the last success of the same results', async () => {
        await subject.queue.record([fail(1)]);
        expect(await subject.queue.record([fail(4), succeed(3), fail(2), succeed(1), fail(5)])).toEqual(
          failing(4),
        );
        expect(await health()).toMatchObject({
          consecutiveFailures: 2,
          lastSuccessAt: second(3),
          lastFailureAt: second(5),
        });
      });

      it('keeps the latest times if an earlier attempt ends later', async () => {
        await subject.queue.record([succeed(8), fail(9)]);
        await subject.queue.record([succeed(6), fail(7)]);
        expect(await health()).toMatchObject({ lastSuccessAt: second(8), lastFailureAt: second(9) });
      });

      it('reports each endpoint of the results', async () => {
        const [other, unrelated] = [await addEndpoint(), await addEndpoint()];
        await subject.queue.record([aResult({ id: v7(), accountId, endpoint: unrelated }, FAILED)]);
        const reported = await subject.queue.record([
          fail(1),
          aResult({ id: v7(), accountId, endpoint: other }, SUCCEEDED),
        ]);
        expect(reported).toEqual(failing(1));
      });
    });

    it('removes deliveries that were created before a time, and counts of earlier hours', async () => {
      const endpoint = await addEndpoint();
      await create('a');
      await record(await claimOne(), SUCCEEDED);
      const hours = async () =>
        (await subject.endpoints.attemptCounts(accountId, endpoint.id, after(-24 * HOUR_MS))).length;
      expect(await subject.queue.removeBefore(after(-HOUR_MS))).toBe(0);
      expect([await statusesOf(endpoint), await hours()]).toEqual([['succeeded'], 1]);
      expect(await subject.queue.removeBefore(after(HOUR_MS))).toBe(1);
      expect([await list(endpoint), await hours()]).toEqual([[], 0]);
    });

    /** operator.md 9 */
    describe('backlog', () => {
      const backlog = () => subject.queue.backlog(now);

      it('is empty without pending deliveries', async () => {
        await addEndpoint();
        expect(await backlog()).toEqual({ pending: 0, dueSince: null });
        await create('a');
        await record(await claimOne(), SUCCEEDED);
        expect(await backlog()).toEqual({ pending: 0, dueSince: null });
      });

      it('counts pending deliveries of all endpoints, and returns since when the oldest has been due', async () => {
        const endpoints = [await addEndpoint(), await addEndpoint()];
        await create('a', 'b');
        const created = (await Promise.all(endpoints.map(list))).flat().map(({ createdAt }) => createdAt);
        const oldest = new Date(Math.min(...created.map(Number)));
        expect(await backlog()).toEqual({ pending: 4, dueSince: oldest });
      });

      it('does not count a delivery as due during its attempt, or before its next one', async () => {
        await addEndpoint();
        await create('a');
        const delivery = await claimOne();
        expect(await backlog()).toEqual({ pending: 1, dueSince: null });
        const nextAttemptAt = after(HOUR_MS);
        await record(delivery, { status: 'pending', nextAttemptAt });
        expect(await backlog()).toEqual({ pending: 1, dueSince: null });
        advance(2 * HOUR_MS);
        expect(await backlog()).toEqual({ pending: 1, dueSince: nextAttemptAt });
        await create('b');
        expect(await backlog()).toEqual({ pending: 2, dueSince: expect.any(Date) });
      });

      it('prefers an overdue attempt to a later first one of the same endpoint', async () => {
        const endpoint = await addEndpoint();
        await create('a');
        const overdueSince = after(-HOUR_MS);
        await record(await claimOne(), { status: 'pending', nextAttemptAt: overdueSince });
        await create('b');
        expect(await list(endpoint)).toHaveLength(2);
        expect(await backlog()).toEqual({ pending: 2, dueSince: overdueSince });
      });
    });
  });
}
