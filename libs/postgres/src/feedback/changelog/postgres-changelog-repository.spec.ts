import { anAccount, aPerson } from '@libs/accounts/testing';
import {
  aFeedback,
  anAccountId,
  anEntry,
  changelogRepositoryContract,
  entryMessageContract,
} from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { itemAdapters, mailHarness, sharedDataSource, untilStatementsWait } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { poolOf } from '../../connection/data-source';
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
  it('keeps the items of the last of two changes at the same time', async () => {
    const dataSource = await sharedDataSource();
    const entries = new PostgresChangelogRepository(dataSource);
    const accountId = anAccountId();
    const [one, other] = [aFeedback({ accountId }), aFeedback({ accountId })];
    for (const item of [one, other]) await itemAdapters(dataSource).items.add(item, SYSTEM);
    const entry = anEntry({ accountId, items: [one.id] });
    await entries.add(entry);
    const blocker = await poolOf(await sharedDataSource('superuser')).connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM changelog_entries WHERE id = $1 FOR UPDATE', [entry.id]);
    const revise = (items: readonly string[]) =>
      entries.revise(accountId, entry.id, { items }, { by: SYSTEM, at: entry.created_at });
    const first = revise([other.id]);
    await untilStatementsWait(dataSource);
    const last = revise([one.id]);
    await untilStatementsWait(dataSource, 2);
    await blocker.query('ROLLBACK');
    blocker.release();
    await Promise.all([first, last]);
    expect(await entries.find(accountId, entry.id)).toMatchObject({ items: [one.id] });
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
