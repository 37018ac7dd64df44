import { anAccount, aPerson } from '@libs/accounts/testing';
import { anAccountId, historyContract } from '@libs/feedback/testing';
import { publishAll, sharedDataSource } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { rowsOf } from '../../connection/array-rows';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { UNRECORDED } from '../../connection/settings';
import { maintainEventPartitions } from '../../events/event-partitions';
import { toRow } from '../items/feedback.schema';
import { INSERT } from '../items/feedback.sql';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresSubmitterRepository } from '../submitters/postgres-submitter-repository';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';
import { PostgresHistoryRepository } from './postgres-history-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  historyContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
    return {
      history: new PostgresHistoryRepository(dataSource),
      items: new PostgresFeedbackRepository(dataSource),
      submitters: new PostgresSubmitterRepository(dataSource),
      tags: new PostgresTagRepository(dataSource),
      async addAccount() {
        const accountId = anAccountId();
        const account = anAccount({ id: accountId });
        await new PostgresAccountRepository(dataSource).add(account, aPerson());
        return accountId;
      },
      async importItem(item) {
        const statement = rowsOf(INSERT, toRow(item));
        await new AccountScope(dataSource).query(item.accountId, statement, UNRECORDED);
      },
      async publish() {
        await publishAll(poolOf(dataSource));
      },
    };
  });
}
