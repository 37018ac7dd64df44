import { anAccountId } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { asPublisher, asWorker } from '../events/as-publisher';
import { ReplicaScope } from '../replicas/replica-scope';
import { AccountScope } from './account-scope';
import { rowsOf } from './array-rows';
import { poolOf } from './data-source';

const SHOW = rowsOf('SHOW jit', []);

/** operator.md 5 */
describe('the just-in-time compiler of PostgreSQL is off', () => {
  let dataSource: DataSource;
  beforeAll(async () => (dataSource = await testDataSource()));

  it.each([
    ['a statement of an account', () => new AccountScope(dataSource).query(anAccountId(), SHOW)],
    [
      'a transaction of an account',
      () => new AccountScope(dataSource).transaction(anAccountId(), (client) => client.query(SHOW)),
    ],
    ['a read on a replica', () => new ReplicaScope(dataSource, () => 0).query(anAccountId(), SHOW)],
    ['the publisher', () => asPublisher(poolOf(dataSource), (client) => client.query(SHOW))],
    ['a worker', () => asWorker(poolOf(dataSource), (client) => client.query(SHOW))],
  ])('in %s, and until its end only', async (_, show) => {
    expect((await show()).rows).toEqual([['off']]);
    expect((await poolOf(dataSource).query(SHOW)).rows).toEqual([['on']]);
  });
});
