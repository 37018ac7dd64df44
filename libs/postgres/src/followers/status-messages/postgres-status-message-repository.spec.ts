import { anAccount, aPerson } from '@libs/accounts/testing';
import { anAccountId, statusMessageRepositoryContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { poolOf } from '../../connection/data-source';
import { PostgresFollowerRepository } from '../postgres-follower-repository';
import { PostgresFeedbackRepository } from '../../feedback/items/postgres-feedback-repository';
import { PostgresStatusMessageRepository } from './postgres-status-message-repository';

const WAITING = `SELECT id FROM mail_outbox WHERE account_id = $1 AND status = 'pending' ORDER BY turn`;
const ACCEPT = `UPDATE mail_outbox SET status = 'sent', sealed = NULL, finished_at = now() WHERE id = $1`;
const ADD_FOLLOWERS = `
  WITH added AS (
    INSERT INTO followers (account_id, id, email, confirmed_at, generation, created_at)
    SELECT $1, gen_random_uuid(), n || '.' || $2::uuid || '@example.com', now(), 'g', now() FROM generate_series(1, $3::integer) n RETURNING id
  )
  INSERT INTO followed_items (account_id, follower_id, item_id, created_at) SELECT $1, id, $2, now() FROM added`;

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  statusMessageRepositoryContract(name, async () => {
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
      waiting: async (accountId) => {
        const { rows } = await pool.query<{ id: string }>(WAITING, [accountId]);
        return rows.map(({ id }) => id);
      },
      accept: async (_, id) => void (await pool.query(ACCEPT, [id])),
    };
  });
}
