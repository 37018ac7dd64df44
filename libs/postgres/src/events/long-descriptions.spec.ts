import { ERASED, type Revision } from '@libs/feedback';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import { anAccount, aPerson } from '@libs/accounts/testing';
import { SYSTEM } from '@libs/kernel';
import { anEndpoint } from '@libs/webhooks/testing';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { untilStatementsWait, useFreshDatabase } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { createDataSource, poolOf } from '../connection/data-source';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresSubmitterRepository } from '../feedback/submitters/postgres-submitter-repository';
import { PostgresEndpointRepository } from '../webhooks/postgres-endpoint-repository';
import { asPublisher } from './as-publisher';
import { maintainEventPartitions } from './event-partitions';
import { PostgresEventLog } from './postgres-event-log';
import { PUBLISH_LOCK, publishChanges } from './publish-changes';

const LONG = 'ab c\n"ü🙂" '.repeat(200);
/** Longer than 1,000 bytes as JSON only. */
const BETWEEN = 'ab c\n'.repeat(190);
const OTHER = LONG.replaceAll('ab', 'xy');

/** events.md 1 */
describe('a long description in the event log', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let items: PostgresFeedbackRepository;
  let accountId: string;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    items = new PostgresFeedbackRepository(dataSource);
    await maintainEventPartitions(pool, 30, new Date());
  });
  afterAll(() => dataSource.destroy());
  beforeEach(async () => {
    accountId = anAccountId();
    await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
  });

  const add = async (description = LONG, submitterEmail: string | null = null) => {
    const item = aFeedback({ accountId, description, status: 'new', submitter_email: submitterEmail });
    await items.add(item, SYSTEM);
    return item;
  };
  const publish = () => publishChanges(pool);
  const revise = (id: string, change: Revision['change']) =>
    items.revise(accountId, id, { change, expected: 'any', by: SYSTEM, at: new Date().toISOString() });
  const events = async () => {
    const page = await new PostgresEventLog(dataSource).list(accountId, { after: null, limit: 100 });
    return page.events.map(({ event }) => event.data as Record<string, Record<string, unknown>>);
  };
  const descriptions = async () => (await events()).map(({ feedback }) => feedback!['description']);
  /** Which of the account's events store a description of the item, in their order, and of the values before. */
  const stored = async () => {
    const text = `SELECT item->'description' IS NOT NULL AS item, previous->'description' IS NOT NULL AS previous
      FROM events WHERE account_id = $1 ORDER BY position`;
    const { rows } = await asPublisher(pool, (client) => client.query(text, [accountId]));
    return rows as readonly { readonly item: boolean; readonly previous: boolean }[];
  };
  const storedOfItems = async () => (await stored()).map(({ item }) => item);

  describe.each([
    ['one by one', publish],
    ['together', async () => {}],
  ])('published %s', (_, step) => {
    it('is stored once, and part of each event', async () => {
      const { id } = await add();
      for (const change of [{ status: 'planned' }, { title: 'Other' }, { status: 'new' }] as const) {
        await step();
        await revise(id, change);
      }
      await publish();
      expect(await descriptions()).toEqual(Array(6).fill(LONG));
      const once = [true, false, false, false, false, false];
      expect(await stored()).toEqual(once.map((item) => ({ item, previous: false })));
      expect((await events())[4]).toMatchObject({ feedback: { title: 'Other', status: 'new' } });
      expect((await events())[4]!['previous']).toEqual({ status: 'planned' });
    });

    it('is stored again when it changes, also back', async () => {
      const { id } = await add();
      for (const description of [OTHER, null, LONG, LONG] as const) {
        await step();
        await revise(id, { description });
      }
      await step();
      await revise(id, { description: OTHER, status: 'planned' });
      await publish();
      expect(await descriptions()).toEqual([LONG, OTHER, null, LONG, OTHER, OTHER]);
      expect((await events()).slice(1).map(({ previous }) => previous)).toEqual([
        { description: LONG },
        { description: OTHER },
        { description: null },
        { description: LONG, status: 'new' },
        { status: 'new' },
      ]);
      expect(await storedOfItems()).toEqual([true, true, true, true, true, false]);
    });

    it('is read by the event of a new status from the one before', async () => {
      const { id } = await add('Short');
      await step();
      await revise(id, { status: 'planned', title: 'Other', description: 'Shorter' });
      await step();
      await revise(id, { description: 'Short' });
      await publish();
      const changed = (await events())[2]!;
      expect(changed).toMatchObject({
        feedback: { title: 'Other', description: 'Shorter', status: 'planned' },
        previous: { status: 'new' },
      });
      const text = `SELECT item, previous FROM events WHERE account_id = $1 AND item->>'version' = '2' ORDER BY position`;
      const { rows } = await asPublisher(pool, (client) => client.query(text, [accountId]));
      const before = { status: 'new', title: expect.any(String), description: 'Short' };
      expect(rows).toEqual([
        {
          item: expect.objectContaining({ title: 'Other' }),
          previous: { ...before, version: 1, updated_at: expect.any(String) },
        },
        { item: { id, version: changed['version'] }, previous: { status: 'new' } },
      ]);
    });
  });

  it('is stored in each event if it is short', async () => {
    const { id } = await add('Short');
    await revise(id, { title: 'Other' });
    await revise(id, { title: 'Another' });
    await publish();
    expect(await storedOfItems()).toEqual([true, true, true]);
  });

  it('is stored in each event until instances of earlier releases have ended', async () => {
    await pool.query('UPDATE event_positions SET compact_from = 9223372036854775807');
    const { id } = await add();
    await revise(id, { status: 'planned' });
    await publish();
    await pool.query('UPDATE event_positions SET compact_from = 0');
    expect(await storedOfItems()).toEqual([true, true, true]);
  });

  it('is stored again on another day, which can be in another partition', async () => {
    const { id } = await add();
    await publish();
    const moved = `UPDATE events SET position = position - 86400000000 WHERE account_id = $1`;
    await asPublisher(pool, async (client) => {
      await client.query('CREATE TABLE events_before (LIKE events INCLUDING ALL)');
      await client.query(`ALTER TABLE events ATTACH PARTITION events_before FOR VALUES FROM (0) TO (
        ${Math.floor(Date.now() / 86_400_000) * 86_400_000_000})`);
      await client.query(moved, [accountId]);
      await client.query(moved.replace('events', 'feedback_history'), [accountId]);
    });
    await revise(id, { status: 'planned' });
    await publish();
    expect(await storedOfItems()).toEqual([true, true, false]);
    expect(await descriptions()).toEqual(Array(3).fill(LONG));
  });

  it('is stored in the first event of a day, also if it is the one of a new status', async () => {
    const day = 86_400_000_000;
    const midnight = (Math.floor((Date.now() * 1_000) / day) + 1) * day;
    const { id } = await add();
    await publish();
    await revise(id, { status: 'planned' });
    const { rows } = await pool.query<{ last: string }>('SELECT last FROM event_positions');
    await pool.query('UPDATE event_positions SET last = $1', [midnight - 2]);
    await publish();
    await pool.query('UPDATE event_positions SET last = $1', [rows[0]!.last]);
    expect(await storedOfItems()).toEqual([true, false, true]);
    expect(await descriptions()).toEqual(Array(3).fill(LONG));
  });

  it('is removed from all events with the item', async () => {
    const { id } = await add();
    await publish();
    await revise(id, { status: 'planned' });
    await publish();
    await items.remove(accountId, id, 'any', SYSTEM);
    await publish();
    const gone = [{ id }, { id }, { id }, { id, external_id: null }];
    expect((await events()).map(({ feedback }) => feedback)).toEqual(gone);
    expect(await storedOfItems()).toEqual([false, false, false, false]);
  });

  it.each([
    ['kept for other events', 'ada@example.com', BETWEEN, BETWEEN],
    ['removed', null, `${LONG}ada@example.com`, `${LONG}${ERASED}`],
  ])('is %s when the email address of a submitter is erased', async (_, email, before, after) => {
    const { id } = await add(before, email);
    await publish();
    await revise(id, { status: 'planned' });
    await publish();
    const submitters = new PostgresSubmitterRepository(dataSource);
    const erasure = { deletes: false, at: new Date().toISOString(), by: SYSTEM };
    await submitters.eraseItems(accountId, 'ada@example.com', [id], erasure);
    await publish();
    expect(await submitters.eraseRest(accountId, 'ada@example.com')).toMatchObject({ events: 3 });
    await revise(id, { status: 'new' });
    await publish();
    const text = `SELECT FROM events WHERE account_id = $1 AND item::text LIKE '%ada@%'`;
    expect((await asPublisher(pool, (client) => client.query(text, [accountId]))).rowCount).toBe(0);
    expect((await events()).slice(0, 3).map(({ feedback }) => feedback)).toEqual(Array(3).fill({ id }));
    expect((await descriptions()).slice(3)).toEqual(Array(3).fill(after));
  });

  it('is removed with the email address of a submitter if no event that is left refers to it', async () => {
    const { id } = await add(LONG, 'ada@example.com');
    await revise(id, { status: 'planned' });
    await publish();
    const submitters = new PostgresSubmitterRepository(dataSource);
    const erasure = { deletes: false, at: new Date().toISOString(), by: SYSTEM };
    await submitters.eraseItems(accountId, 'ada@example.com', [id], erasure);
    await pool.query('UPDATE event_positions SET compact_from = 9223372036854775807');
    await publish();
    await pool.query('UPDATE event_positions SET compact_from = 0');
    expect(await submitters.eraseRest(accountId, 'ada@example.com')).toMatchObject({ events: 3 });
    expect(await storedOfItems()).toEqual([false, false, false, true]);
  });

  it.each([
    ['with the address', `${LONG}ada@example.com`, null],
    ['without it', LONG, 'ada@example.com'],
  ])('%s is erased with more events that refer to it than a chunk has', async (_, description, email) => {
    const { id } = await add(description, email);
    await publish();
    const more = `INSERT INTO events (position, account_id, id, type, at, actor, item_id, item, base_position)
      SELECT position + n, account_id, gen_random_uuid(), 'feedback.updated', at, actor, item_id,
        json_build_object('id', item_id, 'title', 'Secret', 'submitter_email', item->'submitter_email'), position
      FROM events, generate_series(1, 2500) n WHERE account_id = $1`;
    await asPublisher(pool, (client) => client.query(more, [accountId]));
    const submitters = new PostgresSubmitterRepository(dataSource);
    const listed: number[] = [];
    for await (const chunk of submitters.events(accountId, 'ada@example.com')) listed.push(chunk.length);
    expect(listed).toEqual([2000, 501]);
    expect(await submitters.eraseRest(accountId, 'ada@example.com')).toMatchObject({ events: 2501 });
    const kept = `SELECT FROM events
      WHERE item_id = $1 AND (item->'title' IS NOT NULL OR item->'description' IS NOT NULL)`;
    expect((await asPublisher(pool, (client) => client.query(kept, [id]))).rowCount).toBe(0);
  });

  it.each([
    ['long', LONG],
    ['short', 'Short'],
  ])(
    'is not read by erased events that refer to a %s one, whose deliveries are canceled',
    async (_, text) => {
      const { id } = await add(text);
      await publish();
      const endpoint = anEndpoint({ accountId });
      await new PostgresEndpointRepository(dataSource).add(endpoint, 50);
      await revise(id, { title: 'From ada@example.com' });
      await revise(id, { title: 'Other', status: 'planned' });
      await publish();
      const submitters = new PostgresSubmitterRepository(dataSource);
      expect(await submitters.eraseRest(accountId, 'ada@example.com')).toMatchObject({ events: 3 });
      expect(await events()).toEqual([
        { feedback: expect.objectContaining({ description: text }), version: 1 },
        ...[2, 3, 3].map((version) => ({ feedback: { id }, version })),
      ]);
      const statuses = 'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1';
      const { rows } = await asPublisher(pool, (client) => client.query(statuses, [endpoint.id]));
      expect(rows).toEqual(Array(3).fill({ status: 'cancelled' }));
    },
  );

  it('is erased from events without a change of deliveries that have ended', async () => {
    const endpoint = anEndpoint({ accountId });
    await new PostgresEndpointRepository(dataSource).add(endpoint, 50);
    await add(`${LONG}ada@example.com`);
    await publish();
    const ended = `UPDATE webhook_deliveries SET status = 'succeeded', due_at = NULL WHERE endpoint_id = $1`;
    await asPublisher(pool, (client) => client.query(ended, [endpoint.id]));
    const submitters = new PostgresSubmitterRepository(dataSource);
    expect(await submitters.eraseRest(accountId, 'ada@example.com')).toMatchObject({ events: 1 });
    const statuses = 'SELECT status FROM webhook_deliveries WHERE endpoint_id = $1';
    const { rows } = await asPublisher(pool, (client) => client.query(statuses, [endpoint.id]));
    expect(rows).toEqual([{ status: 'succeeded' }]);
  });

  // An event that is published in between could refer to a description that is removed.
  it('is erased while nothing is published', async () => {
    await add(`${LONG} ada@example.com`);
    await publish();
    let erased: Promise<unknown>;
    await asPublisher(pool, async (client) => {
      await client.query(`SELECT pg_advisory_xact_lock(${PUBLISH_LOCK})`);
      erased = new PostgresSubmitterRepository(dataSource).eraseRest(accountId, 'ada@example.com');
      await untilStatementsWait(dataSource);
    });
    expect(await erased!).toMatchObject({ events: 1 });
    expect(await storedOfItems()).toEqual([false]);
  });
});
