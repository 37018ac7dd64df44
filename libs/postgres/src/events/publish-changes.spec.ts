import { aKey, anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import { apiKeyActor, SYSTEM } from '@libs/kernel';
import { anEndpoint } from '@libs/webhooks/testing';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { untilStatementsWait, useFreshDatabase } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { PostgresApiKeyRepository } from '../accounts/api-keys/postgres-api-key-repository';
import { rowsOf } from '../connection/array-rows';
import { createDataSource, poolOf } from '../connection/data-source';
import { setScope } from '../connection/scoped-query';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { toRow } from '../feedback/items/feedback.schema';
import { INSERT } from '../feedback/items/feedback.sql';
import { PostgresSubmitterRepository } from '../feedback/submitters/postgres-submitter-repository';
import { PostgresEndpointRepository } from '../webhooks/postgres-endpoint-repository';
import { asPublisher } from './as-publisher';
import { maintainEventPartitions } from './event-partitions';
import { PostgresEventLog } from './postgres-event-log';
import { oldestChange } from './oldest-change';
import { publishChanges } from './publish-changes';

const KEY = apiKeyActor('01900000-0000-7000-8000-000000000001');

/** events.md 1, events.md 2 */
describe('publishChanges', () => {
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
    await publish();
    accountId = anAccountId();
    const account = anAccount({ id: accountId });
    await new PostgresAccountRepository(dataSource).add(account, aPerson());
  });

  const add = async (more: object = {}) => {
    const item = aFeedback({ accountId, ...more });
    await items.add(item, KEY);
    return item;
  };
  const now = () => new Date().toISOString();
  const publish = async () => (await publishChanges(pool))?.changes ?? null;
  const events = async () => {
    const page = await new PostgresEventLog(dataSource).list(accountId, { after: null, limit: 100 });
    return page.events.map(({ position, event }) => ({ position, ...event }));
  };
  const stored = async () => {
    const { rows } = await asPublisher(pool, (client) => client.query('SELECT item, previous FROM events'));
    return JSON.stringify(rows);
  };
  const itemIds = async () => (await events()).map(({ data }) => data.feedback!.id);

  it('publishes each change once, in the order of the changes of an item', async () => {
    const item = await add({ title: 'Dark' });
    const change = { title: 'Dark mode', status: 'planned' } as const;
    await items.revise(accountId, item.id, {
      change,
      expected: 'any',
      by: KEY,
      at: new Date().toISOString(),
    });
    expect(await publishChanges(pool)).toEqual({ changes: 2, events: 3, deliveries: 0 });
    expect(await publishChanges(pool)).toEqual({ changes: 0, events: 0, deliveries: 0 });
    const published = await events();
    expect(published.map(({ type }) => type)).toEqual([
      'feedback.created',
      'feedback.updated',
      'feedback.status_changed',
    ]);
    expect(published[1]).toMatchObject({
      actor: KEY,
      data: {
        feedback: { id: item.id, title: 'Dark mode' },
        version: 2,
        previous: { title: 'Dark', status: 'new' },
      },
    });
  });

  /** webhooks.md 1 */
  it('queues no delivery of an actor that a webhook leaves out, also after its key is rotated', async () => {
    const keys = new PostgresApiKeyRepository(dataSource);
    const first = aKey({ accountId });
    const second = aKey({ accountId, bucketId: first.bucketId });
    const other = aKey({ accountId });
    for (const key of [first, second, other]) await keys.add(key, { active: 20, perHour: 20 });
    const endpoints = new PostgresEndpointRepository(dataSource);
    for (const excludeActor of [null, first.id, 'api_key', 'visitor'])
      await endpoints.add(anEndpoint({ accountId, excludeActor }), 50);
    const deliveries = async (by: string) => {
      await items.add(aFeedback({ accountId }), apiKeyActor(by));
      return (await publishChanges(pool))!.deliveries;
    };
    expect([await deliveries(first.id), await deliveries(second.id), await deliveries(other.id)]).toEqual([
      2, 2, 3,
    ]);
  });

  /** PostgreSQL 18 can crash in this case: see as-publisher.ts. */
  it('publishes while a webhook is changed', async () => {
    await add();
    const endpoint = anEndpoint({ accountId });
    await new PostgresEndpointRepository(dataSource).add(endpoint, 50);
    await publish();
    for (let n = 0; n < 100; n++) {
      const { id } = await add({ description: `${n} `.repeat(1_000) });
      const change = { title: `Title ${n}` };
      await items.revise(accountId, id, { change, expected: 'any', by: KEY, at: now() });
    }
    let published: Promise<unknown>;
    await asPublisher(pool, async (client) => {
      await client.query('SELECT FROM webhook_endpoints WHERE id = $1 FOR UPDATE', [endpoint.id]);
      await client.query(`UPDATE webhook_endpoints SET url = 'https://example.com/new' WHERE id = $1`, [
        endpoint.id,
      ]);
      published = publishChanges(pool);
      await untilStatementsWait(dataSource);
    });
    expect(await published!).toEqual({ changes: 200, events: 200, deliveries: 200 });
  });

  it('gives a change that commits late a later position', async () => {
    const [late, early] = [aFeedback({ accountId }), aFeedback({ accountId })];
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(setScope(accountId, KEY));
      await client.query(rowsOf(INSERT, toRow(late)));
      await items.add(early, KEY);
      await publish();
      expect(await itemIds()).toEqual([early.id]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await publish();
    expect(await itemIds()).toEqual([early.id, late.id]);
    const [first, second] = await events();
    expect(second!.position).toBeGreaterThan(first!.position);
  });

  describe('with a backlog of one account', () => {
    /** Repeats the last change of the account. */
    const repeat = (count: number) =>
      asPublisher(pool, (client) =>
        client.query(
          `INSERT INTO feedback_changes (account_id, actor, kind, item)
           SELECT account_id, actor, kind, item FROM (
             SELECT * FROM feedback_changes WHERE account_id = $1 ORDER BY seq DESC LIMIT 1
           ) last, generate_series(1, $2::integer)`,
          [accountId, count],
        ),
      );
    const addEndpoints = (count: number) =>
      asPublisher(pool, (client) =>
        client.query(
          `INSERT INTO webhook_endpoints
           (account_id, id, url, events, payload, signature, status, header_names, sealed, created_by, created_at, updated_at)
         SELECT $1, gen_random_uuid(), 'https://example.com', '{*}', 'thin', 'hmac', 'active', '{}', '', 'system', now(), now()
         FROM generate_series(1, $2::integer)`,
          [accountId, count],
        ),
      );

    it('publishes the changes of others in the next transaction', async () => {
      await add();
      await repeat(3_000);
      const busy = accountId;
      accountId = anAccountId();
      await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
      const late = await add();
      await publish();
      expect(await itemIds()).toEqual([late.id]);
      accountId = busy;
      while (await publish());
      expect((await events()).length).toBe(100);
    });

    it('deletes the long history of a deleted item in parts, and publishes the changes of others', async () => {
      const item = await add({ title: 'Secret wish' });
      await items.revise(accountId, item.id, {
        change: { status: 'planned' },
        expected: 'any',
        by: KEY,
        at: new Date().toISOString(),
      });
      await repeat(2_500);
      while (await publish());
      const busy = accountId;
      const count = async (text: string) =>
        (await asPublisher(pool, (client) => client.query(text, [busy]))).rowCount;
      const entries = () => count('SELECT FROM feedback_history WHERE account_id = $1');
      const eventsWithValues = () =>
        count(`SELECT FROM events WHERE account_id = $1 AND item->'title' IS NOT NULL`);
      expect([await entries(), await eventsWithValues()]).toEqual([2_502, 2_502]);
      await items.remove(busy, item.id, 'any', SYSTEM);
      accountId = anAccountId();
      await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
      const other = await add();
      expect(await publishChanges(pool)).toMatchObject({ changes: 1, events: 1 });
      expect([await itemIds(), await entries()]).toEqual([[other.id], 1_502]);
      // The event after the last removed entry can be of the next one.
      expect([1_502, 1_501]).toContain(await eventsWithValues());
      expect(await publishChanges(pool)).toMatchObject({ changes: 1, events: 0 });
      expect(await publishChanges(pool)).toMatchObject({ changes: 1, events: 1 });
      expect(await entries()).toBe(0);
      expect(await stored()).not.toContain('Secret wish');
    });

    it.each([
      [
        'notes',
        'feedback_notes (account_id, item_id, id, text, author, created_at)',
        `'Ask Ada', 'owner', now()`,
      ],
      ['requests', 'feedback_requests (account_id, feedback_id, id, source, created_at)', `'api', now()`],
    ])('deletes the many %s of a deleted item in parts', async (_, table, values) => {
      const item = await add();
      // An export that is imported into another account keeps the IDs of its items.
      await items.add(aFeedback({ accountId: anAccountId(), id: item.id }), SYSTEM);
      while (await publish());
      await asPublisher(pool, (client) =>
        client.query(
          `INSERT INTO ${table} SELECT $1, $2, gen_random_uuid(), ${values} FROM generate_series(1, 2500)`,
          [accountId, item.id],
        ),
      );
      const left = async () => {
        const text = `SELECT FROM ${table.split(' ', 1)[0]} WHERE account_id = $1`;
        return (await asPublisher(pool, (client) => client.query(text, [accountId]))).rowCount;
      };
      await items.remove(accountId, item.id, 'any', SYSTEM);
      const published = [];
      for (let n = 0; n < 3; n++) published.push([(await publishChanges(pool))!.events, await left()]);
      expect(published).toEqual([
        [0, 1_500],
        [0, 500],
        [1, 0],
      ]);
    });

    it('tells how long the oldest change has waited', async () => {
      expect(await oldestChange(pool)).toBeNull();
      const before = new Date();
      await add();
      const first = await oldestChange(pool);
      expect(first!.getTime()).toBeGreaterThanOrEqual(before.getTime());
      await add();
      expect(await oldestChange(pool)).toEqual(first);
      await publish();
      expect(await oldestChange(pool)).toBeNull();
    });

    it('removes the history of many deleted items in parts, in the order of the changes', async () => {
      const removed = [await add(), await add(), await add()];
      await publish();
      for (const { id } of removed) {
        await items.revise(accountId, id, { change: { title: 'B' }, expected: 'any', by: KEY, at: now() });
        await repeat(600);
      }
      while (await publish());
      for (const { id } of removed) await items.remove(accountId, id, 'any', SYSTEM);
      const last = await add();
      expect(await publishChanges(pool)).toMatchObject({ changes: 1, events: 1 });
      expect(await publishChanges(pool)).toMatchObject({ changes: 1, events: 1 });
      expect(await publishChanges(pool)).toMatchObject({ changes: 2, events: 2 });
      const newest = await new PostgresEventLog(dataSource).newest(accountId, { before: null, limit: 4 });
      const ids = newest.events.map(({ event }) => event.data.feedback!.id);
      expect(ids).toEqual([...removed.map(({ id }) => id), last.id].reverse());
    });

    it('publishes the changes of others although an account that waits has all of the oldest', async () => {
      const item = await add();
      await repeat(2_500);
      while (await publish());
      await items.remove(accountId, item.id, 'any', SYSTEM);
      for (let i = 0; i < 4; i++) await repeat(5_000);
      accountId = anAccountId();
      await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
      const other = await add();
      await publish();
      expect(await itemIds()).toEqual([other.id]);
      await asPublisher(pool, (client) => client.query('DELETE FROM feedback_changes'));
    });

    it('queues at most 2,000 deliveries in a transaction', async () => {
      await addEndpoints(50);
      await add();
      await repeat(60);
      expect(await publishChanges(pool)).toEqual({ changes: 40, events: 40, deliveries: 2_000 });
      expect(await publishChanges(pool)).toEqual({ changes: 21, events: 21, deliveries: 1_050 });
    });
  });

  it('publishes no values of an item that was deleted before it was published', async () => {
    const item = await add({ title: 'Secret wish' });
    await items.remove(accountId, item.id, 'any', SYSTEM);
    await publish();
    expect((await events()).map(({ type, data }) => [type, data.feedback])).toEqual([
      ['feedback.created', { id: item.id }],
      ['feedback.deleted', { id: item.id, external_id: null }],
    ]);
    expect(await stored()).not.toContain('Secret wish');
  });

  it('removes the values of a deleted item from earlier events, which no one reads from the deletion on', async () => {
    const item = await add({ title: 'Secret wish' });
    const other = await add({ title: 'Dark mode' });
    await publish();
    await items.remove(accountId, item.id, 'any', SYSTEM);
    const [scrubbed, kept] = (await events()).map(({ data }) => data);
    expect(scrubbed).toEqual({ feedback: { id: item.id }, version: 1 });
    expect(kept!.feedback).toMatchObject({ title: other.title });
    await publish();
    expect(await stored()).not.toContain('Secret wish');
    expect((await events()).map(({ data }) => data)).toEqual([
      scrubbed,
      kept,
      { feedback: { id: item.id, external_id: null }, version: 2 },
    ]);
  });

  const statusesOf = async (endpointId: string) => {
    const text = `SELECT event_type, status FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY event_position`;
    const { rows } = await asPublisher(pool, (client) => client.query(rowsOf(text, [endpointId])));
    return rows;
  };

  /** dashboard.md 14 */
  it('keeps the delivery of a deletion whose external ID has the address of an erased submitter', async () => {
    const endpoint = anEndpoint({ accountId });
    await new PostgresEndpointRepository(dataSource).add(endpoint, 50);
    const { id } = await add({ external_id: 'crm:ada@example.com' });
    await items.remove(accountId, id, 'any', SYSTEM);
    await publish();
    const submitters = new PostgresSubmitterRepository(dataSource);
    const found = [];
    for await (const page of submitters.events(accountId, 'ada@example.com')) found.push(...page);
    expect(found.map(({ item }) => item)).toEqual([{ id, external_id: 'crm:ada@example.com' }]);
    expect(await submitters.eraseRest(accountId, 'ada@example.com')).toMatchObject({ events: 1 });
    expect((await events())[1]!.data).toEqual({ feedback: { id, external_id: null }, version: 2 });
    expect(await statusesOf(endpoint.id)).toEqual([
      ['feedback.created', 'cancelled'],
      ['feedback.deleted', 'pending'],
    ]);
  });

  it.each([
    ['together with its last change', 1],
    ['after its last change', 2],
  ])('publishes a deletion with its external ID, %s', async (_, times) => {
    const endpoint = anEndpoint({ accountId, events: ['feedback.deleted'] });
    await new PostgresEndpointRepository(dataSource).add(endpoint, 50);
    const { id } = await add({ external_id: 'board:17' });
    const change = { title: 'Other' };
    await items.revise(accountId, id, { change, expected: 'any', by: KEY, at: now() });
    if (times === 2) await publish();
    await items.remove(accountId, id, 'any', SYSTEM);
    await publish();
    expect((await events()).map(({ data }) => data)).toEqual([
      { feedback: { id }, version: 1 },
      { feedback: { id }, version: 2 },
      { feedback: { id, external_id: 'board:17' }, version: 3 },
    ]);
    expect(await statusesOf(endpoint.id)).toEqual([['feedback.deleted', 'pending']]);
  });

  it('cancels pending deliveries of all earlier events of a deleted item, which keep no values', async () => {
    const endpoint = anEndpoint({ accountId });
    await new PostgresEndpointRepository(dataSource).add(endpoint, 50);
    const ended = `UPDATE webhook_deliveries SET status = 'succeeded', due_at = NULL WHERE endpoint_id = $1`;
    const { id } = await add({ status: 'new' });
    await publish();
    await asPublisher(pool, (client) => client.query(ended, [endpoint.id]));
    const change = { status: 'planned' } as const;
    await items.revise(accountId, id, { change, expected: 'any', by: KEY, at: now() });
    await publish();
    await items.remove(accountId, id, 'any', SYSTEM);
    await publish();
    const text = `SELECT status, previous FROM webhook_deliveries delivery
      JOIN events ON position = event_position WHERE endpoint_id = $1 ORDER BY position`;
    const { rows } = await asPublisher(pool, (client) => client.query(text, [endpoint.id]));
    const statuses = ['succeeded', 'cancelled', 'cancelled', 'pending'];
    expect(rows).toEqual(statuses.map((status) => ({ status, previous: null })));
  });

  it('keeps the values of an item that was deleted and added again', async () => {
    const item = await add({ title: 'First' });
    await items.remove(accountId, item.id, 'any', SYSTEM);
    await items.add({ ...item, title: 'Second' }, KEY);
    await publish();
    expect((await events()).map(({ data }) => data.feedback)).toEqual([
      { id: item.id },
      { id: item.id, external_id: null },
      expect.objectContaining({ title: 'Second' }),
    ]);
  });

  it('publishes nothing of a deleted account', async () => {
    await add();
    await pool.query('DELETE FROM accounts WHERE id = $1', [accountId]);
    expect(await publish()).toBe(1);
    expect(await events()).toEqual([]);
  });

  it('leaves the changes to another instance that is publishing', async () => {
    await add();
    const other = await pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(4901178536)');
      expect(await publish()).toBeNull();
      await other.query('COMMIT');
    } finally {
      other.release();
    }
    expect(await publish()).toBe(1);
  });

  it('plans its statements once per connection', async () => {
    const one = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    try {
      for (let i = 0; i < 3; i++) {
        await add();
        expect(await publishChanges(poolOf(one))).toMatchObject({ changes: 1 });
      }
      const { rows } = await poolOf(one).query<{ generic: number; custom: number }>(
        `SELECT generic_plans::integer AS generic, custom_plans::integer AS custom FROM pg_prepared_statements
         WHERE statement LIKE '%DELETE FROM feedback_changes%'`,
      );
      expect(rows).toEqual([{ generic: 3, custom: 0 }]);
    } finally {
      await one.destroy();
    }
  });

  it('keeps the changes if it fails', async () => {
    await add();
    await pool.query('ALTER TABLE event_positions RENAME TO hidden');
    await expect(publish()).rejects.toThrow('relation "event_positions" does not exist');
    await pool.query('ALTER TABLE hidden RENAME TO event_positions');
    expect(await events()).toEqual([]);
    expect(await publish()).toBe(1);
  });

  it('never returns to an earlier position, even if the clock was set back', async () => {
    await add();
    await publish();
    await pool.query('UPDATE event_positions SET last = last + 60000000');
    const { rows } = await pool.query<{ last: string }>('SELECT last FROM event_positions');
    await add();
    await publish();
    expect((await events()).at(-1)!.position).toBe(Number(rows[0]!.last) + 1);
  });
});
