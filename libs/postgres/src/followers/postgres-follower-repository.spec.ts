import { anAccount, aPerson } from '@libs/accounts/testing';
import { anAccountId, followerRepositoryContract } from '@libs/feedback/testing';
import { publishAll, sharedDataSource } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { poolOf } from '../connection/data-source';
import { maintainEventPartitions } from '../events/event-partitions';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresFollowerRepository } from './postgres-follower-repository';

const WAITING = `SELECT id FROM mail_outbox WHERE account_id = $1 AND status = 'pending' ORDER BY created_at, id`;

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  followerRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
    return {
      items: new PostgresFeedbackRepository(dataSource),
      followers: new PostgresFollowerRepository(dataSource),
      addAccount: async () => {
        const id = anAccountId();
        await new PostgresAccountRepository(dataSource).add(anAccount({ id }), aPerson());
        return id;
      },
      published: () => publishAll(poolOf(dataSource)),
      waiting: async (accountId) => {
        const { rows } = await poolOf(dataSource).query<{ id: string }>(WAITING, [accountId]);
        return rows.map(({ id }) => id);
      },
    };
  });
}
