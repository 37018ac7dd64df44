import {
  CONCURRENT_PER_ENDPOINT,
  eventIdOf,
  eventOf,
  FAILURES_MAX,
  type AccountShare,
  type AttemptResult,
  type ClaimedDelivery,
  type DeliveryBacklog,
  type DeliveryQueue,
  type Event,
  type FailingEndpoint,
} from '@libs/webhooks';
import type { Instant } from '@libs/kernel';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { rowsOf } from '../connection/array-rows';
import { poolOf } from '../connection/data-source';
import { asPublisher, asWorker } from '../events/as-publisher';
import type { EventRow } from '../events/recorded-change';
import { joinedEvent, joinEvent, LEASE, WAITING } from './delivery.rows';
import { readBacklog } from './read-backlog';

/**
 * Active endpoints of active accounts with due deliveries ($1 now), locked for this worker. A second statement claims,
 * because it must see what other workers have claimed before.
 */
const LOCK = `
  WITH RECURSIVE ${WAITING}
  SELECT id FROM webhook_endpoints endpoint JOIN waiting ON waiting.endpoint_id = endpoint.id
  WHERE status = 'active' AND EXISTS (
    SELECT FROM webhook_deliveries WHERE endpoint_id = endpoint.id AND status = 'pending' AND due_at <= $1)
    AND NOT EXISTS (SELECT FROM accounts WHERE accounts.id = endpoint.account_id AND suspended_at IS NOT NULL)
  FOR NO KEY UPDATE OF endpoint SKIP LOCKED`;

/**
 * Claims due deliveries ($1 now, $2 endpoints, $3 maximum, $4 maximum of an account, with those that the worker has in
 * progress: $5 accounts, $6 their numbers): those of accounts with the fewest in progress first, in them those of
 * endpoints with the fewest, and at random in a tie. First attempts are due at -infinity, so they start in the order of
 * their events, before others are repeated. Claims of workers whose clocks are ahead end later than `LEASE`. Skips what
 * the publisher is cancelling. Checks the time again instead of the status: with the status, PostgreSQL would read all
 * pending deliveries.
 */
const CLAIM = `
  WITH candidate AS MATERIALIZED (
    SELECT endpoint_id, delivery.id, endpoint.account_id,
      in_progress + row_number() OVER (PARTITION BY endpoint_id ORDER BY due_at, event_position) AS rank
    FROM unnest($2::uuid[]) AS locked (endpoint) JOIN webhook_endpoints endpoint ON endpoint.id = locked.endpoint
    CROSS JOIN LATERAL (
      SELECT count(*) AS in_progress FROM webhook_deliveries
      WHERE endpoint_id = locked.endpoint AND status = 'pending' AND is_claimed
        AND due_at > $1 AND due_at <= $1 + 2 * ${LEASE}
    ) claimed
    CROSS JOIN LATERAL (
      SELECT endpoint_id, id, due_at, event_position FROM webhook_deliveries
      WHERE endpoint_id = locked.endpoint AND status = 'pending' AND due_at <= $1
      ORDER BY due_at, event_position LIMIT greatest(0, CASE
        WHEN consecutive_failures < ${FAILURES_MAX} THEN ${CONCURRENT_PER_ENDPOINT} ELSE 1 END - in_progress)
    ) delivery
  ),
  ranked AS (
    SELECT endpoint_id, id,
      coalesce(busy.in_progress, 0) + row_number() OVER (PARTITION BY account_id ORDER BY rank, random()) AS turn
    FROM candidate LEFT JOIN unnest($5::uuid[], $6::integer[]) AS busy (account_id, in_progress) USING (account_id)
  ),
  due AS MATERIALIZED (
    SELECT endpoint_id, id, turn FROM ranked WHERE turn <= $4::integer OR $4 IS NULL
    ORDER BY turn, random() LIMIT $3
  ),
  locked AS MATERIALIZED (
    SELECT delivery.endpoint_id, delivery.id, turn FROM due JOIN webhook_deliveries delivery USING (endpoint_id, id)
    WHERE delivery.due_at <= $1 FOR UPDATE OF delivery SKIP LOCKED
  ),
  claimed AS (
    UPDATE webhook_deliveries delivery SET is_claimed = true, due_at = $1 + ${LEASE}
    FROM locked WHERE delivery.endpoint_id = locked.endpoint_id AND delivery.id = locked.id
    RETURNING delivery.*, turn
  )
  SELECT claimed.id, claimed.account_id, endpoint.id, url, payload, sealed, previous_key_expires_at,
    claimed.event_id, claimed.event_type, claimed.created_at, tries, event.*
  FROM claimed JOIN webhook_endpoints endpoint ON endpoint.id = claimed.endpoint_id ${joinEvent('claimed')}
  ORDER BY turn, claimed.endpoint_id`;

type ClaimRow = [
  id: string,
  accountId: string,
  endpointId: string,
  url: string,
  payload: ClaimedDelivery['endpoint']['payload'],
  sealed: Buffer,
  previousKeyExpiresAt: Instant | null,
  eventId: string,
  eventType: Event['type'],
  createdAt: Instant,
  attempts: number,
  ...event: EventRow,
];

/** Locks endpoints before deliveries, and both in the order of IDs, as everyone does, to prevent deadlocks. */
const LOCK_ENDPOINTS = `
  SELECT FROM webhook_endpoints WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

const RESULTS = `jsonb_to_recordset($1) AS result (
  endpoint_id uuid, id uuid, account_id uuid, status text, due_at timestamptz, attempt jsonb)`;

/**
 * A delivery that is no longer claimed was cancelled or queued again during its attempt, and stays so, unless the request
 * succeeded.
 */
const RECORD = `
  WITH locked AS (
    SELECT delivery.endpoint_id, delivery.id FROM webhook_deliveries delivery
    JOIN ${RESULTS} ON delivery.endpoint_id = result.endpoint_id AND delivery.id = result.id
    ORDER BY delivery.endpoint_id, delivery.id FOR UPDATE OF delivery
  )
  UPDATE webhook_deliveries delivery SET
    is_claimed = false,
    status = CASE WHEN is_claimed OR result.status = 'succeeded' THEN result.status ELSE delivery.status END,
    due_at = CASE WHEN is_claimed OR result.status = 'succeeded' THEN result.due_at ELSE delivery.due_at END,
    has_succeeded = has_succeeded OR result.status = 'succeeded',
    tries = tries + (attempt IS NOT NULL)::integer,
    attempts = attempts || coalesce(attempt, '[]')
  FROM locked, ${RESULTS}
  WHERE delivery.endpoint_id = locked.endpoint_id AND delivery.id = locked.id
    AND delivery.endpoint_id = result.endpoint_id AND delivery.id = result.id`;

/** Attempts of each endpoint. Of an endpoint that no longer exists, none. */
const OUTCOMES = `
  outcomes AS MATERIALIZED (
    SELECT result.endpoint_id, result.account_id, (attempt->>'at')::timestamptz AS at,
      attempt->>'error' IS NULL AS is_success, (attempt->>'durationMs')::bigint AS duration_ms
    FROM ${RESULTS} JOIN webhook_endpoints endpoint ON endpoint.id = result.endpoint_id
    WHERE attempt IS NOT NULL
  )`;

const COUNT = `
  WITH ${OUTCOMES}
  INSERT INTO webhook_hours AS counted (endpoint_id, hour, account_id, succeeded, failed, duration_ms)
  SELECT endpoint_id, date_trunc('hour', at), account_id, count(*) FILTER (WHERE is_success),
    count(*) FILTER (WHERE NOT is_success), sum(duration_ms)
  FROM outcomes GROUP BY 1, 2, 3
  ON CONFLICT (endpoint_id, hour) DO UPDATE SET succeeded = counted.succeeded + excluded.succeeded,
    failed = counted.failed + excluded.failed, duration_ms = counted.duration_ms + excluded.duration_ms`;

/** Updates the health of the endpoints, and returns the failing ones. */
const HEALTH = `
  WITH ${OUTCOMES},
  successes AS (SELECT endpoint_id, max(at) AS success_at FROM outcomes WHERE is_success GROUP BY endpoint_id),
  last AS (
    SELECT endpoint_id, success_at, count(*) FILTER (WHERE at > coalesce(success_at, '-infinity')) AS failures,
      min(at) FILTER (WHERE at > coalesce(success_at, '-infinity')) AS failing_since, max(at) AS failure_at
    FROM (SELECT * FROM outcomes WHERE NOT is_success) failed FULL JOIN successes USING (endpoint_id)
    GROUP BY endpoint_id, success_at
  )
  UPDATE webhook_endpoints SET
    consecutive_failures = failures + CASE WHEN success_at IS NULL THEN consecutive_failures ELSE 0 END,
    failing_since = CASE WHEN success_at IS NULL
      THEN coalesce(webhook_endpoints.failing_since, last.failing_since) ELSE last.failing_since END,
    last_success_at = greatest(success_at, last_success_at),
    last_failure_at = greatest(failure_at, last_failure_at)
  FROM last WHERE id = endpoint_id
  RETURNING account_id AS "accountId", id, webhook_endpoints.failing_since AS "failingSince"`;

const REMOVED_AT_ONCE = 10_000;
/** Never waits for a lock, because it takes them in any order. */
const REMOVE = `
  WITH old AS MATERIALIZED (
    SELECT endpoint_id, id FROM webhook_deliveries WHERE created_at < $1 LIMIT ${REMOVED_AT_ONCE}
    FOR UPDATE SKIP LOCKED
  )
  DELETE FROM webhook_deliveries delivery USING old
  WHERE delivery.endpoint_id = old.endpoint_id AND delivery.id = old.id`;
const REMOVE_HOURS = `DELETE FROM webhook_hours WHERE hour < $1`;

/** The pending deliveries of all accounts in PostgreSQL (docs/architecture/adr/0022-webhooks.md). */
export class PostgresDeliveryQueue implements DeliveryQueue {
  private readonly pool: Pool;

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  claim(now: Date, limit: number, share?: AccountShare): Promise<readonly ClaimedDelivery[]> {
    return asWorker(this.pool, async (client) => {
      const locked = await client.query<[id: string]>(rowsOf(LOCK, [now]));
      if (locked.rows.length === 0) return [];
      const endpoints = locked.rows.map(([id]) => id);
      const busy = [...(share?.inProgress ?? [])];
      const shares = [
        share?.max ?? null,
        busy.map(([accountId]) => accountId),
        busy.map(([, count]) => count),
      ];
      const { rows } = await client.query<ClaimRow>(rowsOf(CLAIM, [now, endpoints, limit, ...shares]));
      return rows.map(claimedOf);
    });
  }

  record(results: readonly AttemptResult[]): Promise<readonly FailingEndpoint[]> {
    return asWorker(this.pool, (client) => record(client, results));
  }

  removeBefore(at: Date): Promise<number> {
    return asPublisher(this.pool, async (client) => {
      await client.query(REMOVE_HOURS, [at]);
      return (await client.query(REMOVE, [at])).rowCount ?? 0;
    });
  }

  backlog(now: Date): Promise<DeliveryBacklog> {
    return asWorker(this.pool, (client) => readBacklog(client, now));
  }
}

async function record(
  client: PoolClient,
  results: readonly AttemptResult[],
): Promise<readonly FailingEndpoint[]> {
  const rows = JSON.stringify(
    results.map((result) => ({
      endpoint_id: result.endpointId,
      id: result.id,
      account_id: result.accountId,
      status: result.status,
      due_at: result.status === 'pending' ? result.nextAttemptAt : null,
      attempt: result.attempt,
    })),
  );
  await client.query(LOCK_ENDPOINTS, [results.map(({ endpointId }) => endpointId)]);
  await client.query(RECORD, [rows]);
  await client.query(COUNT, [rows]);
  const health = await client.query<FailingEndpoint & { failingSince: Date | null }>(HEALTH, [rows]);
  return health.rows.filter(({ failingSince }) => failingSince !== null);
}

function claimedOf(row: ClaimRow): ClaimedDelivery {
  const [id, accountId, endpointId, url, payload, sealed, expiresAt, ...rest] = row;
  const [eventId, eventType, createdAt, attempts, ...event] = rest;
  const delivery = { eventId: eventIdOf(eventId), eventType, createdAt: new Date(createdAt) };
  return {
    id,
    accountId,
    endpoint: {
      id: endpointId,
      url,
      payload,
      sealed,
      previousKeyExpiresAt: expiresAt === null ? null : new Date(expiresAt),
    },
    event: eventOf(delivery, joinedEvent(accountId, event)),
    attempts,
  };
}
