import { randomUUID } from 'node:crypto';
import { anAccountId, idAt, viewRepositoryContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { PostgresViewRepository } from './postgres-view-repository';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  viewRepositoryContract(name, async () => new PostgresViewRepository(await sharedDataSource(as)));
}

describe('PostgresViewRepository', () => {
  it('returns only rows of the current account without a WHERE', async () => {
    const dataSource = await sharedDataSource();
    const views = new PostgresViewRepository(dataSource);
    const [mine, theirs] = [anAccountId(), anAccountId()];
    for (const account of [mine, theirs]) {
      const view = { id: idAt('2026-03-03T10:00:00.000Z'), name: 'Urgent', parameters: {}, shared: false };
      await views.revise(account, randomUUID(), () => [view]);
    }
    const text = 'SELECT DISTINCT account_id FROM views';
    expect((await new AccountScope(dataSource).query(mine, { text })).rows).toEqual([{ account_id: mine }]);
    const remove = { text: 'DELETE FROM views WHERE account_id = $1', values: [theirs] };
    expect((await new AccountScope(dataSource).query(mine, remove)).rowCount).toBe(0);
  });
});
