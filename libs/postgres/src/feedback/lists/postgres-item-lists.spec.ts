import { anAccountId, idAt } from '@libs/feedback/testing';
import type { AccountScope } from '../../connection/account-scope';
import { ConcurrencyLimiter } from '../../connection/concurrency-limiter';
import { poolShares } from '../../connection/pool-shares';
import type { ReadScope } from '../../replicas/read-scope';
import { PostgresStats } from '../stats/postgres-stats';
import { PostgresItemLists } from './postgres-item-lists';

const CONNECTIONS = 10;
const PAGE = { limit: 20, offset: 0 };

/** Starts 20 reads per account that never finish. Returns how many of them reach the database. */
function runConcurrentReads(
  accounts: number,
  read: (adapters: { lists: PostgresItemLists; stats: PostgresStats }, accountId: string) => Promise<unknown>,
) {
  const query = jest.fn(() => new Promise(() => {}));
  const { slowReads, slowReadsPerAccount } = poolShares(CONNECTIONS);
  const limiter = new ConcurrencyLimiter(slowReads, slowReadsPerAccount);
  const scope = { query, transaction: query, slowReads: limiter } as unknown as AccountScope;
  const reads: Pick<ReadScope, 'run'> = { run: (_accountId, read) => read(scope) };
  const adapters = { lists: new PostgresItemLists(reads), stats: new PostgresStats(reads) };
  for (let account = 0; account < accounts; account++) {
    const accountId = anAccountId();
    for (let i = 0; i < 20; i++) read(adapters, accountId).catch(() => {});
  }
  return new Promise<number>((resolve) => setImmediate(() => resolve(query.mock.calls.length)));
}

describe('PostgresItemLists', () => {
  it.each<[string, Parameters<typeof runConcurrentReads>[1]]>([
    ['a count of all items', ({ lists }, id) => lists.count(id, {})],
    ['counts of views', ({ lists }, id) => lists.countUpTo(id, [{}, { status: 'new' }], 5)],
    ['a count by status', ({ lists }, id) => lists.countByStatus(id)],
    ['a count of a search', ({ lists }, id) => lists.countByStatus(id, { q: 'dark' })],
    ['statistics', ({ stats }, id) => stats.count(id, { metric: 'created', bounds: [] })],
    ['a search', ({ lists }, id) => lists.list(id, { ...PAGE, q: 'dark' })],
    [
      'a filter without an index',
      ({ lists }, id) => lists.list(id, { ...PAGE, sort: 'title', status: 'new' }),
    ],
    ['a deep page', ({ lists }, id) => lists.list(id, { ...PAGE, offset: 1_000, sort: 'title' })],
  ])('limits %s to two per account and to a third of the pool', async (_, read) => {
    expect(await runConcurrentReads(1, read)).toBe(2);
    expect(await runConcurrentReads(5, read)).toBe(3);
  });

  it.each<[string, Parameters<typeof runConcurrentReads>[1]]>([
    ['a first page', ({ lists }, id) => lists.list(id, { ...PAGE, sort: 'title' })],
    [
      'a page by cursor',
      ({ lists }, id) => lists.list(id, { ...PAGE, after: { id: idAt('2026-03-03T10:00:00Z') } }),
    ],
    [
      'a page with deleted items',
      ({ lists }, id) => lists.listChanges(id, { limit: 20, updated_after: '2026-03-03T10:00:00.000Z' }),
    ],
  ])('does not limit %s', async (_, read) => {
    expect(await runConcurrentReads(1, read)).toBe(20);
  });
});
