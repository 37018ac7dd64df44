import { type Instant } from '@libs/kernel';
import { eventIdOf, LEASE_MS, type Attempt, type Delivery, type Event } from '@libs/webhooks';
import { EVENT_COLUMNS } from '../events/postgres-event-log';
import { eventOf, type EventRow } from '../events/recorded-change';

export const LEASE = `interval '${LEASE_MS} milliseconds'`;

/** Columns of `DeliveryRow` of the table `delivery`. First attempts are due at -infinity: at once. */
export const DELIVERY_COLUMNS = `delivery.id, event_id, event_type, status, attempts,
  CASE WHEN NOT isfinite(due_at) THEN created_at WHEN is_claimed THEN due_at - ${LEASE} ELSE due_at END, created_at`;

export type DeliveryRow = [
  id: string,
  eventId: string,
  eventType: Event['type'],
  status: Delivery['status'],
  attempts: readonly Attempt[],
  nextAttemptAt: Instant | null,
  createdAt: Instant,
];

export const deliveryOf = (row: DeliveryRow): Delivery => {
  const [id, eventId, eventType, status, attempts, nextAttemptAt, createdAt] = row;
  return {
    id,
    eventId: eventIdOf(eventId),
    eventType,
    status,
    attempts,
    nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
    createdAt: new Date(createdAt),
  };
};

/** Joins the event of a row that has `account_id` and `event_position`, as columns of `EventRow`. */
export const joinEvent = (table: string): string => `
  LEFT JOIN LATERAL (
    SELECT ${EVENT_COLUMNS} FROM events
    WHERE events.account_id = ${table}.account_id AND position = ${table}.event_position
  ) event ON true`;

/** Null if the event was removed. */
export const joinedEvent = (accountId: string, row: EventRow): Event | null =>
  row[0] === null ? null : eventOf(accountId, row);

/** A recursive query: each endpoint with pending deliveries, by one lookup in their index. The last row is null. */
export const WAITING = `waiting (endpoint_id) AS (
    (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'pending' ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT next.endpoint_id FROM webhook_deliveries next
      WHERE status = 'pending' AND next.endpoint_id > waiting.endpoint_id ORDER BY next.endpoint_id LIMIT 1
    ) FROM waiting WHERE waiting.endpoint_id IS NOT NULL
  )`;
