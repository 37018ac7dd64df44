import type { OutboxMessage } from '@libs/accounts';
import type { QueryConfig } from 'pg';
import type { EntityManager } from 'typeorm';

/** A message, and what it is about if a later one about the same must wait for it. */
type QueuedMessage = OutboxMessage & { readonly topic?: string };

/**
 * Adds messages to the outbox. For a transaction of their change. The turns of an account are a second apart, so that the
 * hundredth message of one account waits for the first ones of others.
 */
export const insertMail = (messages: readonly QueuedMessage[]): QueryConfig => ({
  text: `
    INSERT INTO mail_outbox (id, account_id, kind, sealed, status, attempts, due_at, created_at, expires_at, topic, turn_at)
    SELECT id, account_id, kind, sealed, 'pending', 0, created_at, created_at, expires_at, topic,
      greatest(created_at, (SELECT max(turn_at) + interval '1 second' FROM mail_outbox waiting
        WHERE waiting.account_id = message.account_id AND status = 'pending' AND attempts = 0 AND kind <> 'digest'))
        + (row_number() OVER (PARTITION BY coalesce(account_id, id) ORDER BY created_at, id) - 1) * interval '1 second'
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[], $6::timestamptz[], $7::text[])
      AS message (id, account_id, kind, sealed, created_at, expires_at, topic)`,
  values: [
    messages.map(({ id }) => id),
    messages.map(({ accountId }) => accountId),
    messages.map(({ kind }) => kind),
    messages.map(({ sealed }) => Buffer.from(sealed)),
    messages.map(({ createdAt }) => createdAt),
    messages.map(({ expiresAt }) => expiresAt),
    messages.map(({ topic }) => topic ?? null),
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
