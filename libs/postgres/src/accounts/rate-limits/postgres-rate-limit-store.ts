import {
  HOUR_SECONDS,
  MINUTE_SECONDS,
  UNLIMITED,
  windowState,
  type RateLimitPolicy,
  type RateLimitState,
  type RateLimitStore,
  type WindowState,
} from '@libs/accounts';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';

/** Requests counted in the window; 0 if the window has ended. */
const used = (name: 'hour' | 'minute') =>
  `CASE WHEN r.${name}_start > excluded.${name}_start - interval '1 ${name}' THEN r.${name}_count ELSE 0 END`;

/** Start of the window: now if the count is 0, or if the stored start is in the future (the clock was set back). */
const start = (name: 'hour' | 'minute') =>
  `CASE WHEN ${name}_used > 0 THEN least(r.${name}_start, excluded.${name}_start) ELSE excluded.${name}_start END`;

/** Not `extract`, whose result is numeric and takes several times as long. */
const epochMs = (time: string) => `round(date_part('epoch', ${time}) * 1000)`;

/**
 * Counts requests of several keys: $1 the keys, $2 the number of requests of each, $3 and $4 the quotas per hour and
 * minute, and $5 and $6 the increments (1, or 0 if the policy is off). `counted` is the number of admitted requests.
 * Rejected requests also write the row, because only written rows are returned. Locks the rows in the order of the keys,
 * so that two statements can't deadlock. The time is the database's now(), which all instances share, passed as
 * `excluded.…_start`. OFFSET 0 prevents the planner from inlining the expressions, which would double the time.
 */
const TAKE = `
  INSERT INTO rate_limits AS r (key_id, hour_start, hour_count, minute_start, minute_count, counted)
  SELECT key_id, now(), least(n, $3, $4) * $5, now(), least(n, $3, $4) * $6, least(n, $3, $4)
  FROM unnest($1::uuid[], $2::integer[]) AS taken (key_id, n) ORDER BY key_id
  ON CONFLICT (key_id) DO UPDATE SET (hour_start, hour_count, minute_start, minute_count, counted) = (
    SELECT ${start('hour')}, hour_used + n * $5, ${start('minute')}, minute_used + n * $6, n
    FROM (
      SELECT *, greatest(0, least(excluded.counted, $3 - hour_used, $4 - minute_used)) AS n
      FROM (SELECT ${used('hour')} AS hour_used, ${used('minute')} AS minute_used OFFSET 0) used
      OFFSET 0) decided)
  RETURNING key_id, counted, hour_count, minute_count, ${epochMs('hour_start')} AS hour_start,
    ${epochMs('minute_start')} AS minute_start, ${epochMs('now()::timestamptz(3)')} AS now`;

const PEEK = `
  SELECT coalesce(hour_count, 0) AS hour_count, coalesce(minute_count, 0) AS minute_count,
    coalesce(${epochMs('hour_start')}, 0) AS hour_start, coalesce(${epochMs('minute_start')}, 0) AS minute_start,
    ${epochMs('now()::timestamptz(3)')} AS now
  FROM (SELECT) one LEFT JOIN rate_limits ON key_id = $1`;

/** Rows per statement. A request whose row is being deleted waits for it: about 15 ms. */
const PURGE_ROWS = 10_000;

/** Skips rows that are being counted, which are no longer expired then. A count of 0 means that there is no window. */
const PURGE = `
  DELETE FROM rate_limits WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM rate_limits
    WHERE (hour_count = 0 OR hour_start <= now() - interval '${HOUR_SECONDS} seconds')
      AND (minute_count = 0 OR minute_start <= now() - interval '${MINUTE_SECONDS} seconds')
    LIMIT ${PURGE_ROWS} FOR UPDATE SKIP LOCKED))`;

/** Clients without a key can add a row per IP address and minute, so ended rows are deleted soon. */
const PURGE_MS = 60_000;

/** Quota of a policy that is off: the largest PostgreSQL integer, which is never reached. */
const OFF = 2_147_483_647;

const MAX_STATEMENTS = 2;

/** Maximum wait for a statement, as for a connection. */
const WAIT_MS = 5_000;

interface Row {
  readonly key_id: string;
  readonly counted: number;
  readonly hour_count: number;
  readonly minute_count: number;
  readonly hour_start: number;
  readonly minute_start: number;
  readonly now: number;
}

/** A request that no statement counts yet. */
interface Waiting {
  readonly since: number;
  readonly policies: readonly RateLimitPolicy[];
  resolve(state: RateLimitState): void;
  reject(error: unknown): void;
}

interface Options {
  /** Called if a purge fails. The purge is retried later. */
  readonly onPurgeFailed?: (error: unknown) => void;
  readonly purgeMs?: number;
  /** Statements that count at the same time. Requests that arrive meanwhile are counted together by the next one. */
  readonly maxStatements?: number;
}

/** Requests by key that one statement counts. All have the same quotas. */
type Batch = Map<string, Waiting[]>;

/**
 * Counts requests across processes: one row per key. While statements are running, the next requests wait and are then
 * counted by one statement. Periodically deletes expired rows.
 */
export class PostgresRateLimitStore implements RateLimitStore {
  private readonly pool: Pool;
  private purgedAt = performance.now();
  /** Batches by their quotas, which are separated by a slash. */
  private readonly waiting = new Map<string, Batch>();
  private running = 0;
  private readonly options: Required<Options>;

  constructor(dataSource: DataSource, options: Options = {}) {
    this.pool = poolOf(dataSource);
    this.options = {
      onPurgeFailed: () => {},
      purgeMs: PURGE_MS,
      maxStatements: MAX_STATEMENTS,
      ...options,
    };
  }

  take(keyId: string, policies: readonly RateLimitPolicy[]): RateLimitState | Promise<RateLimitState> {
    if (policies.length === 0) return UNLIMITED;
    return new Promise((resolve, reject) => {
      const quotas = `${quotaOf('hour', policies)}/${quotaOf('minute', policies)}`;
      let batch = this.waiting.get(quotas);
      if (!batch) this.waiting.set(quotas, (batch = new Map()));
      const requests = batch.get(keyId);
      const request = { since: performance.now(), policies, resolve, reject };
      if (requests) requests.push(request);
      else batch.set(keyId, [request]);
      this.countNext();
    });
  }

  private countNext(): void {
    if (this.running === this.options.maxStatements) return;
    const [next] = this.waiting;
    if (!next) return;
    const [quotas, batch] = next;
    this.waiting.delete(quotas);
    this.running++;
    const [hour, minute] = quotas.split('/').map(Number) as [number, number];
    const done = () => {
      this.running--;
      this.countNext();
    };
    this.count(batch, hour, minute)
      .catch((error: unknown) => {
        for (const requests of batch.values()) requests.forEach(({ reject }) => reject(error));
      })
      .then(done, done);
    this.purgeOccasionally();
  }

  private async count(batch: Batch, hour: number, minute: number): Promise<void> {
    rejectLate(batch);
    if (batch.size === 0) return;
    const increments = [hour, minute].map((quota) => Number(quota < OFF)) as [number, number];
    const numbers = [...batch.values()].map(({ length }) => length);
    const values = [[...batch.keys()], numbers, hour, minute, ...increments];
    const { rows } = await this.pool.query<Row>(TAKE, values);
    for (const row of rows) {
      batch.get(row.key_id)!.forEach(({ policies, resolve }, i) => {
        // The counts of the row include the admitted requests after this one.
        const later = Math.max(0, row.counted - 1 - i);
        const counts = {
          ...row,
          hour_count: row.hour_count - later * increments[0],
          minute_count: row.minute_count - later * increments[1],
        };
        resolve({ admitted: i < row.counted, windows: windowsOf(counts, policies) });
      });
    }
  }

  async clear(bucketId: string): Promise<void> {
    await this.pool.query('DELETE FROM rate_limits WHERE key_id = $1', [bucketId]);
  }

  async peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]> {
    if (policies.length === 0) return [];
    const { rows } = await this.pool.query<Row>(PEEK, [bucketId]);
    return windowsOf(rows[0]!, policies);
  }

  /** Not awaited, so that no request waits for it. */
  private purgeOccasionally(): void {
    if (performance.now() - this.purgedAt < this.options.purgeMs) return;
    this.purgedAt = performance.now();
    this.purge().catch(this.options.onPurgeFailed);
  }

  private async purge(): Promise<void> {
    while ((await this.pool.query(PURGE)).rowCount === PURGE_ROWS);
  }
}

/** Rejects requests that have waited too long, as the pool does, and removes them. */
function rejectLate(batch: Batch): void {
  const oldest = performance.now() - WAIT_MS;
  for (const [keyId, requests] of batch) {
    const late = requests.filter(({ since }) => since < oldest);
    late.forEach(({ reject }) => reject(new Error('timeout exceeded when trying to connect')));
    if (late.length === requests.length) batch.delete(keyId);
    else if (late.length > 0) batch.set(keyId, requests.slice(late.length));
  }
}

function windowsOf(
  row: Omit<Row, 'key_id' | 'counted'>,
  policies: readonly RateLimitPolicy[],
): WindowState[] {
  return policies.map((policy) => {
    const window = { start: row[`${policy.name}_start`], count: row[`${policy.name}_count`] };
    return windowState(policy, window, row.now);
  });
}

function quotaOf(name: RateLimitPolicy['name'], policies: readonly RateLimitPolicy[]): number {
  return policies.find((policy) => policy.name === name)?.quota ?? OFF;
}
