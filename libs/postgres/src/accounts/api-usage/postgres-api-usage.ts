import type { ApiUsageRepository, DailyRequests } from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { withinShare } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';

/** Locks the rows in the order of the keys, so that two instances can't deadlock. */
const ADD = `
  INSERT INTO api_usage AS u (key_id, date, accepted, rate_limited, failed)
  SELECT counted.* FROM unnest($1::uuid[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[])
    AS counted (key_id, date, accepted, rate_limited, failed)
  JOIN api_keys k ON k.id = counted.key_id
  ORDER BY counted.key_id, counted.date
  ON CONFLICT (key_id, date) DO UPDATE SET accepted = u.accepted + excluded.accepted,
    rate_limited = u.rate_limited + excluded.rate_limited, failed = u.failed + excluded.failed`;

const LIST = `
  SELECT key_id, u.date::text AS date, accepted, rate_limited, failed
  FROM api_usage u JOIN api_keys k ON k.id = u.key_id
  WHERE k.account_id = $1 AND u.date >= $2::date ORDER BY key_id, u.date`;

/** Rows per statement, which takes well under one second. */
const CHUNK_SIZE = 10_000;

const DELETE = `
  DELETE FROM api_usage WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM api_usage WHERE date < $1::date LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED))`;

interface Row {
  readonly key_id: string;
  readonly date: string;
  readonly accepted: string;
  readonly rate_limited: string;
  readonly failed: string;
}

/** Requests of API keys in PostgreSQL. As the keys, they have no row-level security: one statement adds those of all accounts. */
export class PostgresApiUsage implements ApiUsageRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(requests: readonly DailyRequests[]): Promise<void> {
    if (requests.length === 0) return;
    await poolOf(this.dataSource).query(ADD, [
      requests.map(({ keyId }) => keyId),
      requests.map(({ date }) => date),
      requests.map(({ accepted }) => accepted),
      requests.map(({ rateLimited }) => rateLimited),
      requests.map(({ failed }) => failed),
    ]);
  }

  async list(accountId: string, first: string): Promise<readonly DailyRequests[]> {
    if (!isUuid(accountId)) return [];
    const { rows } = await withinShare(this.dataSource, accountId, () =>
      poolOf(this.dataSource).query<Row>(LIST, [accountId, first]),
    );
    return rows.map((row) => ({
      keyId: row.key_id,
      date: row.date,
      accepted: Number(row.accepted),
      rateLimited: Number(row.rate_limited),
      failed: Number(row.failed),
    }));
  }

  async removeBefore(first: string): Promise<number> {
    return (await poolOf(this.dataSource).query(DELETE, [first])).rowCount ?? 0;
  }
}
