import { SYSTEM } from '@libs/kernel';
import { aFeedback } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import { poolOf } from '../../connection/data-source';
import { ReadScope } from '../../replicas/read-scope';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { countWithin } from './count-within';
import { PostgresItemLists } from './postgres-item-lists';
import type { Query } from './found-targets';

const SLOW = `SELECT count(*) FROM pg_sleep(600)`;
const countBy = (text: string) => async (query: Query) => Number((await query(rowsOf(text, []))).rows[0]![0]);

/** dashboard.md 15 */
describe('countWithin', () => {
  let dataSource: DataSource;
  let scope: AccountScope;
  const item = aFeedback();
  const { accountId } = item;

  beforeAll(async () => {
    dataSource = await testDataSource();
    scope = new AccountScope(dataSource);
    await new PostgresFeedbackRepository(dataSource).add(item, SYSTEM);
  });

  it('returns null if the count takes too long, and keeps the connection', async () => {
    expect(await countWithin(scope, accountId, countBy(SLOW), 5)).toBeNull();
    const connections = poolOf(dataSource).totalCount;
    expect(await countWithin(scope, accountId, countBy(SLOW), 5)).toBeNull();
    expect(poolOf(dataSource).totalCount).toBe(connections);
    const text = 'SHOW statement_timeout';
    expect((await scope.query(accountId, { text })).rows).not.toEqual([{ statement_timeout: '5ms' }]);
  });

  it('throws other errors', async () => {
    await expect(countWithin(scope, accountId, countBy('SELECT 1 / 0'), 5_000)).rejects.toThrow(/division/);
  });

  it('counts nothing more after the time for all counts', async () => {
    const lists = (all: number) =>
      new PostgresItemLists(new ReadScope(dataSource), undefined, { each: 60_000, all });
    expect(await lists(60_000).countUpTo(accountId, [{}, { status: 'planned' }], 5)).toEqual([1, 0]);
    expect(await lists(0).countUpTo(accountId, [{}, { status: 'planned' }], 5)).toEqual([null, null]);
  });
});
