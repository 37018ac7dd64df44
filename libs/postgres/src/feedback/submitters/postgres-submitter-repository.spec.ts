import { anAccountId, aQuarantined, submitterRepositoryContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { CHANGE_COLUMNS, changeOf, type ChangeRow } from '../../events/recorded-change';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { TypeOrmQuarantineRepository } from '../quarantine/typeorm-quarantine-repository';
import { PostgresSubmitterRepository } from './postgres-submitter-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  submitterRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    const scope = new AccountScope(dataSource);
    return {
      submitters: new PostgresSubmitterRepository(dataSource),
      items: new TypeOrmFeedbackRepository(dataSource),
      entries: new TypeOrmQuarantineRepository(dataSource),
      async changesOf(accountId) {
        const text = `SELECT ${CHANGE_COLUMNS} FROM feedback_changes WHERE account_id = $1 ORDER BY seq`;
        return (await scope.query<ChangeRow>(accountId, rowsOf(text, [accountId]))).rows.map(changeOf);
      },
    };
  });
}

describe('PostgresSubmitterRepository', () => {
  it('yields a page for each chunk, also without the email address', async () => {
    const dataSource = await sharedDataSource('role');
    const accountId = anAccountId();
    const entries = new TypeOrmQuarantineRepository(dataSource);
    await entries.add(aQuarantined({ accountId, submitterEmail: 'grace@example.com' }));
    const pages = [];
    const found = new PostgresSubmitterRepository(dataSource).quarantined(accountId, 'ada@example.com');
    for await (const page of found) pages.push(page);
    expect(pages).toEqual([[]]);
  });
});
