import { randomUUID } from 'node:crypto';
import { anEvent, eventLogContract } from '@libs/webhooks/testing';
import type { Event } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../testing';
import { createDataSource, poolOf } from '../connection/data-source';
import { textOf } from '../connection/scoped-query';
import { asPublisher } from './as-publisher';
import { maintainEventPartitions } from './event-partitions';
import { PostgresEventLog } from './postgres-event-log';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 30;

describe('PostgresEventLog', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let log: PostgresEventLog;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    log = new PostgresEventLog(dataSource, 5);
  });
  afterAll(() => dataSource.destroy());

  const maintain = (days: number) =>
    maintainEventPartitions(poolOf(dataSource), RETENTION_DAYS, new Date(Date.now() + days * DAY_MS));
  const partitions = (): Promise<{ name: string }[]> =>
    dataSource.query(
      `SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'events'::regclass`,
    );
  const addItem = (accountId: string, id: string) =>
    dataSource.query(
      `INSERT INTO feedback_search (account_id, id, text) VALUES ($1, $2, '') ON CONFLICT DO NOTHING`,
      [accountId, id],
    );
  const append = async (accountId: string, ...events: readonly Event[]) => {
    await maintain(0);
    for (const { type, timestamp, actor, data } of events) {
      const { version, previous, import: counts } = data;
      const hasNoVersion = data['request'] !== undefined || data['note'] !== undefined;
      const feedback = hasNoVersion ? undefined : data.feedback;
      const item = hasNoVersion ? data : feedback ? { ...feedback, version } : counts;
      if (feedback && 'title' in feedback) await addItem(accountId, feedback.id);
      await asPublisher(poolOf(dataSource), (client) =>
        client.query(
          `WITH moved AS (
             UPDATE event_positions SET last = greatest(last, extract(epoch FROM now())::bigint * 1000000) + 1
             RETURNING last
           )
           INSERT INTO events (position, account_id, id, type, at, actor, item_id, item, previous)
           SELECT last, $1, gen_random_uuid(), $2, $3, $4, $5, $6, $7 FROM moved`,
          [
            accountId,
            type,
            timestamp,
            textOf(actor),
            feedback?.id,
            item,
            previous && { ...(item as object), ...previous },
          ],
        ),
      );
    }
  };

  eventLogContract('PostgreSQL', async () => ({
    log,
    append,
    dropAll: async () => {
      await maintain(2 * RETENTION_DAYS);
      // Partitions are created in the order of time, and so far, there are only later ones.
      for (const { name } of await partitions()) await dataSource.query(`DROP TABLE ${name}`);
    },
  }));

  it('continues in the middle of a long part of the log without events of the types', async () => {
    const accountId = randomUUID();
    await append(accountId, ...Array.from({ length: 5 }, () => anEvent('feedback.updated')));
    await append(accountId, anEvent('feedback.deleted'));
    const types = ['feedback.deleted'];
    const first = await log.list(accountId, { after: null, types, limit: 20 });
    expect(first).toMatchObject({ events: [], hasMore: true });
    const second = await log.list(accountId, { after: first.next, types, limit: 20 });
    expect(second.events.map(({ event }) => event.type)).toEqual(types);
    expect(second.hasMore).toBe(false);
  });

  it('continues before a long part of the log without events of the types', async () => {
    const accountId = randomUUID();
    const updates = Array.from({ length: 4 }, () => anEvent('feedback.updated'));
    await append(accountId, anEvent('feedback.deleted'), anEvent('feedback.deleted'), ...updates, ...updates);
    const pages: number[] = [];
    let before: number | null = null;
    do {
      const page = await log.newest(accountId, { before, types: ['feedback.deleted'], limit: 20 });
      pages.push(page.events.length);
      before = page.next;
    } while (before !== null);
    // It reads 5 events at once, and the first deletion is the last of them.
    expect(pages).toEqual([0, 2, 0]);
  });
});
