import type { SecurityLogQuery, SecurityLogRepository } from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { AccountScope } from '../connection/account-scope';
import { poolOf } from '../connection/data-source';
import { inTransaction } from '../connection/transaction';
import { actorOf } from '../events/recorded-change';
import { COLUMNS, insertEvent, lowestIdAfter, valuesOf } from './record-event';
import { ENDED_AT, OF_ALL_ACCOUNTS, setting } from '../connection/settings';

/** Rows per statement, which takes well under one second. */
const CHUNK_SIZE = 1_000;

/** $9 the lowest ID of the time, $10 the maximum. */
const INSERT_UP_TO = `
  INSERT INTO security_events (${COLUMNS})
  SELECT $1::uuid, $2, $3, $4, $5, $6, $7, $8
  WHERE (SELECT count(*) FROM security_events WHERE account_id = $1 AND id >= $9 AND type = $3) < $10`;

const LIST = `
  SELECT id, type, created_at AS "createdAt", actor, ip_address AS "ip", subject_id AS "subjectId",
    subject_name AS "subjectName"
  FROM security_events WHERE account_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;

interface EventRow extends Pick<SecurityEvent, 'id' | 'type' | 'createdAt'> {
  readonly actor: string;
  readonly ip: string | null;
  readonly subjectId: string | null;
  readonly subjectName: string | null;
}

/** Not set to any account: the transaction can access the old events of all accounts, and nothing else. */
const SET_END = `SELECT ${OF_ALL_ACCOUNTS}, ${setting(ENDED_AT, '$1')}`;
const DELETE = `
  DELETE FROM security_events WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM security_events WHERE created_at < $1 ORDER BY created_at LIMIT ${CHUNK_SIZE}
    FOR UPDATE SKIP LOCKED))`;

/** The security log in PostgreSQL. */
export class PostgresSecurityLog implements SecurityLogRepository {
  private readonly scope: AccountScope;

  constructor(private readonly dataSource: DataSource) {
    this.scope = new AccountScope(dataSource);
  }

  async add(event: SecurityEvent): Promise<void> {
    await this.scope.query(event.accountId, insertEvent(event));
  }

  async addUpTo(max: number, since: Date, event: SecurityEvent): Promise<void> {
    const values = [...valuesOf(event), lowestIdAfter(since), max];
    await this.scope.query(event.accountId, { text: INSERT_UP_TO, values });
  }

  async list(accountId: string, { before, limit }: SecurityLogQuery): Promise<readonly SecurityEvent[]> {
    if (!isUuid(accountId)) return [];
    const values = [accountId, before ?? null, limit + 1];
    const { rows } = await this.scope.query(accountId, { text: LIST, values });
    return (rows as EventRow[]).map((row) => eventOf(accountId, row));
  }

  async removeBefore(end: Date): Promise<number> {
    const setEnd = { text: SET_END, values: [end.toISOString()] };
    return inTransaction(
      poolOf(this.dataSource),
      setEnd,
      async (client) => (await client.query(DELETE, [end])).rowCount ?? 0,
    );
  }
}

function eventOf(
  accountId: string,
  { id, type, createdAt, actor, ip, subjectId, subjectName }: EventRow,
): SecurityEvent {
  return {
    id,
    accountId,
    type,
    createdAt,
    by: { ...actorOf(actor), ...(ip !== null && { ip }) },
    subject: {
      ...(subjectId !== null && { id: subjectId }),
      ...(subjectName !== null && { name: subjectName }),
    },
  };
}
