import {
  LAST_PRIORITY,
  MAIL_LEASE_SECONDS,
  type ClaimedMessage,
  type MailOutbox,
  type MailOutcome,
  type OutboxMessage,
} from '@libs/accounts';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { MailQuota } from './mail-quota';
import { insertMail, nextTurn } from './queue-mail';

/** Due messages ($1 now) that no one else has claimed, at most $2, with a priority up to $3. */
const due = (where: string, order: string): string => `
  SELECT id, priority, turn FROM mail_outbox
  WHERE status = 'pending' AND ${where} AND due_at <= $1 AND priority <= $3
  ORDER BY priority, ${order}, id LIMIT $2 FOR UPDATE SKIP LOCKED`;

/**
 * Claims messages ($1 now, $2 number, $3 last priority) in the order in which to send them. New messages have an index by
 * turn, repeated ones by time, so that neither reads those that wait for another attempt.
 */
export const CLAIM = `
  WITH new AS MATERIALIZED (${due('attempts = 0', 'turn')}),
  repeated AS MATERIALIZED (${due('attempts > 0', 'due_at')}),
  due AS (SELECT * FROM new UNION ALL SELECT * FROM repeated ORDER BY priority, turn, id LIMIT $2),
  claimed AS (
    UPDATE mail_outbox SET attempts = attempts + 1, due_at = $1 + interval '${MAIL_LEASE_SECONDS} seconds'
    FROM due WHERE mail_outbox.id = due.id
    RETURNING mail_outbox.*
  )
  SELECT id, account_id AS "accountId", kind, sealed, created_at AS "createdAt", expires_at AS "expiresAt",
    attempts AS attempt
  FROM claimed ORDER BY priority, turn, id`;

const IS_CLAIMED = `SELECT FROM mail_outbox WHERE id = $1 AND attempts = $2 AND status = 'pending'`;

/** $1 ID, $2 attempt, $3 status, $4 time of the next attempt, $5 reason, $6 time of the end. */
const RECORD = `
  UPDATE mail_outbox message SET status = $3, due_at = coalesce($4, due_at), reason = $5, finished_at = $6,
    sealed = CASE WHEN $3 = 'pending' THEN sealed END,
    turn = CASE WHEN $3 = 'pending' THEN 1 + ${nextTurn('message')} ELSE turn END
  WHERE id = $1 AND attempts = $2 AND status = 'pending'`;

const DROP_EXPIRED = `
  UPDATE mail_outbox SET status = 'expired', sealed = NULL, finished_at = $1, reason = 'expired'
  WHERE status = 'pending' AND expires_at <= $1`;

const REMOVED_AT_ONCE = 1_000;
const REMOVE = `
  DELETE FROM mail_outbox WHERE id = ANY (ARRAY (
    SELECT id FROM mail_outbox WHERE finished_at < $1 LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`;

/** Messages of all accounts in PostgreSQL. Several workers can claim at the same time. */
export class PostgresMailOutbox implements MailOutbox {
  private readonly pool: Pool;
  private readonly quota: MailQuota | null;

  /** @param perHour the number of messages that may be sent in an hour; 0 if there is no limit */
  constructor(dataSource: DataSource, perHour = 0) {
    this.pool = poolOf(dataSource);
    this.quota = perHour > 0 ? new MailQuota(this.pool, perHour) : null;
  }

  async add(messages: readonly OutboxMessage[]): Promise<void> {
    if (messages.length > 0) await this.pool.query(insertMail(messages));
  }

  async claim(now: Date, limit: number): Promise<readonly ClaimedMessage[]> {
    const claim = async (client: Pick<PoolClient, 'query'>, count: number, lastPriority: number) =>
      (await client.query<ClaimedMessage>(CLAIM, [now, count, lastPriority])).rows;
    return this.quota ? this.quota.claim(now, limit, claim) : claim(this.pool, limit, LAST_PRIORITY);
  }

  async isClaimed({ id, attempt }: Pick<ClaimedMessage, 'id' | 'attempt'>): Promise<boolean> {
    return (await this.pool.query(IS_CLAIMED, [id, attempt])).rowCount === 1;
  }

  async record(
    { id, attempt }: Pick<ClaimedMessage, 'id' | 'attempt'>,
    outcome: MailOutcome,
    now: Date,
  ): Promise<void> {
    const [dueAt, finishedAt] = outcome.status === 'pending' ? [outcome.dueAt, null] : [null, now];
    const reason = outcome.status === 'sent' ? null : outcome.reason;
    const values = [id, attempt, outcome.status, dueAt, reason, finishedAt];
    const { rowCount } = await this.pool.query(RECORD, values);
    if (rowCount === 1 && outcome.status !== 'sent') await this.quota?.giveBack(now);
  }

  async dropExpired(now: Date): Promise<void> {
    await this.pool.query(DROP_EXPIRED, [now]);
  }

  async removeFinished(end: Date): Promise<number> {
    return (await this.pool.query(REMOVE, [end])).rowCount ?? 0;
  }
}
