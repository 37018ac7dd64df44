import { anAccount, aPerson } from '@libs/accounts/testing';
import { anAccountId, type StatusMessageHarness } from '@libs/feedback/testing';
import { PostgresAccountRepository } from '../src/accounts/account/postgres-account-repository';
import { poolOf } from '../src/connection/data-source';
import { maintainEventPartitions } from '../src/events/event-partitions';
import { publishAll } from './publish-all';
import { PostgresFeedbackRepository } from '../src/feedback/items/postgres-feedback-repository';
import { PostgresFollowerRepository } from '../src/followers/postgres-follower-repository';
import { PostgresStatusMessageRepository } from '../src/followers/status-messages/postgres-status-message-repository';
import { sharedDataSource } from './in-test-file';

const WAITING = `SELECT id FROM mail_outbox WHERE account_id = $1 AND status = 'pending' ORDER BY turn`;
const ACCEPT = `UPDATE mail_outbox SET status = 'sent', sealed = NULL, finished_at = now() WHERE id = $1`;
const ADD_SENT = `
  INSERT INTO status_messages (account_id, id, state, actor, created_at, due_at, asked)
  SELECT $1, gen_random_uuid(), 'sent', 'system', $3, $3, $2`;
const ADD_FOLLOWERS = `
  WITH added AS (
    INSERT INTO followers (account_id, id, email, confirmed_at, generation, created_at)
    SELECT $1, gen_random_uuid(), n || '.' || $2::uuid || '@example.com', now(), 'g', now() FROM generate_series(1, $3::integer) n RETURNING id
  )
  INSERT INTO followed_items (account_id, follower_id, item_id, created_at) SELECT $1, id, $2, now() FROM added`;

/** Messages to followers in PostgreSQL, with an outbox that can be read. */
export async function mailHarness(as: 'role' | 'superuser'): Promise<StatusMessageHarness> {
  const dataSource = await sharedDataSource(as);
  const pool = poolOf(await sharedDataSource('superuser'));
  return {
    items: new PostgresFeedbackRepository(dataSource),
    followers: new PostgresFollowerRepository(dataSource),
    messages: new PostgresStatusMessageRepository(dataSource),
    addAccount: async () => {
      const id = anAccountId();
      await new PostgresAccountRepository(dataSource).add(anAccount({ id }), aPerson());
      return id;
    },
    addFollowers: async (...values) => {
      const client = await pool.connect();
      // Each foreign key would be checked with a plan for the empty table.
      await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
      await client.query(ADD_FOLLOWERS, values);
      await client.query('COMMIT; ANALYZE followers; ANALYZE followed_items');
      client.release();
    },
    addSent: async (...values) => void (await pool.query(ADD_SENT, values)),
    waiting: async (accountId) => {
      const { rows } = await pool.query<{ id: string }>(WAITING, [accountId]);
      return rows.map(({ id }) => id);
    },
    published: async () => {
      await maintainEventPartitions(pool, 30, new Date());
      await publishAll(pool);
    },
    accept: async (_, id) => void (await pool.query(ACCEPT, [id])),
  };
}
