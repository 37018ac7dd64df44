import { anAccount, aPerson } from '@libs/accounts/testing';
import {
  anAccountId,
  anEntry,
  changelogRepositoryContract,
  entryMessageContract,
} from '@libs/feedback/testing';
import { itemAdapters, mailHarness, sharedDataSource } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { PostgresChangelogRepository } from './postgres-changelog-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  changelogRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    return {
      entries: new PostgresChangelogRepository(dataSource),
      items: itemAdapters(dataSource).items,
      async addAccount() {
        const accountId = anAccountId();
        await new PostgresAccountRepository(dataSource).add(anAccount({ id: accountId }), aPerson());
        return accountId;
      },
    };
  });
}

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  entryMessageContract(name, async () => ({
    ...(await mailHarness(as)),
    entries: new PostgresChangelogRepository(await sharedDataSource(as)),
  }));
}

describe('PostgresChangelogRepository', () => {
  it('returns only rows of the current account without a WHERE', async () => {
    const dataSource = await sharedDataSource();
    const entries = new PostgresChangelogRepository(dataSource);
    const [mine, theirs] = [anAccountId(), anAccountId()];
    for (const accountId of [mine, theirs]) await entries.add(anEntry({ accountId }));
    const text = 'SELECT DISTINCT account_id FROM changelog_entries';
    expect((await new AccountScope(dataSource).query(mine, { text })).rows).toEqual([{ account_id: mine }]);
  });

  /** changelog.md 1 */
  it('stores no more entries than an account can have, also at the same time', async () => {
    const dataSource = await sharedDataSource();
    const entries = new PostgresChangelogRepository(dataSource);
    const accountId = anAccountId();
    const fill = `
      INSERT INTO changelog_entries (account_id, id, title, text, status, created_at, updated_at)
      SELECT $1, gen_random_uuid(), 'T', '', 'draft', now(), now() FROM generate_series(1, 9999)`;
    await new AccountScope(dataSource).query(accountId, { text: fill, values: [accountId] });
    const added = await Promise.allSettled([1, 2, 3].map(() => entries.add(anEntry({ accountId }))));
    const reasons = added.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(reasons).toEqual(['changelog_limit_reached', 'changelog_limit_reached']);
  });
});
