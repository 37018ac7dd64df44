import { anAccountId } from '@libs/feedback/testing';
import type { QueryArrayConfig } from 'pg';
import { testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import {
  findShownStatement,
  findUsedStatement,
  listAboutStatement,
  listShownStatement,
  listStatement,
} from './changelog.sql';

/** The entries of an account with as many as possible, with 10 items each. */
const ENTRIES = 10_000;
const idOf = (n: string) => `md5((${n})::text)::uuid`;
const ID = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';

/** changelog.md 2, changelog.md 5 */
describe('statements of the changelog', () => {
  const accountId = anAccountId();
  let scope: AccountScope;

  beforeAll(async () => {
    const dataSource = await testDataSource();
    scope = new AccountScope(dataSource);
    const statements = [
      `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at)
       SELECT $1, ${idOf('n')}, 'T', 'shipped', 'api', now(), now() FROM generate_series(1, ${ENTRIES}) n`,
      `INSERT INTO changelog_entries (account_id, id, title, text, status, published_at, created_at, updated_at)
       SELECT $1, ${idOf('n')}, 'T', repeat('x', 100), CASE n % 2 WHEN 0 THEN 'draft' ELSE 'published' END,
         now() - n * interval '1 hour', now(), now()
       FROM generate_series(1, ${ENTRIES}) n`,
      `INSERT INTO changelog_items (account_id, entry_id, item_id, position)
       SELECT $1, ${idOf('n')}, ${idOf(`1 + (n + m) % ${ENTRIES}`)}, m
       FROM generate_series(1, ${ENTRIES}) n, generate_series(1, 10) m`,
    ];
    await scope.transaction(accountId, async (client) => {
      for (const text of statements) await client.query(text, [accountId]);
    });
    await poolOf(dataSource).query('ANALYZE feedback, changelog_entries, changelog_items');
  }, 60_000);

  it.each<[string, QueryArrayConfig, string]>([
    ['a page for members', listStatement(accountId, { limit: 100, after: ID }), 'changelog_entries_pkey'],
    ['a page for visitors', listShownStatement(accountId, { limit: 50 }), 'changelog_entries_published'],
    ['the next one', listShownStatement(accountId, { limit: 20, after: ID }), 'changelog_entries_published'],
    ['an entry', findShownStatement(accountId, ID), 'changelog_entries_pkey'],
    ['the entries about an item', listAboutStatement(accountId, ID, 5), 'changelog_items_item'],
    ['which items are in entries', findUsedStatement(accountId, [ID]), 'changelog_items_item'],
  ])('read %s by an index', async (_, { text, values }, index) => {
    const { rows } = await scope.query(accountId, { text: `EXPLAIN ${text}`, values });
    const plan = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (feedback|changelog)/);
  });
});
