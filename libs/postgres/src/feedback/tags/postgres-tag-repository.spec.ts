import { tagRepositoryContract } from '@libs/feedback/testing';
import { itemAdapters, sharedDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { PostgresFeedbackImporter } from '../import/postgres-feedback-importer';
import { PostgresTagRepository } from './postgres-tag-repository';

for (const [as, maxScanned] of [['role'], ['superuser'], ['role', 2]] as const) {
  const isolation = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  const name = maxScanned === undefined ? isolation : `${isolation}, scanning ${maxScanned} rows`;
  tagRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    const scope = new AccountScope(dataSource);
    return {
      tags: new PostgresTagRepository(dataSource, 2),
      ...itemAdapters(dataSource, maxScanned),
      importer: new PostgresFeedbackImporter(dataSource),
      changesOf: async (accountId) => {
        const text = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
        return (await scope.query<ChangeRow>(accountId, rowsOf(text, [accountId]))).rows.map(changeOf);
      },
    };
  });
}
