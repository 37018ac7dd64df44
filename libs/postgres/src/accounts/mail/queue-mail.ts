import { MAIL_PRIORITY, type OutboxMessage } from '@libs/accounts';
import type { QueryConfig } from 'pg';
import type { EntityManager } from 'typeorm';

/** A message, and what it is about if a later one about the same must wait for it. */
type QueuedMessage = OutboxMessage & {
  readonly topic?: string;
  /** The message about status that it belongs to (status-messages.md 5). */
  readonly about?: string;
};

/**
 * The turn after the last one of the account, but none before the first message that waits: so the hundredth message of one
 * account waits for the first ones of others, also of those that come later. Messages without an account have turns of
 * their own.
 * @param message the alias of a row with an account and a priority
 */
export const nextTurn = (message: string): string => `
  greatest(0, (
    SELECT turn FROM mail_outbox waiting WHERE status = 'pending' AND attempts = 0 AND priority = ${message}.priority
    ORDER BY turn LIMIT 1
  ), (
    SELECT turn + 1 FROM mail_outbox own WHERE own.account_id = ${message}.account_id
      AND status = 'pending' AND attempts = 0 AND priority = ${message}.priority
    ORDER BY turn DESC LIMIT 1
  ))`;

/** Adds messages to the outbox. For a transaction of their change. */
export const insertMail = (messages: readonly QueuedMessage[]): QueryConfig => ({
  text: `
    INSERT INTO mail_outbox (id, account_id, kind, sealed, status, attempts, due_at, created_at, expires_at, topic, about, priority, turn)
    SELECT id, account_id, kind, sealed, 'pending', 0, created_at, created_at, expires_at, topic, about, priority,
      ${nextTurn('message')}
        + row_number() OVER (PARTITION BY priority, coalesce(account_id, id) ORDER BY created_at, id) - 1
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::smallint[], $9::uuid[])
      AS message (id, account_id, kind, sealed, created_at, expires_at, topic, priority, about)`,
  values: [
    messages.map(({ id }) => id),
    messages.map(({ accountId }) => accountId),
    messages.map(({ kind }) => kind),
    messages.map(({ sealed }) => Buffer.from(sealed)),
    messages.map(({ createdAt }) => createdAt),
    messages.map(({ expiresAt }) => expiresAt),
    messages.map(({ topic }) => topic ?? null),
    messages.map(({ kind }) => MAIL_PRIORITY[kind]),
    messages.map(({ about }) => about ?? null),
  ],
});

/** Adds messages to the outbox, in the transaction of the manager. */
export async function queueMail(
  manager: EntityManager,
  messages: readonly OutboxMessage[] = [],
): Promise<void> {
  if (messages.length === 0) return;
  const { text, values } = insertMail(messages);
  await manager.query(text, values as unknown[]);
}
