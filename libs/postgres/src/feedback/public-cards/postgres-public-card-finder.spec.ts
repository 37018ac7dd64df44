import { anAccountId, publicCardContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresPublicCardFinder } from './postgres-public-card-finder';

const CHANGES = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  publicCardContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    const scope = new AccountScope(dataSource);
    return {
      items: new PostgresFeedbackRepository(dataSource),
      finder: new PostgresPublicCardFinder(dataSource),
      addAccount: async () => anAccountId(),
      changes: async (accountId) =>
        (await scope.query<ChangeRow>(accountId, rowsOf(CHANGES, [accountId]))).rows.map(changeOf),
    };
  });
}
