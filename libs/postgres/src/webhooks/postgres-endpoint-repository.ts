import {
  originOf,
  type AttemptCounts,
  type DescribedEndpoint,
  type DisabledReason,
  type Endpoint,
  type EndpointRepository,
} from '@libs/webhooks';
import { isUuid, type Requester, type SecurityEvent } from '@libs/kernel';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { poolOf } from '../connection/data-source';
import { repeatedAfterDeadlock } from '../connection/transaction';
import { asPublisher } from '../events/as-publisher';
import { SealedWebhookUrls1765730000000 } from '../migrations/webhooks/1765730000000-sealed-webhook-urls';
import { addEvent, recordEvent, requireRole } from '../security-log/record-event';
import {
  describedOf,
  ENDPOINT_COLUMNS,
  INSERT_ENDPOINT,
  UPDATE_ENDPOINT,
  valuesOf,
  type EndpointRow,
} from './endpoint.rows';

/** Serializes new endpoints of an account, and waits for a concurrent deletion of the account. */
const LOCK_ACCOUNT = `SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE`;
const COUNT = `SELECT count(*)::integer AS count FROM webhook_endpoints WHERE account_id = $1`;

/** $1 account, $2 end of the 24 hours, $3 ID or null. */
const LIST = `
  SELECT ${ENDPOINT_COLUMNS}, hours.* FROM webhook_endpoints endpoint
  LEFT JOIN LATERAL (
    SELECT sum(succeeded) AS succeeded, sum(failed) AS failed, sum(duration_ms) AS "durationMs"
    FROM webhook_hours hour
    WHERE endpoint_id = endpoint.id AND hour > $2::timestamptz - interval '24 hours'
  ) hours ON true
  WHERE account_id = $1 AND ($3::uuid IS NULL OR id = $3)
  ORDER BY id DESC`;

/** Statements that queue deliveries of the endpoint lock it FOR KEY SHARE, so this waits for them, and they for this. */
const LOCK = `
  SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints endpoint WHERE account_id = $1 AND id = $2 FOR UPDATE`;

/**
 * Locks in the order of IDs, as the publisher and the worker do, to prevent deadlocks. $2 maximum, $3 the ID before.
 * Returns the last ID, or null if no others follow.
 */
const CANCEL = `
  WITH locked AS (
    SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'pending' AND id > $3
    ORDER BY id LIMIT $2 FOR UPDATE
  ),
  cancelled AS (
    UPDATE webhook_deliveries delivery SET status = 'cancelled', due_at = NULL, is_claimed = false
    FROM locked WHERE delivery.endpoint_id = $1 AND delivery.id = locked.id
  )
  SELECT id FROM locked ORDER BY id OFFSET $2 - 1`;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Without the path of the URL, which can be a secret. */
const RECORD = `
  INSERT INTO feedback_changes (account_id, actor, kind, item)
  SELECT $1, 'system', 'disabled',
    json_build_object('webhook', json_build_object('id', id,
      'url', $3::text, 'disabled_reason', disabled_reason))
  FROM webhook_endpoints WHERE account_id = $1 AND id = $2`;

const IDS = `SELECT id FROM webhook_endpoints WHERE account_id = $1`;
/** Locks in the order of IDs, as `CANCEL`. */
const REMOVE_DELIVERIES = `
  DELETE FROM webhook_deliveries WHERE endpoint_id = $1 AND id = ANY (ARRAY (
    SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY id LIMIT $2 FOR UPDATE))`;
const REMOVE_HOURS = `DELETE FROM webhook_hours WHERE endpoint_id = $1`;
const REMOVE = `DELETE FROM webhook_endpoints WHERE id = $1`;
/** Deliveries per transaction, because queueing of all accounts waits for it. */
const AT_ONCE = 1_000;

const COUNTS = `
  SELECT hour, succeeded, failed FROM webhook_hours
  WHERE account_id = $1 AND endpoint_id = $2 AND hour >= $3 ORDER BY hour`;

const SEALS_URLS = `SELECT FROM required_migrations WHERE name = $1`;

const ALL_SEALED = `SELECT id, sealed FROM webhook_endpoints ORDER BY id FOR NO KEY UPDATE`;
const RESEAL = `UPDATE webhook_endpoints SET sealed = $2 WHERE id = $1`;

interface ChangeOptions {
  /** The caller whose role is checked first. */
  readonly by?: Requester;
  /** Runs in the transaction of the change. */
  readonly also: (client: PoolClient, changed: Endpoint, current: Endpoint) => Promise<void>;
}

/** Endpoints in PostgreSQL. */
export class PostgresEndpointRepository implements EndpointRepository {
  private readonly scope: AccountScope;

  /** @param atOnce deliveries that a transaction cancels or deletes */
  constructor(
    private readonly dataSource: DataSource,
    private readonly atOnce = AT_ONCE,
  ) {
    this.scope = new AccountScope(dataSource);
  }

  async add(
    endpoint: Endpoint,
    max: number,
    event?: SecurityEvent,
  ): Promise<'added' | 'limit_reached' | 'account_not_found'> {
    const { accountId } = endpoint;
    return this.scope.transaction(accountId, async (client) => {
      if ((await client.query(LOCK_ACCOUNT, [accountId])).rowCount === 0) return 'account_not_found';
      const { rows } = await client.query<{ count: number }>(COUNT, [accountId]);
      if (rows[0]!.count >= max) return 'limit_reached';
      await client.query(INSERT_ENDPOINT, valuesOf(endpoint));
      await recordEvent(client, event);
      return 'added';
    });
  }

  list(accountId: string, now: Date): Promise<readonly DescribedEndpoint[]> {
    return this.read(accountId, null, now);
  }

  async find(accountId: string, id: string, now: Date): Promise<DescribedEndpoint | null> {
    if (!isUuid(id)) return null;
    return (await this.read(accountId, id, now))[0] ?? null;
  }

  private async read(accountId: string, id: string | null, now: Date): Promise<readonly DescribedEndpoint[]> {
    const { rows } = await this.scope.query(accountId, { text: LIST, values: [accountId, now, id] });
    return (rows as EndpointRow[]).map(describedOf);
  }

  async change(
    accountId: string,
    id: string,
    change: (current: Endpoint) => Endpoint,
    eventOf?: (changed: Endpoint, current: Endpoint) => SecurityEvent | null,
    by?: Requester,
  ): Promise<Endpoint | null> {
    if (!isUuid(id)) return null;
    const record = by ? addEvent : recordEvent;
    const also: ChangeOptions['also'] = (client, ...states) => record(client, eventOf?.(...states));
    return this.store(accountId, id, change, { by, also });
  }

  async disable(accountId: string, id: string, reason: DisabledReason, at: Date): Promise<boolean> {
    if (!isUuid(id)) return false;
    let isActive = false;
    const change = (current: Endpoint): Endpoint => {
      isActive = current.status === 'active';
      return isActive ? { ...current, status: 'disabled', disabledReason: reason, updatedAt: at } : current;
    };
    const also = async (client: PoolClient, { url }: Endpoint) => {
      if (isActive) await client.query(RECORD, [accountId, id, originOf(url)]);
    };
    await this.store(accountId, id, change, { also });
    return isActive;
  }

  /** Of an endpoint that is disabled, in parts, because the publisher waits for the lock of the endpoint. */
  private async cancelPending(accountId: string, id: string): Promise<void> {
    for (let last: string | null = FIRST; last !== null;) {
      const after: string = last;
      last = await this.transaction(accountId, async (client) => {
        const current = await lockEndpoint(client, accountId, id);
        return current?.status === 'disabled' ? this.cancelSome(client, id, after) : null;
      });
    }
  }

  /**
   * Stores a change, and cancels pending deliveries of an endpoint that is disabled. A process that ended can have left
   * some: these are cancelled before the endpoint is active.
   */
  private async store(
    accountId: string,
    id: string,
    change: (current: Endpoint) => Endpoint,
    { by, also }: ChangeOptions,
  ): Promise<Endpoint | null> {
    for (let after = FIRST; ;) {
      const outcome = await this.transaction(accountId, async (client) => {
        await requireRole(client, accountId, by);
        const current = await lockEndpoint(client, accountId, id);
        if (!current) return null;
        const changed = change(current);
        if (changed.status === 'active' && current.status !== 'active') {
          const last = await this.cancelSome(client, id, after);
          if (last !== null) return last;
        }
        await client.query(UPDATE_ENDPOINT, valuesOf(changed));
        await also(client, changed, current);
        return changed;
      });
      if (typeof outcome !== 'string') {
        if (outcome?.status === 'disabled') await this.cancelPending(accountId, id);
        return outcome;
      }
      after = outcome;
    }
  }

  /** Returns the last ID, or null if no pending deliveries are left. */
  private async cancelSome(client: PoolClient, id: string, after: string): Promise<string | null> {
    const { rows } = await client.query<{ id: string }>(CANCEL, [id, this.atOnce, after]);
    return rows[0]?.id ?? null;
  }

  async remove(accountId: string, id: string, event?: SecurityEvent): Promise<boolean> {
    if (!isUuid(id)) return false;
    for (;;) {
      const removed = await this.transaction(accountId, async (client) => {
        await requireRole(client, accountId, event?.by);
        const part = await this.removeSome(client, accountId, id);
        if (part === 'all') await addEvent(client, event);
        return part;
      });
      if (removed !== 'some') return removed === 'all';
    }
  }

  async removeAll(accountId: string): Promise<void> {
    const { rows } = await this.scope.query(accountId, { text: IDS, values: [accountId] });
    for (const { id } of rows as { id: string }[]) await this.remove(accountId, id);
  }

  private transaction<T>(accountId: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return repeatedAfterDeadlock(() => this.scope.transaction(accountId, work));
  }

  /** The deliveries before the endpoint: otherwise those that remain after an error would never be found again. */
  private async removeSome(
    client: PoolClient,
    accountId: string,
    id: string,
  ): Promise<'some' | 'all' | 'none'> {
    if ((await client.query(LOCK, [accountId, id])).rowCount === 0) return 'none';
    const { rowCount } = await client.query(REMOVE_DELIVERIES, [id, this.atOnce]);
    if (rowCount === this.atOnce) return 'some';
    await client.query(REMOVE_HOURS, [id]);
    await client.query(REMOVE, [id]);
    return 'all';
  }

  async attemptCounts(accountId: string, id: string, since: Date): Promise<readonly AttemptCounts[]> {
    if (!isUuid(id)) return [];
    const statement = { text: COUNTS, values: [accountId, id, since] };
    return (await this.scope.query(accountId, statement)).rows as AttemptCounts[];
  }

  async sealsUrls(): Promise<boolean> {
    const values = [SealedWebhookUrls1765730000000.name];
    return (await poolOf(this.dataSource).query(SEALS_URLS, values)).rowCount === 1;
  }

  resealAll(reseal: (endpoint: Pick<Endpoint, 'id' | 'sealed'>) => Uint8Array | null): Promise<number> {
    return asPublisher(poolOf(this.dataSource), (client) => resealAll(client, reseal));
  }
}

async function lockEndpoint(client: PoolClient, accountId: string, id: string): Promise<Endpoint | null> {
  const { rows } = await client.query<EndpointRow>(LOCK, [accountId, id]);
  return rows[0] ? describedOf(rows[0]).endpoint : null;
}

async function resealAll(
  client: PoolClient,
  reseal: (endpoint: Pick<Endpoint, 'id' | 'sealed'>) => Uint8Array | null,
): Promise<number> {
  let count = 0;
  const { rows } = await client.query<{ id: string; sealed: Buffer }>(ALL_SEALED);
  for (const row of rows) {
    const sealed = reseal(row);
    if (!sealed) continue;
    await client.query(RESEAL, [row.id, Buffer.from(sealed)]);
    count++;
  }
  return count;
}
