import { aFeedback, anAccountId, idAt } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { asSuperuser, useFreshDatabase } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { createDataSource } from '../../connection/data-source';
import { CARDS, IS_CONFIRMED, LIST, LOCK_ENDED } from './waiting-vote.sql';

/** Enough that reading all of them is never the best plan. */
const MANY = 5_000;

/** votes.md 9 */
describe('statements of votes with an address', () => {
  const accountId = anAccountId();
  const followerId = idAt('2026-03-04T10:00:00.000Z');
  const { id } = aFeedback();
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let scope: AccountScope;

  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    scope = new AccountScope(dataSource);
    const rowsOf = (account: string) => [
      `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at)
       SELECT '${account}', md5(n::text)::uuid, 'T', 'new', 'api', now(), now() FROM generate_series(1, ${MANY}) n`,
      `INSERT INTO followers (account_id, id, email, generation, created_at)
       SELECT '${account}', md5(n::text)::uuid, n || '@example.com', 'g', now() FROM generate_series(1, ${MANY}) n`,
      `INSERT INTO waiting_votes (account_id, follower_id, item_id, created_at)
       SELECT '${account}', md5(n::text)::uuid, md5(n::text)::uuid, now() FROM generate_series(1, ${MANY}) n`,
    ];
    // Each foreign key would be checked with a plan for the empty table, and each item be published.
    const statements = [
      `SET session_replication_role = 'replica'`,
      ...[accountId, anAccountId()].flatMap(rowsOf),
    ];
    await asSuperuser(database, [...statements, 'ANALYZE feedback, followers, waiting_votes'].join(';'));
  }, 60_000);
  afterAll(() => dataSource.destroy());

  it.each([
    ['the cards', CARDS, [followerId]],
    ['all votes', LIST, [followerId]],
    ['whether a request is confirmed', IS_CONFIRMED, [id, 'ada@example.com']],
    ['followers with old votes', LOCK_ENDED, ['2026-01-01T00:00:00.000Z', 10]],
  ])('read %s by an index', async (_, text, values) => {
    const statement = { text: `EXPLAIN ${text}`, values: [accountId, ...values] };
    const { rows } = await scope.query(accountId, statement);
    const plan = rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (feedback|followers|waiting_votes)/);
  });
});
