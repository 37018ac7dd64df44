import { SORTS } from '@libs/feedback';
import { anAccountId } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { seedAccounts, useFreshDatabase } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { createDataSource, poolOf } from '../../connection/data-source';
import { statementName } from '../../connection/named-statement-client';
import { ReadScope } from '../../replicas/read-scope';
import { pageStatement } from './list.sql';
import { PostgresItemLists } from './postgres-item-lists';

const LIMIT = 20;

/** Sorting would seem to cost less than reading a whole small account, or a tenth of a large one, in order of an index. */
describe.each([
  ['of small accounts', 60, 10],
  ['of a large account', 1, 6_000],
])('pageStatement %s', (_name, count, items) => {
  const database = useFreshDatabase();
  const accounts = Array.from({ length: count }, () => anAccountId());
  const [accountId] = accounts as [string];
  let dataSource: DataSource;
  let scope: AccountScope;
  let lists: PostgresItemLists;

  beforeAll(async () => {
    // One connection, so that its prepared statements are those of all lists.
    dataSource = await createDataSource({ url: database.url, poolSize: 1 }).initialize();
    scope = new AccountScope(dataSource);
    lists = new PostgresItemLists(new ReadScope(dataSource));
    await seedAccounts(dataSource, accounts, items);
    // With these settings of an operator, sorting seems to cost the least.
    await dataSource.query(`SET effective_cache_size = 1; SET work_mem = '1GB'`);
  });
  afterAll(() => dataSource.destroy());

  const nameOf = (query: Parameters<typeof lists.list>[1]) =>
    statementName(pageStatement(accountId, query).text!)!;
  const plansOf = async (name: string) => {
    const text = 'SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE name = $1';
    const { rows } = await poolOf(dataSource).query<Record<string, string>>(text, [name]);
    return rows.map(({ generic_plans, custom_plans }) => [Number(generic_plans), Number(custom_plans)]);
  };

  it.each(SORTS)('is planned once for all accounts and limits, in the order %s', async (sort) => {
    for (let i = 0; i < 7; i++) await lists.list(accounts[i % count]!, { limit: LIMIT + i, offset: 0, sort });
    const name = nameOf({ limit: LIMIT, offset: 0, sort });
    expect(await plansOf(name)).toEqual([[7, 0]]);
    const text = `EXPLAIN EXECUTE "${name}" ('${accountId}', ${LIMIT + 1})`;
    const statement = { text, rowMode: 'array' } as const;
    const { rows } = await scope.query<[line: string]>(accountId, statement, undefined, 'in-order');
    const plan = rows.join('\n');
    expect(plan).toMatch(/Index Scan (Backward )?using feedback_/);
    expect(plan).not.toMatch(/Sort|Seq Scan|Bitmap/);
  });

  it('is planned for the values of a filter', async () => {
    const query = { limit: LIMIT, offset: 0, status: 'new' } as const;
    for (let i = 0; i < 3; i++) await lists.list(accountId, query);
    expect(await plansOf(nameOf(query))).toEqual([[0, 3]]);
  });
});
