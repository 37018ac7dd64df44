import type { Pool, PoolClient } from 'pg';
import { asPublisher } from './as-publisher';
import { PUBLISH_LOCK } from './publish-changes';

const DAY_MS = 86_400_000;
/** Partitions per retention period: few, because a poll reads each, and many, because a whole one is dropped. */
const PARTITIONS = 10;

/** Ends are positions: microseconds since 1970. */
const ENDS = `
  SELECT child.relname AS name,
    (regexp_match(pg_get_expr(child.relpartbound, child.oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint AS "end"
  FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
  WHERE inhparent = 'events'::regclass ORDER BY "end"`;

interface Partition {
  readonly name: string;
  readonly end: number;
}

/** Waits for a publisher, which uses the same tables in another order. */
const lock = (timeout: string) =>
  `SELECT set_config('lock_timeout', '${timeout}', true), pg_advisory_xact_lock(${PUBLISH_LOCK})`;

/**
 * Creates the partitions of the event log for the present and the next period, and drops those whose events are all
 * older than the retention period. If a long read, such as a backup, uses the log, partitions are dropped later.
 */
export async function maintainEventPartitions(pool: Pool, retentionDays: number, now: Date): Promise<void> {
  const width = Math.ceil(retentionDays / PARTITIONS) * DAY_MS;
  const oldest = (now.getTime() - retentionDays * DAY_MS) * 1000;
  // Most of the time there is nothing to do, and a publisher under load holds the lock for long.
  const partitions = await partitionsOf(pool);
  if (missingStarts(partitions, width, now.getTime()).length > 0) {
    await asPublisher(pool, async (client) => {
      await client.query(lock('1s'));
      for (const start of missingStarts(await partitionsOf(client), width, now.getTime()))
        await create(client, start, start + width);
    });
  }
  if (partitions.every(({ end }) => end > oldest)) return;
  await asPublisher(pool, async (client) => {
    // Every request for events and every deletion of items waits behind the lock of the table.
    await client.query(lock('50ms'));
    await dropExpired(client, oldest);
  }).catch((error: unknown) => {
    if (!isLocked(error)) throw error;
  });
}

const isLocked = (error: unknown): boolean => (error as { code?: string }).code === '55P03';

async function partitionsOf(client: Pool | PoolClient): Promise<readonly Partition[]> {
  const { rows } = await client.query<Partition>(ENDS);
  return rows.map(({ name, end }) => ({ name, end: Number(end) }));
}

/** Returns the start of each partition to create, in milliseconds since 1970. */
function missingStarts(partitions: readonly Partition[], width: number, now: number): number[] {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const first = Math.max((partitions.at(-1)?.end ?? 0) / 1000, today);
  const starts: number[] = [];
  for (let start = first; start <= now + width; start += width) starts.push(start);
  return starts;
}

async function dropExpired(client: PoolClient, oldest: number): Promise<void> {
  for (const partition of await partitionsOf(client))
    if (partition.end <= oldest) await drop(client, partition);
}

/** Remembers the end, so that a cursor before it is rejected. A reader of the last event has read everything. */
async function drop(client: PoolClient, { name, end }: Partition): Promise<void> {
  await client.query('UPDATE event_positions SET dropped = greatest(dropped, least(last, $1::bigint))', [
    end,
  ]);
  await client.query(`DROP TABLE ${name}`);
}

/** ATTACH doesn't block reads and writes of the other partitions, unlike CREATE TABLE … PARTITION OF. */
async function create(client: PoolClient, startMs: number, endMs: number): Promise<void> {
  const name = `events_${startMs / DAY_MS}`;
  await client.query(`CREATE TABLE ${name} (LIKE events INCLUDING ALL)`);
  await client.query(
    `ALTER TABLE events ATTACH PARTITION ${name} FOR VALUES FROM (${startMs * 1000}) TO (${endMs * 1000})`,
  );
}
