import { isUuid } from '@libs/kernel';
import type { Delivery, DeliveryLog, DeliveryQuery, Event, ReplaySpan } from '@libs/webhooks';
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { rowsOf } from '../connection/array-rows';
import { repeatedAfterDeadlock } from '../connection/transaction';
import { isActor } from '../events/actor.sql';
import type { EventRow } from '../events/recorded-change';
import { microsOf, newIdAt } from './delivery-id';
import { DELIVERY_COLUMNS, deliveryOf, joinedEvent, joinEvent, type DeliveryRow } from './delivery.rows';

/** $1 account, $2 endpoint, $3 status or null, $4 type or null, $5 ID or null, $6 maximum. */
const LIST = `
  SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries delivery
  WHERE account_id = $1 AND endpoint_id = $2 AND ($3::text IS NULL OR status = $3)
    AND ($4::text IS NULL OR event_type = $4) AND ($5::uuid IS NULL OR id < $5)
  ORDER BY id DESC LIMIT $6`;

const FIND = `
  SELECT ${DELIVERY_COLUMNS}, event.* FROM webhook_deliveries delivery ${joinEvent('delivery')}
  WHERE delivery.account_id = $1 AND delivery.endpoint_id = $2 AND delivery.id = $3`;

/** $1 account, $2 endpoint. */
const ENDPOINT = `SELECT events, exclude_actor FROM webhook_endpoints WHERE account_id = $1 AND id = $2`;
/** Locked, so that it isn't disabled or deleted until its deliveries are visible. */
const ACTIVE = `${ENDPOINT} AND status = 'active' FOR KEY SHARE`;

const ADD_TEST = `
  WITH endpoint AS (${ACTIVE})
  INSERT INTO webhook_deliveries (endpoint_id, id, account_id, event_id, event_type, due_at, created_at)
  SELECT $2, ${newIdAt(microsOf('$3::timestamptz'))}, $1, gen_random_uuid(), 'webhook.test', '-infinity', $3
  FROM endpoint RETURNING id`;

const queuedAgain = (at: string) => `status = 'pending', due_at = ${at}, is_claimed = false, tries = 0`;

const RETRY = `
  WITH endpoint AS (${ACTIVE})
  UPDATE webhook_deliveries SET ${queuedAgain('$4')} FROM endpoint
  WHERE account_id = $1 AND endpoint_id = $2 AND id = $3`;

/**
 * The next events ($5 maximum) after a position ($3) that were recorded in the span ($4 start, $6 end), and those of them
 * to queue. An event is published after it was recorded, at a time that is rounded to a millisecond. So its position is
 * at most that long before the start.
 */
const matching = (endpoint: string) => `
  WITH endpoint AS MATERIALIZED (${endpoint}),
  scanned AS MATERIALIZED (
    SELECT position, id, type, item_id, at, actor FROM events
    WHERE account_id = $1 AND position > greatest($3::bigint, ${microsOf('$4::timestamptz')} - 1000)
    ORDER BY position LIMIT $5
  ),
  matching AS MATERIALIZED (
    SELECT scanned.* FROM endpoint CROSS JOIN scanned
    WHERE (events = '{*}' OR type = ANY (events)) AND at >= $4 AND at < $6
      AND (exclude_actor IS NULL OR NOT ${isActor('actor', 'exclude_actor', '$1')})
      AND (item_id IS NULL OR type = 'feedback.deleted' OR EXISTS (
        SELECT FROM feedback_search item WHERE item.account_id = $1 AND item.id = item_id))
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries delivery WHERE delivery.event_id = scanned.id AND endpoint_id = $2
          AND (status = 'pending' OR has_succeeded))
  )`;

/** $7 time at which the deliveries are due. Locks in the order of IDs, as everyone does, to prevent deadlocks. */
const REPLAY = `${matching(ACTIVE)},
  locked AS (
    SELECT FROM webhook_deliveries WHERE endpoint_id = $2 AND event_id IN (SELECT id FROM matching)
    ORDER BY id FOR UPDATE
  ),
  queued AS (
    INSERT INTO webhook_deliveries AS delivery
      (endpoint_id, id, account_id, event_id, event_position, event_type, due_at, created_at)
    SELECT $2, ${newIdAt(`${microsOf('$7::timestamptz')} + row_number() OVER (ORDER BY position)`)}, $1, id, position, type, $7, $7
    FROM (SELECT count(*) FROM locked) existing CROSS JOIN matching
    ON CONFLICT (event_id, endpoint_id) DO UPDATE SET ${queuedAgain('excluded.due_at')}
      WHERE delivery.status IN ('failed', 'cancelled')
    RETURNING 1
  )
  SELECT (SELECT max(position) FROM scanned), (SELECT count(*) FROM queued), EXISTS (SELECT FROM endpoint)`;

const COUNT = `${matching(ENDPOINT)}
  SELECT (SELECT max(position) FROM scanned), (SELECT count(*) FROM matching), true`;

type ReplayRow = [last: string | null, count: string, isActive: boolean];

/** Events per statement, so that none takes long. */
const SCANNED_AT_ONCE = 10_000;

/** The deliveries of an endpoint in PostgreSQL. */
export class PostgresDeliveryLog implements DeliveryLog {
  private readonly scope: AccountScope;

  /** @param scannedAtOnce events that a statement reads for a replay */
  constructor(
    dataSource: DataSource,
    private readonly scannedAtOnce = SCANNED_AT_ONCE,
  ) {
    this.scope = new AccountScope(dataSource);
  }

  async list(
    accountId: string,
    endpointId: string,
    { status, eventType, before, limit }: DeliveryQuery,
  ): Promise<readonly Delivery[]> {
    const values = [accountId, endpointId, status ?? null, eventType ?? null, before ?? null, limit + 1];
    const read = () => this.scope.query<DeliveryRow>(accountId, rowsOf(LIST, values));
    // With a filter, it can read all deliveries of the endpoint.
    const isSlow = status !== undefined || eventType !== undefined;
    const { rows } = await (isSlow ? this.scope.slowReads.run(accountId, read) : read());
    return rows.map(deliveryOf);
  }

  async find(
    accountId: string,
    endpointId: string,
    id: string,
  ): Promise<{ readonly delivery: Delivery; readonly event: Event | null } | null> {
    if (!isUuid(id)) return null;
    const statement = rowsOf(FIND, [accountId, endpointId, id]);
    const { rows } = await this.scope.query<[...DeliveryRow, ...EventRow]>(accountId, statement);
    if (!rows[0]) return null;
    const [a, b, c, d, e, f, g, ...event] = rows[0];
    return { delivery: deliveryOf([a, b, c, d, e, f, g]), event: joinedEvent(accountId, event) };
  }

  async addTest(accountId: string, endpointId: string, at: Date): Promise<string | null> {
    const statement = rowsOf(ADD_TEST, [accountId, endpointId, at]);
    const { rows } = await this.queue<[id: string]>(accountId, statement);
    return rows[0]?.[0] ?? null;
  }

  async retry(accountId: string, endpointId: string, id: string, at: Date): Promise<boolean> {
    if (!isUuid(id)) return false;
    const statement = rowsOf(RETRY, [accountId, endpointId, id, at]);
    return (await this.queue(accountId, statement)).rowCount === 1;
  }

  async replay(
    accountId: string,
    endpointId: string,
    { since, until }: ReplaySpan,
    at: Date | null,
  ): Promise<number | null> {
    let total = 0;
    let after: string | null = '0';
    while (after !== null) {
      const values: unknown[] = [accountId, endpointId, after, since, this.scannedAtOnce, until];
      const statement = at ? rowsOf(REPLAY, [...values, at]) : rowsOf(COUNT, values);
      const { rows } = await this.queue<ReplayRow>(accountId, statement);
      const [last, count, isActive] = rows[0]!;
      if (!isActive) return null;
      total += Number(count);
      after = last;
    }
    return total;
  }

  private queue<R extends unknown[]>(
    accountId: string,
    statement: QueryArrayConfig,
  ): Promise<QueryArrayResult<R>> {
    return repeatedAfterDeadlock(() => this.scope.query<R>(accountId, statement));
  }
}
