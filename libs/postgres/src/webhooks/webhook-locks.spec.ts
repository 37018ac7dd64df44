import { SYSTEM } from '@libs/kernel';
import type { ClaimedDelivery, Endpoint } from '@libs/webhooks';
import { anEndpoint, aResult, type WebhooksUnderTest } from '@libs/webhooks/testing';
import type { DataSource } from 'typeorm';
import { testDataSource, untilStatementsWait, webhooksInPostgres } from '../../testing';
import { poolOf } from '../connection/data-source';
import { asPublisher } from '../events/as-publisher';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';

const SPAN = { since: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) };

/** webhooks.md 1, webhooks.md 2 */
describe('locks of endpoints and deliveries', () => {
  let dataSource: DataSource;
  let webhooks: WebhooksUnderTest;
  let accountId: string;
  let endpoint: Endpoint;
  let items: PostgresFeedbackRepository;

  beforeAll(async () => {
    dataSource = await testDataSource();
    webhooks = await webhooksInPostgres(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
  });
  beforeEach(async () => {
    accountId = await webhooks.addAccount();
    endpoint = await addEndpoint();
  });
  afterEach(() => webhooks.endpoints.removeAll(accountId));

  const addEndpoint = async () => {
    const added = anEndpoint({ accountId });
    await webhooks.endpoints.add(added, 50);
    return added;
  };
  const create = (title: string) => webhooks.create(accountId, title);
  const claim = (limit = 100) => webhooks.queue.claim(new Date(), limit);
  const statuses = () =>
    asPublisher(poolOf(dataSource), async (client) => {
      const statement = 'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id';
      return (await client.query<{ status: string }>(statement, [endpoint.id])).rows.map(
        ({ status }) => status,
      );
    });
  /** Runs `work` while an event is published and its deliveries are queued, but not yet visible. */
  const duringPublishing = async <T>(work: () => Promise<T>): Promise<T> => {
    let result: Promise<T>;
    let created: Promise<unknown>;
    // PUBLISH updates this row at its end.
    await asPublisher(poolOf(dataSource), async (client) => {
      await client.query('SELECT FROM event_positions FOR UPDATE');
      created = create('a');
      await untilStatementsWait(dataSource);
      result = work();
      await untilStatementsWait(dataSource, 2);
    });
    await created!;
    return result!;
  };

  it('the deletion of an endpoint waits for deliveries that are being queued, and deletes them', async () => {
    expect(await duringPublishing(() => webhooks.endpoints.remove(accountId, endpoint.id))).toBe(true);
    expect(await statuses()).toEqual([]);
  });

  it('disabling an endpoint waits for deliveries that are being queued, and cancels them', async () => {
    const disable = () => webhooks.endpoints.disable(accountId, endpoint.id, 'gone', new Date());
    expect(await duringPublishing(disable)).toBe(true);
    expect(await statuses()).toEqual(['cancelled']);
  });

  describe.each<[string, () => Promise<boolean>, readonly string[]]>([
    ['disabled', () => webhooks.endpoints.disable(accountId, endpoint.id, 'gone', new Date()), ['cancelled']],
    ['deleted', () => webhooks.endpoints.remove(accountId, endpoint.id), []],
  ])('while an endpoint is being %s', (_, change, remaining) => {
    it.each<[string, (delivery: string) => Promise<unknown>, unknown]>([
      ['an event', () => create('b'), expect.anything()],
      ['a test', () => webhooks.deliveries.addTest(accountId, endpoint.id, new Date()), null],
      ['a delivery again', (id) => webhooks.deliveries.retry(accountId, endpoint.id, id, new Date()), false],
      ['a replay', () => webhooks.deliveries.replay(accountId, endpoint.id, SPAN, new Date()), null],
    ])('does not queue %s', async (__, work, expected) => {
      await create('a');
      const [delivery] = await webhooks.deliveries.list(accountId, endpoint.id, { limit: 1 });
      const results: Promise<unknown>[] = [];
      // Both wait for the endpoint, and PostgreSQL gives it to the first.
      await asPublisher(poolOf(dataSource), async (client) => {
        await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [endpoint.id]);
        results.push(change());
        await untilStatementsWait(dataSource);
        results.push(work(delivery!.id));
        await untilStatementsWait(dataSource, 2);
      });
      expect(await Promise.all(results)).toEqual([true, expected]);
      expect(await statuses()).toEqual(remaining);
    });
  });

  // Otherwise two statements that lock the same deliveries could wait for each other.
  describe('locks the deliveries of an endpoint in the order of their IDs', () => {
    let itemId: string;
    let claimed: readonly ClaimedDelivery[];
    beforeEach(async () => {
      itemId = (await create('a')).data.feedback!.id;
      for (const title of ['b', 'c']) {
        const revision = {
          change: { title },
          expected: 'any',
          by: SYSTEM,
          at: new Date().toISOString(),
        } as const;
        await items.revise(accountId, itemId, revision);
      }
      await webhooks.publish();
      claimed = await claim();
    });
    const record = (status: 'succeeded' | 'failed') =>
      webhooks.queue.record(claimed.map((delivery) => aResult(delivery, { status })));

    const nothing = async () => {};

    it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
      [
        'to disable it',
        nothing,
        () => webhooks.endpoints.disable(accountId, endpoint.id, 'gone', new Date()),
      ],
      ['to delete it', nothing, () => webhooks.endpoints.remove(accountId, endpoint.id)],
      ['to store results', nothing, () => record('succeeded')],
      [
        'to cancel those of a deleted item',
        () => items.remove(accountId, itemId, 'any', SYSTEM),
        () => webhooks.publish(),
      ],
      [
        'to replay',
        () => record('failed'),
        () => webhooks.deliveries.replay(accountId, endpoint.id, SPAN, new Date()),
      ],
    ])('%s', async (_, prepare, work) => {
      await prepare();
      let done: Promise<unknown>;
      await asPublisher(poolOf(dataSource), async (client) => {
        const lock = (rest: string) =>
          client.query(`SELECT FROM webhook_deliveries WHERE endpoint_id = $1 ${rest}`, [endpoint.id]);
        await lock('ORDER BY id LIMIT 1 FOR UPDATE');
        done = work();
        await untilStatementsWait(dataSource);
        expect((await lock('FOR UPDATE SKIP LOCKED')).rowCount).toBe(3);
      });
      await done!;
    });
  });

  it('results lock endpoints in the order of their IDs', async () => {
    for (let i = 0; i < 2; i++) await addEndpoint();
    await create('a');
    const claimed = await claim();
    let done: Promise<unknown>;
    await asPublisher(poolOf(dataSource), async (client) => {
      const lock = (rest: string) =>
        client.query(`SELECT FROM webhook_endpoints WHERE account_id = $1 ${rest}`, [accountId]);
      await lock('ORDER BY id LIMIT 1 FOR UPDATE');
      done = webhooks.queue.record(claimed.map((delivery) => aResult(delivery, { status: 'succeeded' })));
      await untilStatementsWait(dataSource);
      expect((await lock('FOR UPDATE SKIP LOCKED')).rowCount).toBe(3);
    });
    await done!;
  });

  it('an endpoint is not added while its account is being removed', async () => {
    let added: Promise<string>;
    await asPublisher(poolOf(dataSource), async (client) => {
      await client.query('DELETE FROM accounts WHERE id = $1', [accountId]);
      added = webhooks.endpoints.add(anEndpoint({ accountId }), 50);
      await untilStatementsWait(dataSource);
    });
    expect(await added!).toBe('account_not_found');
  });

  it('a claim does not wait for an endpoint that is locked, and hands out deliveries of others', async () => {
    const other = await addEndpoint();
    await create('a');
    const claimed = await asPublisher(poolOf(dataSource), async (client) => {
      await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', [endpoint.id]);
      return claim();
    });
    expect(claimed.map((delivery) => delivery.endpoint.id)).toEqual([other.id]);
    expect((await claim()).map((delivery) => delivery.endpoint.id)).toEqual([endpoint.id]);
  });

  it('a claim does not wait for a delivery that is locked', async () => {
    await create('a');
    await create('b');
    const claimed = await asPublisher(poolOf(dataSource), async (client) => {
      const lock = `SELECT FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id LIMIT 1 FOR UPDATE`;
      await client.query(lock, [endpoint.id]);
      return claim();
    });
    expect(claimed.map(({ event }) => (event!.data.feedback as { title?: string }).title)).toEqual(['b']);
  });

  it('publishing locks endpoints in the order of their IDs, wherever PostgreSQL stores them', async () => {
    const lower = anEndpoint({ accountId, id: endpoint.id.replace(/^.{8}/, '00000000') });
    await webhooks.endpoints.add(lower, 50);
    expect(lower.id < endpoint.id).toBe(true);
    const { publishing, isFree } = await asPublisher(poolOf(dataSource), async (client) => {
      await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [lower.id]);
      const publishing = create('a');
      await untilStatementsWait(dataSource);
      const { rowCount } = await client.query(
        'SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE SKIP LOCKED',
        [endpoint.id],
      );
      return { publishing: [publishing], isFree: rowCount === 1 };
    });
    await Promise.all(publishing);
    expect(isFree).toBe(true);
  });

  it('the removal of old deliveries does not wait for one that is locked', async () => {
    await create('a');
    await create('b');
    const tomorrow = new Date(Date.now() + 86_400_000);
    const removed = await asPublisher(poolOf(dataSource), async (client) => {
      const lock = `SELECT FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id LIMIT 1 FOR UPDATE`;
      await client.query(lock, [endpoint.id]);
      return webhooks.queue.removeBefore(tomorrow);
    });
    expect(removed).toBe(1);
    expect(await statuses()).toEqual(['pending']);
  });

  it('several workers together claim each delivery once, and at most five of an endpoint at the same time', async () => {
    await addEndpoint();
    const total = 24;
    for (let i = 0; i < total / 2; i++) await create(String(i));
    const claimed: string[] = [];
    const inProgress = new Map<string, number>();
    let max = 0;
    const count = (id: string, change: number) => {
      inProgress.set(id, (inProgress.get(id) ?? 0) + change);
      max = Math.max(max, inProgress.get(id)!);
    };
    const work = async () => {
      while (claimed.length < total) {
        const deliveries = await claim();
        claimed.push(...deliveries.map(({ id }) => id));
        for (const delivery of deliveries) count(delivery.endpoint.id, 1);
        for (const delivery of deliveries) {
          count(delivery.endpoint.id, -1);
          await webhooks.queue.record([aResult(delivery, { status: 'succeeded' })]);
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
    expect([max, claimed.length, new Set(claimed).size]).toEqual([5, total, total]);
  });
});
