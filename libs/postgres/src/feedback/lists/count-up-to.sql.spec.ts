import type { StatuslessFilter } from '@libs/feedback';
import { anAccountId } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { rowsRead, seedAccounts, testDataSource, type ExplainedRow } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { countByStatusUpToStatement } from './count-up-to.sql';
import { withTargets } from './found-targets';

const ITEMS = 6_000;
const MAX = 100;
const TABLES = ['feedback', 'feedback_tags', 'feedback_search_newest', 'feedback_search_indexed'];
const TAG = '01a00000-0000-7000-8000-00000000000a';

/** dashboard.md 9 */
describe('counts by status up to a maximum', () => {
  const accountId = anAccountId();
  let dataSource: DataSource;

  beforeAll(async () => {
    dataSource = await testDataSource();
    await seedAccounts(dataSource, [accountId], ITEMS);
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      await client.query(
        `INSERT INTO tags (account_id, id, name, key, color) VALUES ($1, $2, 'a', 'a', 'gray')`,
        [accountId, TAG],
      );
      await client.query(
        `INSERT INTO feedback_tags
         SELECT account_id, CASE n WHEN 1 THEN $2 ELSE md5(n::text)::uuid END, id, status
         FROM feedback, generate_series(1, 9) n WHERE account_id = $1`,
        [accountId, TAG],
      );
    });
    await dataSource.query('VACUUM ANALYZE feedback_tags');
  }, 60_000);

  const read = async (filter: StatuslessFilter) => {
    const scope = new AccountScope(dataSource);
    const found = await withTargets(accountId, filter, (statement) => scope.query(accountId, statement));
    const { text, values } = countByStatusUpToStatement(accountId, found, MAX);
    const explain = { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values };
    const { rows } = (await scope.query(accountId, explain)) as { readonly rows: readonly ExplainedRow[] };
    return rowsRead(rows[0]!, TABLES);
  };

  it.each<[string, StatuslessFilter]>([
    ['all items', {}],
    ['items between dates', { created_after: '2020-01-01T00:00:00.000Z' }],
    ['items of a source', { source: 'api' }],
    ['items of a tag', { tags: ['a'] }],
    ['items without an assignee', { isUnassigned: true }],
    ['a frequent word', { q: 'the' }],
    ['two letters, which no index has', { q: 'a' }],
    ['a frequent word and another filter', { q: 'the', source: 'mcp' }],
    ['a frequent word and a rare date', { q: 'the', created_after: '2099-01-01T00:00:00.000Z' }],
  ])('read no more of %s', async (_, filter) => {
    expect(await read(filter)).toBeLessThan(ITEMS / 3);
  });
});
