import { anAccount, aPerson } from '@libs/accounts/testing';
import { anAccountId, requestRepositoryContract } from '@libs/feedback/testing';
import { itemAdapters, publishAll, sharedDataSource } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { maintainEventPartitions } from '../../events/event-partitions';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';

const CHANGES = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  requestRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    const scope = new AccountScope(dataSource);
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
    return {
      ...itemAdapters(dataSource),
      async addAccount() {
        const accountId = anAccountId();
        await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
        return accountId;
      },
      changes: async (accountId) =>
        (await scope.query<ChangeRow>(accountId, rowsOf(CHANGES, [accountId]))).rows.map(changeOf),
      async publish() {
        await publishAll(poolOf(dataSource));
      },
    };
  });
}
