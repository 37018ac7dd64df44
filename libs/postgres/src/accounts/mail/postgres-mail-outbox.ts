import {
  MAIL_LEASE_SECONDS,
  type ClaimedMessage,
  type MailOutbox,
  type MailOutcome,
  type OutboxMessage,
} from '@libs/accounts';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { insertMail } from './queue-mail';

/** The first due message ($1 now) that no one else has claimed. */
const first = (where: string, order = 'due_at'): string => `
  SELECT id FROM mail_outbox WHERE status = 'pending' AND due_at <= $1 AND ${where}
  ORDER BY ${order}, id LIMIT 1 FOR UPDATE SKIP LOCKED`;
const IS_LINK = `kind IN ('password_reset', 'email_confirmation')`;
const IS_OTHER = `kind NOT IN ('password_reset', 'email_confirmation', 'digest')`;
/** Found by the index, so that messages that wait for another attempt are not read. */
const IS_DUE = `EXISTS (SELECT FROM mail_outbox WHERE status = 'pending' AND due_at <= $1 AND ${IS_OTHER})`;

/**
 * Claims one message ($1 now), so that the crash of a worker repeats at most one. Links that someone waits for come first,
 * digest mail last, and in between accounts take turns.
 */
export const CLAIM = `
  WITH link AS MATERIALIZED (${first(IS_LINK)}),
  other AS MATERIALIZED (${first(`${IS_OTHER} AND NOT EXISTS (SELECT FROM link) AND ${IS_DUE}`, 'turn_at')}),
  digest AS MATERIALIZED (${first(`kind = 'digest' AND NOT EXISTS (SELECT FROM link) AND NOT EXISTS (SELECT FROM other)`)}),
  due AS (SELECT id FROM link UNION ALL SELECT id FROM other UNION ALL SELECT id FROM digest)
  UPDATE mail_outbox SET attempts = attempts + 1, due_at = $1 + interval '${MAIL_LEASE_SECONDS} seconds'
  FROM due WHERE mail_outbox.id = due.id
  RETURNING mail_outbox.id, account_id AS "accountId", kind, sealed, created_at AS "createdAt",
    expires_at AS "expiresAt", attempts AS attempt`;

/** $1 ID, $2 attempt, $3 status, $4 time of the next attempt, $5 reason, $6 time of the end. */
const RECORD = `
  UPDATE mail_outbox SET status = $3, due_at = coalesce($4, due_at), turn_at = coalesce($4, turn_at), reason = $5, finished_at = $6,
    sealed = CASE WHEN $3 = 'pending' THEN sealed END
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

  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async add(messages: readonly OutboxMessage[]): Promise<void> {
    if (messages.length > 0) await this.pool.query(insertMail(messages));
  }

  async claim(now: Date): Promise<ClaimedMessage | null> {
    const { rows } = await this.pool.query<ClaimedMessage>(CLAIM, [now]);
    return rows[0] ?? null;
  }

  async record(
    { id, attempt }: Pick<ClaimedMessage, 'id' | 'attempt'>,
    outcome: MailOutcome,
    now: Date,
  ): Promise<void> {
    const [dueAt, finishedAt] = outcome.status === 'pending' ? [outcome.dueAt, null] : [null, now];
    const reason = outcome.status === 'sent' ? null : outcome.reason;
    await this.pool.query(RECORD, [id, attempt, outcome.status, dueAt, reason, finishedAt]);
  }

  async dropExpired(now: Date): Promise<void> {
    await this.pool.query(DROP_EXPIRED, [now]);
  }

  async removeFinished(end: Date): Promise<number> {
    return (await this.pool.query(REMOVE, [end])).rowCount ?? 0;
  }
}
