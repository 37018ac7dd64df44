import type { Published } from '@libs/webhooks';
import type { Pool, PoolClient } from 'pg';
import { rowsOf } from '../connection/array-rows';
import { microsOf, newIdAt } from '../webhooks/delivery-id';
import { ADD_STORED } from '../storage/storage.sql';
import { asPublisher } from './as-publisher';
import { FORGET_ITEMS, WRITE_NOTIFICATIONS } from '../notifications/notification.sql';
import { isActor } from './actor.sql';
import { OTHER_KINDS } from './recorded-change';
import { JOIN_VALUES, READ_VALUES } from './change-values.sql';
import { WRITE_EVENTS } from './event.sql';
import { DELETE_NOTES, DELETE_REQUESTS, isGone, WRITE_HISTORY } from './history.sql';
import { markUndone } from './undone-changes';

/** Any constant works if all instances use the same one. */
export const PUBLISH_LOCK = 4_901_178_536;
/**
 * The planner doesn't know that there are few changes, and would read whole tables for them. Plans statements once per
 * connection: planning takes several times as long as publishing 100 changes.
 */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${PUBLISH_LOCK}) AS is_mine,
  set_config('plan_cache_mode', 'force_generic_plan', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_seqscan', 'off', true)`;

/** Changes per transaction: at most 40 MB of text. More than an instance under load collects, so that no backlog grows. */
const PUBLISHED_MAX = 1_000;

/** Deliveries per transaction, so that it ends soon: an account can have 50 webhooks. */
const QUEUED_MAX = 2_000;
/** Oldest changes among which accounts take turns. Bounds the cost of a backlog. */
const CANDIDATES_MAX = 20_000;

/**
 * The next committed changes, except those of the accounts $1: those of an account in their order, and accounts in turn,
 * so that thousands of changes of one account don't delay those of others. A change that commits later is published later.
 */
const NEXT = `
  WITH oldest AS MATERIALIZED (
    SELECT seq, account_id, kind FROM feedback_changes WHERE account_id <> ALL ($1::uuid[])
    ORDER BY seq LIMIT ${CANDIDATES_MAX}
  ),
  next AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY seq) AS turn FROM oldest
    ORDER BY turn, seq LIMIT ${PUBLISHED_MAX}
  )
  SELECT seq, account_id, kind = 'deleted' FROM (
    SELECT seq, account_id, kind, turn, sum((
      SELECT count(*) FROM webhook_endpoints endpoint
      WHERE endpoint.account_id = next.account_id AND status = 'active'
    )) OVER (ORDER BY turn, seq) AS deliveries
    FROM next
  ) costs WHERE deliveries <= ${QUEUED_MAX} ORDER BY turn, seq`;

/**
 * Publishes changes ($1), in their order, except those of deleted accounts, writes the history of their items and the
 * notifications of members, and queues their deliveries. Locks the endpoints, in the order in which everyone locks
 * them, so that none is disabled or deleted until its deliveries are visible. Returns the numbers of events and
 * deliveries, the deletions, and the changes of a status. Positions increase, also after a backup was restored.
 *
 * Reads the JSON of each change once: each `->>` would parse all of it.
 */
const PUBLISH = `
  WITH taken AS (DELETE FROM feedback_changes WHERE seq = ANY ($1::bigint[]) RETURNING *),
  before AS MATERIALIZED (
    SELECT greatest(last, ${microsOf('clock_timestamp()')}) AS last FROM event_positions
  ),
  numbered AS MATERIALIZED (
    SELECT (SELECT last FROM before) + row_number() OVER (ORDER BY seq, type = 'feedback.status_changed') AS position,
      gen_random_uuid() AS id, type, taken.*, ${READ_VALUES}
    FROM taken JOIN accounts ON accounts.id = taken.account_id ${JOIN_VALUES}
    CROSS JOIN LATERAL unnest(CASE
      WHEN old.status <> new.status THEN '{feedback.updated,feedback.status_changed}'
      WHEN kind = 'disabled' THEN '{webhook.disabled}'
      WHEN kind = ANY ('{${OTHER_KINDS.join(',')}}') THEN ARRAY [replace(kind, '_', '.')]
      ELSE ARRAY ['feedback.' || kind]
    END) AS type
  ),
  moved AS (UPDATE event_positions SET last = before.last + (SELECT count(*) FROM numbered) FROM before),
  ${WRITE_EVENTS},
  ${WRITE_HISTORY},
  ${WRITE_NOTIFICATIONS},
  endpoints AS MATERIALIZED (
    SELECT id, account_id, events, exclude_actor FROM webhook_endpoints
    WHERE status = 'active' AND account_id IN (SELECT account_id FROM numbered)
    ORDER BY id FOR KEY SHARE
  ),
  queued AS (
    INSERT INTO webhook_deliveries (endpoint_id, id, account_id, event_id, event_position, event_type, due_at)
    SELECT endpoint.id, ${newIdAt('position')}, account_id, numbered.id, position, type, '-infinity'
    FROM numbered JOIN endpoints endpoint USING (account_id)
    WHERE (endpoint.events = '{*}' OR type = ANY (endpoint.events))
      AND (exclude_actor IS NULL OR NOT ${isActor('actor', 'exclude_actor', 'account_id')})
    RETURNING account_id
  ),
  ${ADD_STORED}
  SELECT (SELECT count(*) FROM numbered), (SELECT count(*) FROM queued), account_id, item_id, position, type
  FROM (SELECT) one LEFT JOIN numbered ON type IN ('feedback.deleted', 'feedback.status_changed')
  ORDER BY position`;

type PublishedRow = [
  events: string,
  deliveries: string,
  accountId: string | null,
  itemId: string,
  position: string,
  type: string | null,
];

/** Entries of history of deleted items, with their events, notes, and requests that a transaction removes, so that it ends soon. */
const REMOVED_MAX = 1_000;

const countOf = (table: string, item: string) => `(SELECT count(*) FROM (
    SELECT FROM ${table} part WHERE part.account_id = deletion.account_id AND part.${item} = (deletion.item->>'id')::uuid
    LIMIT ${REMOVED_MAX} + 1
  ) counted)`;
/**
 * The items of deletions ($1), in this order, with the number of their entries, notes, and requests, of each up to one more
 * than the maximum.
 */
const COUNT_ENTRIES = `
  SELECT deletion.seq, deletion.account_id, (deletion.item->>'id')::uuid,
    (${countOf('feedback_history', 'item_id')} + ${countOf('feedback_notes', 'item_id')}
      + ${countOf('feedback_requests', 'feedback_id')})::integer
  FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (seq, place)
  JOIN feedback_changes deletion USING (seq) JOIN accounts ON accounts.id = deletion.account_id
  ORDER BY place`;
type Deletion = [seq: string, accountId: string, itemId: string, entries: number];

/**
 * Deletes entries of history, and the values of their events: the one at the same position, and the one of a new status
 * after it, which can also be its deletion, whose event keeps what it has. Cancels pending deliveries of these, locked in the order in which everyone locks them. Only they have
 * `due_at`: with the status instead, PostgreSQL could read all pending deliveries.
 */
const remove = (entries: string) => `
  WITH entry AS (
    DELETE FROM feedback_history history ${entries} RETURNING history.account_id, history.item_id, history.position
  ),
  scrubbed AS (
    UPDATE events SET item = json_build_object('id', events.item_id, 'version', item->'version'), previous = NULL
    FROM (SELECT * FROM entry UNION ALL SELECT account_id, item_id, position + 1 FROM entry) removed
    WHERE events.account_id = removed.account_id AND events.position = removed.position
      AND events.item_id IS NOT DISTINCT FROM removed.item_id AND type <> 'feedback.deleted'
    RETURNING events.id
  ),
  locked AS (
    SELECT endpoint_id, id FROM webhook_deliveries WHERE event_id IN (SELECT id FROM scrubbed) AND due_at IS NOT NULL
    ORDER BY endpoint_id, id FOR UPDATE
  )
  UPDATE webhook_deliveries delivery SET status = 'cancelled', due_at = NULL, is_claimed = false
  FROM locked WHERE delivery.endpoint_id = locked.endpoint_id AND delivery.id = locked.id`;

/** Of deleted items ($1 accounts, $2 items, $3 positions of their deletions). */
const REMOVE_ENTRIES = remove(`
  USING unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS deleted (account_id, item_id, position)
  WHERE history.account_id = deleted.account_id AND history.item_id = deleted.item_id
    AND history.position < deleted.position`);

/** The oldest of an item ($1 account, $2 item). */
const REMOVE_PART = remove(`
  WHERE account_id = $1 AND item_id = $2 AND position = ANY (ARRAY (
    SELECT position FROM feedback_history WHERE account_id = $1 AND item_id = $2 ORDER BY position LIMIT ${REMOVED_MAX}
  ))`);

/** The oldest rows of an item ($1 account, $2 item). */
const removeOldest = (table: string, item: string) => `
  DELETE FROM ${table} WHERE account_id = $1 AND ${item} = $2 AND id = ANY (ARRAY (
    SELECT id FROM ${table} WHERE account_id = $1 AND ${item} = $2 ORDER BY id LIMIT ${REMOVED_MAX}
  )) AND ${isGone('$1', '$2')}`;

const REMOVE_PARTS = [
  REMOVE_PART,
  removeOldest('feedback_notes', 'item_id'),
  removeOldest('feedback_requests', 'feedback_id'),
];

/**
 * Publishes recorded changes of all accounts as events, and queues their deliveries, in one transaction. Returns null if
 * another instance is publishing.
 */
export const publishChanges = (pool: Pool): Promise<Published | null> =>
  asPublisher(pool, async (client) => {
    const { rows } = await client.query<{ is_mine: boolean }>(TRY_LOCK);
    return rows[0]!.is_mine ? publish(client) : null;
  });

type Next = readonly [seq: string, accountId: string, isDeletion: boolean];

async function publish(client: PoolClient): Promise<Published> {
  const { changes, waiting } = await nextChanges(client);
  if (changes.length === 0) return { changes: waiting, events: 0, deliveries: 0 };
  const { rows } = await client.query<PublishedRow>(rowsOf(PUBLISH, [changes]));
  const deletions = rows.filter((row) => row[5] === 'feedback.deleted');
  const statuses = rows.filter((row) => row[5] === 'feedback.status_changed');
  // The event of a new status follows the one of the change, which is the position of the entry.
  await markUndone(
    client,
    statuses.map((row) => ({ accountId: row[2]!, itemId: row[3], position: String(BigInt(row[4]) - 1n) })),
  );
  if (deletions.length > 0) {
    const values = [2, 3, 4].map((column) => deletions.map((row) => row[column]));
    await client.query(REMOVE_ENTRIES, values);
    for (const text of [DELETE_NOTES, DELETE_REQUESTS, ...FORGET_ITEMS])
      await client.query(text, values.slice(0, 2));
  }
  const [events, deliveries] = rows[0]!;
  return { changes: changes.length, events: Number(events), deliveries: Number(deliveries) };
}

/** The changes to publish now, and the number of accounts that wait. */
async function nextChanges(client: PoolClient): Promise<{ changes: readonly string[]; waiting: number }> {
  const next = async (except: readonly string[]) =>
    (await client.query<[...Next]>(rowsOf(NEXT, [except]))).rows;
  const rows = await next([]);
  const waiting = await findWaiting(client, rows);
  const changes = withoutWaiting(rows, waiting);
  if (changes.length > 0 || waiting.size === 0) return { changes, waiting: waiting.size };
  // The accounts that wait can have all of the oldest changes.
  const others = await next([...waiting.keys()]);
  return { changes: withoutWaiting(others, await findWaiting(client, others)), waiting: waiting.size };
}

/** The changes of an account that waits are published up to the deletion that it waits for. */
const withoutWaiting = (rows: readonly Next[], waiting: ReadonlyMap<string, string>): readonly string[] =>
  rows
    .filter(([seq, accountId]) => !waiting.has(accountId) || BigInt(seq) < BigInt(waiting.get(accountId)!))
    .map(([seq]) => seq);

/**
 * Returns the accounts with deletions whose entries are too many for this transaction, with the first of these. Removes a
 * part of the first item that has too many for any transaction.
 */
async function findWaiting(client: PoolClient, next: readonly Next[]): Promise<ReadonlyMap<string, string>> {
  const waiting = new Map<string, string>();
  const deletions = next.filter(([, , isDeletion]) => isDeletion).map(([seq]) => seq);
  if (deletions.length === 0) return waiting;
  const { rows } = await client.query<Deletion>(rowsOf(COUNT_ENTRIES, [deletions]));
  let removed = 0;
  for (const [seq, accountId, , entries] of rows) {
    if (waiting.has(accountId)) continue;
    if (removed + entries > REMOVED_MAX) waiting.set(accountId, seq);
    else removed += entries;
  }
  const long = rows.find(([, , , entries]) => entries > REMOVED_MAX);
  if (long) for (const text of REMOVE_PARTS) await client.query(text, [long[1], long[2]]);
  return waiting;
}
