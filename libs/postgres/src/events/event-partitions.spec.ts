import { Client, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { createDataSource, poolOf } from '../connection/data-source';
import { maintainEventPartitions } from './event-partitions';
import { PUBLISH_LOCK } from './publish-changes';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-03T10:00:00.000Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

/** events.md 1 */
describe('maintainEventPartitions', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let pool: Pool;
  let admin: Client;
  beforeEach(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    pool = poolOf(dataSource);
    // Row-level security doesn't apply to the superuser.
    admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    const { rows } = await admin.query<{ name: string }>(
      `SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'events'::regclass`,
    );
    for (const { name } of rows) await admin.query(`DROP TABLE ${name}`);
  });
  afterEach(async () => {
    await dataSource.destroy();
    await admin.end();
  });

  const insertAt = (at: Date) =>
    admin.query(
      `INSERT INTO events (position, account_id, id, type, at, actor, item)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), 't', now(), 'system', '{}')`,
      [at.getTime() * 1000],
    );
  const countEvents = async () => (await admin.query('SELECT FROM events')).rowCount;
  const countPartitions = async () =>
    (await admin.query(`SELECT FROM pg_inherits WHERE inhparent = 'events'::regclass`)).rowCount;

  it('makes room for events of today and of the next period', async () => {
    await expect(insertAt(NOW)).rejects.toThrow('no partition of relation "events" found for row');
    await maintainEventPartitions(pool, 30, NOW);
    await insertAt(NOW);
    await insertAt(inDays(3));
  });

  it('creates each partition once', async () => {
    await maintainEventPartitions(pool, 30, NOW);
    const before = await countPartitions();
    await maintainEventPartitions(pool, 30, NOW);
    expect(await countPartitions()).toBe(before);
  });

  it('does not wait for a publisher if there is nothing to create or drop', async () => {
    await maintainEventPartitions(pool, 30, NOW);
    await admin.query(`SELECT pg_advisory_lock(${PUBLISH_LOCK})`);
    await maintainEventPartitions(pool, 30, NOW);
    await expect(maintainEventPartitions(pool, 30, inDays(4))).rejects.toThrow('lock timeout');
  });

  it('leaves no gap between partitions, also if the retention period changes', async () => {
    await maintainEventPartitions(pool, 30, NOW);
    await maintainEventPartitions(pool, 365, inDays(4));
    for (let day = 0; day < 42; day++) await insertAt(inDays(day));
    await maintainEventPartitions(pool, 1, inDays(42));
    for (const day of [42, 43]) await insertAt(inDays(day));
  });

  it('drops a partition when all of its events are older than the retention period', async () => {
    await maintainEventPartitions(pool, 30, NOW);
    await insertAt(NOW);
    await maintainEventPartitions(pool, 30, inDays(30));
    expect(await countEvents()).toBe(1);
    await maintainEventPartitions(pool, 30, inDays(34));
    expect(await countEvents()).toBe(0);
  });

  it('continues after a long pause', async () => {
    await maintainEventPartitions(pool, 30, NOW);
    await maintainEventPartitions(pool, 30, inDays(400));
    await insertAt(inDays(400));
  });
});
