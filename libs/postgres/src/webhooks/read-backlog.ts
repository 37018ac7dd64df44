import { PENDING_COUNTED_MAX, type DeliveryBacklog } from '@libs/webhooks';
import type { PoolClient } from 'pg';
import { rowsOf } from '../connection/array-rows';
import { WAITING } from './delivery.rows';

/** The planner would read the whole table if many deliveries are pending. */
export const BACKLOG_SETTINGS = `SELECT set_config('statement_timeout', '2s', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_bitmapscan', 'off', true)`;

/**
 * Looks up at most two deliveries of each endpoint in their index ($1 now): the oldest first attempt, which is due at
 * -infinity, and the attempt that has been due longest.
 */
export const BACKLOG = `
  WITH RECURSIVE ${WAITING},
  due AS (
    SELECT CASE WHEN isfinite(due_at) THEN due_at ELSE oldest.created_at END AS since
    FROM waiting JOIN webhook_endpoints endpoint ON endpoint.id = waiting.endpoint_id
    CROSS JOIN LATERAL (
      (SELECT due_at, created_at FROM webhook_deliveries
      WHERE endpoint_id = endpoint.id AND status = 'pending' AND due_at = '-infinity'
      ORDER BY event_position LIMIT 1)
      UNION ALL
      (SELECT due_at, created_at FROM webhook_deliveries
      WHERE endpoint_id = endpoint.id AND status = 'pending' AND due_at > '-infinity' AND due_at <= $1
      ORDER BY due_at LIMIT 1)
    ) oldest
    WHERE endpoint.status = 'active'
      AND NOT EXISTS (SELECT FROM accounts WHERE accounts.id = endpoint.account_id AND suspended_at IS NOT NULL)
  )
  SELECT
    (SELECT count(*) FROM (
      SELECT FROM webhook_deliveries WHERE status = 'pending' LIMIT ${PENDING_COUNTED_MAX}) counted),
    (SELECT min(since) FROM due)`;

type BacklogRow = [pending: string, dueSince: string | null];

export async function readBacklog(client: PoolClient, now: Date): Promise<DeliveryBacklog> {
  await client.query(BACKLOG_SETTINGS);
  const { rows } = await client.query<BacklogRow>(rowsOf(BACKLOG, [now]));
  const [pending, dueSince] = rows[0]!;
  return { pending: Number(pending), dueSince: dueSince === null ? null : new Date(dueSince) };
}
