import {
  HOUR_SECONDS,
  MINUTE_SECONDS,
  UNLIMITED,
  windowState,
  type RateLimitPolicy,
  type RateLimitState,
  type RateLimitStore,
} from '@libs/accounts';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../account-scope';

/** A window's start as it holds now: none when it has ended, never counted, or its policy ($n, the quota) is off. */
const running = (name: 'hour' | 'minute') =>
  `r.${name}_count > 0 AND r.${name}_start > now.at - interval '1 ${name}'`;

const epochMs = (time: string) => `(extract(epoch FROM ${time}) * 1000)::float8`;

/**
 * One request, $1 the key, $2 and $3 the quotas of hour and minute (0: off). `old` is how the windows stand now,
 * ended ones at 0; `new` is how they stand then. A refused request writes the old ones, because only a row that is
 * written is returned. Time is the database's, so that all instances share it; a start later than now (clocks are
 * set back) is pulled back to now.
 */
const TAKE = `
  INSERT INTO rate_limits AS r (key_id, hour_start, hour_count, minute_start, minute_count, admitted)
  VALUES ($1, now(), ($2::integer > 0)::integer, now(), ($3::integer > 0)::integer, true)
  ON CONFLICT (key_id) DO UPDATE SET (hour_start, hour_count, minute_start, minute_count, admitted) = (
    SELECT
      CASE WHEN ok AND $2 > 0 AND hour_used = 0 THEN at ELSE least(r.hour_start, at) END,
      CASE WHEN ok AND $2 > 0 THEN hour_used + 1 ELSE r.hour_count END,
      CASE WHEN ok AND $3 > 0 AND minute_used = 0 THEN at ELSE least(r.minute_start, at) END,
      CASE WHEN ok AND $3 > 0 THEN minute_used + 1 ELSE r.minute_count END,
      ok
    FROM (SELECT now()::timestamptz(3) AS at) now
    CROSS JOIN LATERAL (SELECT
      CASE WHEN ${running('hour')} THEN r.hour_count ELSE 0 END AS hour_used,
      CASE WHEN ${running('minute')} THEN r.minute_count ELSE 0 END AS minute_used) used
    CROSS JOIN LATERAL (SELECT ($2 = 0 OR hour_used < $2) AND ($3 = 0 OR minute_used < $3) AS ok) admission)
  RETURNING admitted, hour_count, minute_count, ${epochMs('hour_start')} AS hour_start,
    ${epochMs('minute_start')} AS minute_start, ${epochMs('now()::timestamptz(3)')} AS now`;

/** A key that comes back in the meantime keeps its row: DELETE looks again at a row it had to wait for. */
const PURGE = `
  DELETE FROM rate_limits
  WHERE hour_start <= now() - interval '${HOUR_SECONDS} seconds'
    AND minute_start <= now() - interval '${MINUTE_SECONDS} seconds'`;

const PURGE_MS = 600_000;

interface Row {
  readonly admitted: boolean;
  readonly hour_count: number;
  readonly minute_count: number;
  readonly hour_start: number;
  readonly minute_start: number;
  readonly now: number;
}

/** Counts for any number of processes, one row a key and one statement a request. Rows at rest go now and then. */
export class PostgresRateLimitStore implements RateLimitStore {
  private readonly pool: Pool;
  private purgedAt = performance.now();

  constructor(
    dataSource: DataSource,
    /** Told when a purge failed; it is tried again later. */
    private readonly onPurgeFailed: (error: unknown) => void = () => {},
    private readonly purgeMs = PURGE_MS,
  ) {
    this.pool = poolOf(dataSource);
  }

  async take(keyId: string, policies: readonly RateLimitPolicy[]): Promise<RateLimitState> {
    if (policies.length === 0) return UNLIMITED;
    const { rows } = await this.pool.query<Row>(TAKE, [
      keyId,
      quotaOf('hour', policies),
      quotaOf('minute', policies),
    ]);
    this.purgeNowAndThen();
    const row = rows[0]!;
    const windows = policies.map((policy) => {
      const window = { start: row[`${policy.name}_start`], count: row[`${policy.name}_count`] };
      return windowState(policy, window, row.now);
    });
    return { admitted: row.admitted, windows };
  }

  /** Not awaited: it is nobody's request. */
  private purgeNowAndThen(): void {
    if (performance.now() - this.purgedAt < this.purgeMs) return;
    this.purgedAt = performance.now();
    this.pool.query(PURGE).catch(this.onPurgeFailed);
  }
}

function quotaOf(name: RateLimitPolicy['name'], policies: readonly RateLimitPolicy[]): number {
  return policies.find((policy) => policy.name === name)?.quota ?? 0;
}
