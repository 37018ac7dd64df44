import type { Published } from '@libs/webhooks';
import type { Pool, PoolClient } from 'pg';
import { rowsOf } from '../connection/array-rows';
import { microsOf, newIdAt } from '../webhooks/delivery-id';
import { ADD_STORED } from '../storage/storage.sql';
import { asPublisher } from './as-publisher';
import { FORGET_ITEMS, WRITE_NOTIFICATIONS } from '../notifications/notification.sql';
import { JOIN_VALUES, READ_VALUES } from './change-values.sql';
import { WRITE_EVENTS } from './event.sql';
import { DELETE_HISTORY, DELETE_NOTES, WRITE_HISTORY } from './history.sql';

/** Any constant works if all instances use the same one. */
export const PUBLISH_LOCK = 4_901_178_536;
/** The planner doesn't know that there are few changes, and would read whole tables for them. */
const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(${PUBLISH_LOCK}) AS is_mine,
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
  set_config('enable_seqscan', 'off', true)`;

/** Changes per transaction: at most 40 MB of text. More than an instance under load collects, so that no backlog grows. */
const PUBLISHED_MAX = 1_000;

/** Deliveries per transaction, so that it ends soon: an account can have 50 webhooks. */
const QUEUED_MAX = 2_000;
/** Oldest changes among which accounts take turns. Bounds the cost of a backlog. */
const CANDIDATES_MAX = 20_000;

/**
 * The next committed changes: those of an account in their order, and accounts in turn, so that thousands of changes of
 * one account don't delay those of others. A change that commits later is published later.
 */
const NEXT = `
  WITH oldest AS MATERIALIZED (
    SELECT seq, account_id FROM feedback_changes ORDER BY seq LIMIT ${CANDIDATES_MAX}
  ),
  next AS MATERIALIZED (
    SELECT seq, account_id, row_number() OVER (PARTITION BY account_id ORDER BY seq) AS turn FROM oldest
    ORDER BY turn, seq LIMIT ${PUBLISHED_MAX}
  )
  SELECT seq, account_id FROM (
    SELECT seq, account_id, sum((
      SELECT count(*) FROM webhook_endpoints endpoint
      WHERE endpoint.account_id = next.account_id AND status = 'active'
    )) OVER (ORDER BY turn, seq) AS deliveries
    FROM next
  ) costs WHERE deliveries <= ${QUEUED_MAX}`;

/**
 * Publishes changes ($1), in their order, except those of deleted accounts, writes the history of their items and the
 * notifications of members, and queues their deliveries. Locks the endpoints, in the order in which everyone locks
 * them, so that none is disabled or deleted until its deliveries are visible. Returns the numbers of events and
 * deliveries, and the deletions. Positions increase, also after a backup was restored.
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
      ELSE ARRAY ['feedback.' || kind]
    END) AS type
  ),
  moved AS (UPDATE event_positions SET last = before.last + (SELECT count(*) FROM numbered) FROM before),
  ${WRITE_EVENTS},
  ${WRITE_HISTORY},
  ${WRITE_NOTIFICATIONS},
  endpoints AS MATERIALIZED (
    SELECT id, account_id, events FROM webhook_endpoints
    WHERE status = 'active' AND account_id IN (SELECT account_id FROM numbered)
    ORDER BY id FOR KEY SHARE
  ),
  queued AS (
    INSERT INTO webhook_deliveries (endpoint_id, id, account_id, event_id, event_position, event_type, due_at)
    SELECT endpoint.id, ${newIdAt('position')}, account_id, numbered.id, position, type, '-infinity'
    FROM numbered JOIN endpoints endpoint USING (account_id)
    WHERE endpoint.events = '{*}' OR type = ANY (endpoint.events)
    RETURNING account_id
  ),
  ${ADD_STORED}
  SELECT (SELECT count(*) FROM numbered), (SELECT count(*) FROM queued), account_id, item_id, position
  FROM (SELECT) one LEFT JOIN numbered ON type = 'feedback.deleted'`;

type PublishedRow = [
  events: string,
  deliveries: string,
  accountId: string | null,
  itemId: string,
  position: string,
];

/**
 * Removes the values of events. Cancels pending deliveries of these, locked in the order in which everyone locks them. Only
 * they have `due_at`: with the status instead, PostgreSQL could read all pending deliveries.
 */
const scrub = (from: string, where: string) => `
  scrubbed AS (
    UPDATE events SET item = json_build_object('id', events.item_id, 'version', item->'version'), previous = NULL
    FROM ${from} WHERE ${where} RETURNING events.id
  ),
  locked AS (
    SELECT endpoint_id, id FROM webhook_deliveries WHERE event_id IN (SELECT id FROM scrubbed) AND due_at IS NOT NULL
    ORDER BY endpoint_id, id FOR UPDATE
  )
  UPDATE webhook_deliveries delivery SET status = 'cancelled', due_at = NULL, is_claimed = false
  FROM locked WHERE delivery.endpoint_id = locked.endpoint_id AND delivery.id = locked.id`;

/** Of deleted items ($1 accounts, $2 items, $3 positions): the earlier events that still have values. */
const SCRUB = `WITH ${scrub(
  'unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS deleted (account_id, item_id, position)',
  `events.account_id = deleted.account_id AND events.item_id = deleted.item_id AND events.position < deleted.position
    AND (previous IS NOT NULL OR item->'title' IS NOT NULL OR item->'description' IS NOT NULL)`,
)}`;

/** Entries of history that a transaction deletes with the values of their events, so that it ends soon. */
const SCRUBBED_MAX = 1_000;

/** The deleted items of changes ($1) that have more entries than that. */
const FIND_LONG = `
  SELECT account_id, item_id FROM (
    SELECT account_id, (item->>'id')::uuid AS item_id FROM feedback_changes WHERE seq = ANY ($1::bigint[]) AND kind = 'deleted'
  ) deleted
  WHERE (SELECT count(*) FROM (
    SELECT FROM feedback_history history
    WHERE history.account_id = deleted.account_id AND history.item_id = deleted.item_id LIMIT ${SCRUBBED_MAX} + 1
  ) entry) > ${SCRUBBED_MAX}
  ORDER BY account_id, item_id`;

/**
 * Deletes the oldest entries of an item ($1 account, $2 item), with the values of their events. The event of a new status
 * is the next one. No one reads these, because the item is deleted.
 */
const SCRUB_PART = `
  WITH entry AS (
    DELETE FROM feedback_history WHERE account_id = $1 AND item_id = $2 AND position = ANY (ARRAY (
      SELECT position FROM feedback_history WHERE account_id = $1 AND item_id = $2 ORDER BY position LIMIT ${SCRUBBED_MAX}
    )) RETURNING position
  ),
  part AS (SELECT position FROM entry UNION SELECT position + 1 FROM entry),
  ${scrub('part', 'events.account_id = $1 AND events.position = part.position AND events.item_id = $2')}`;

/**
 * Publishes recorded changes of all accounts as events, and queues their deliveries, in one transaction. Returns null if
 * another instance is publishing.
 */
export const publishChanges = (pool: Pool): Promise<Published | null> =>
  asPublisher(pool, async (client) => {
    const { rows } = await client.query<{ is_mine: boolean }>(TRY_LOCK);
    return rows[0]!.is_mine ? publish(client) : null;
  });

async function publish(client: PoolClient): Promise<Published> {
  const next = await client.query<[seq: string, accountId: string]>(rowsOf(NEXT, []));
  const waiting = await shortenHistory(
    client,
    next.rows.map(([seq]) => seq),
  );
  const changes = next.rows.filter(([, accountId]) => !waiting.has(accountId)).map(([seq]) => seq);
  if (changes.length === 0) return { changes: waiting.size, events: 0, deliveries: 0 };
  const { rows } = await client.query<PublishedRow>(rowsOf(PUBLISH, [changes]));
  const deletions = rows.filter(([, , accountId]) => accountId !== null);
  if (deletions.length > 0) {
    const values = [2, 3, 4].map((column) => deletions.map((row) => row[column]));
    await client.query(SCRUB, values);
    await client.query(DELETE_HISTORY, values);
    for (const text of [DELETE_NOTES, ...FORGET_ITEMS]) await client.query(text, values.slice(0, 2));
  }
  const [events, deliveries] = rows[0]!;
  return { changes: changes.length, events: Number(events), deliveries: Number(deliveries) };
}

/**
 * Deletes a part of the history of one deleted item that has too much of it to be published. Returns the accounts of such
 * items: their changes wait, and those of others don't.
 */
async function shortenHistory(client: PoolClient, changes: readonly string[]): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set();
  const { rows } = await client.query<[accountId: string, itemId: string]>(rowsOf(FIND_LONG, [changes]));
  if (rows[0]) await client.query(SCRUB_PART, rows[0]);
  return new Set(rows.map(([accountId]) => accountId));
}
