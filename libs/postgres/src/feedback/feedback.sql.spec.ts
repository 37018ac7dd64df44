import { SORTS } from '@libs/feedback';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { AccountScope } from '../account-scope';
import { countByStatusStatement, pageStatement } from './feedback-list.sql';
import { reviseAllStatement } from './feedback.sql';
import { seedFeedback } from './seed-feedback';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';

const SOME_ID = '01a00000-0000-7000-8000-000000000000';

describe('feedback in PostgreSQL', () => {
  let dataSource: DataSource;
  const accountId = anAccountId();

  beforeAll(async () => {
    dataSource = await testDataSource();
    for (const owner of [anAccountId(), anAccountId(), anAccountId(), accountId]) {
      await seedFeedback(dataSource, { accountId: owner, count: 20_000, now: new Date() });
    }
    // The test server does not wait for its log, and VACUUM marks no page as all visible before the log has it.
    await dataSource.transaction(async (manager) => {
      await manager.query('SET LOCAL synchronous_commit = on');
      await manager.query('ANALYZE feedback');
    });
    await dataSource.query('VACUUM feedback');
  }, 60_000);

  /** The plan of a page, as the service runs it: under row-level security. */
  const planOf = async ({ text, values }: QueryArrayConfig) => {
    const { rows } = await new AccountScope(dataSource).query(accountId, { text: `EXPLAIN ${text}`, values });
    return rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['the first page', { limit: 20, offset: 0 }, /Index Scan Backward using feedback_pkey/],
    [
      'a page by cursor',
      { limit: 20, offset: 0, after: { id: SOME_ID } },
      /Index Scan Backward using feedback_pkey[\s\S]*id < /,
    ],
    [
      'a status',
      { limit: 20, offset: 0, status: 'shipped' as const },
      /Index Scan using feedback_account_status/,
    ],
    ['a deep page', { limit: 20, offset: 5000 }, /Index Only Scan Backward using feedback_pkey/],
    [
      'a deep page of a status',
      { limit: 20, offset: 1000, status: 'new' as const },
      /Index Only Scan using feedback_account_status/,
    ],
    [
      'the oldest items',
      { limit: 20, offset: 0, sort: 'created_at' as const },
      /Index Scan using feedback_pkey/,
    ],
    [
      'the items changed last',
      { limit: 20, offset: 0, sort: '-updated_at' as const },
      /Index Scan Backward using feedback_account_updated/,
    ],
    [
      'a page by cursor of the items changed first',
      {
        limit: 20,
        offset: 0,
        sort: 'updated_at' as const,
        after: { id: SOME_ID, key: '2026-03-03T10:00:00.000Z' },
      },
      /Index Scan using feedback_account_updated[\s\S]*ROW\(updated_at, id\) > ROW/,
    ],
    [
      'titles from A',
      { limit: 20, offset: 0, sort: 'title' as const },
      /Index Scan using feedback_account_title/,
    ],
    [
      'a page by cursor of titles from Z',
      { limit: 20, offset: 0, sort: '-title' as const, after: { id: SOME_ID, key: 'Export' } },
      /Index Scan Backward using feedback_account_title[\s\S]*ROW\(\(title\)::text, id\) < ROW/,
    ],
    [
      'a frequent status by last change',
      { limit: 20, offset: 0, sort: '-updated_at' as const, status: 'new' as const },
      /Index Scan Backward using feedback_account_updated/,
    ],
    [
      'a deep page of titles',
      { limit: 20, offset: 1000, sort: 'title' as const },
      /Index Only Scan using feedback_account_title/,
    ],
  ])('reads %s from one index, without sorting', async (_name, query, expected) => {
    const plan = await planOf(pageStatement(accountId, query));
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(/Seq Scan/);
    if (query.offset === 0) expect(plan).not.toMatch(/Sort/);
  });

  it('sends the most frequent of all statements as it was measured', () => {
    expect(pageStatement(accountId, { limit: 20, offset: 0 })).toMatchObject({
      text: 'SELECT id, title, description, submitter_email, status, source, created_at, updated_at, version FROM feedback WHERE account_id = $1 ORDER BY id DESC LIMIT $2',
      values: [accountId, 21],
    });
  });

  it.each(['export', 'nothing that is there', 'a'])(
    'walks the items by time to search for %s, and stops when it has enough',
    async (q) => {
      const plan = await planOf(pageStatement(accountId, { limit: 20, offset: 0, q }));
      expect(plan).toMatch(/Index Scan Backward using feedback_pkey/);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    },
  );

  it.each(['export', 'nothing that is there', 'a'])(
    'finds all of %s before it sorts by title, and does not walk the titles',
    async (q) => {
      const plan = await planOf(pageStatement(accountId, { limit: 20, offset: 0, q, sort: 'title' }));
      expect(plan).toMatch(/Sort Key: found\.title COLLATE title_order, found\.id/);
      expect(plan).not.toMatch(/feedback_account_title/);
    },
  );

  it('counts by status on the index alone', async () => {
    const plan = await planOf(countByStatusStatement(accountId));
    expect(plan).toMatch(/Index Only Scan using feedback_account_status[\s\S]*status = each\.status/);
    expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  });

  it.each(SORTS)('puts the rows of a deep page into the order %s again after joining them', (sort) => {
    const orders = pageStatement(accountId, { limit: 20, offset: 7, sort }).text.match(
      /ORDER BY .*?(?= LIMIT|$)/g,
    );
    expect(orders).toHaveLength(2);
    expect(orders![1]).toBe(orders![0]);
  });

  it('locks the rows of a batch one after the other in the order of their ids, by their key', async () => {
    const updates = [{ id: SOME_ID, title: 'T' }];
    const statement = reviseAllStatement(accountId, { updates, at: '2026-03-03T10:00:00.000Z' }, 1);
    expect(statement.text).toMatch(/ORDER BY id FOR UPDATE/);
    const plan = await planOf(statement);
    expect(plan).toMatch(/LockRows[\s\S]*Index Scan using feedback_pkey/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('shows a statement that forgot its WHERE one account, and nobody without one', async () => {
    const items = new TypeOrmFeedbackRepository(dataSource);
    const other = aFeedback();
    await items.add(other);
    const careless = 'SELECT DISTINCT account_id FROM feedback';
    const seen = await new AccountScope(dataSource).query(other.accountId, { text: careless });
    expect(seen.rows).toEqual([{ account_id: other.accountId }]);
    const runner = dataSource.createQueryRunner();
    await runner.query(`SELECT set_config('app.account_id', '', false)`);
    expect(await runner.query(careless)).toEqual([]);
    await expect(
      runner.query(
        'INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, now(), now())',
        [other.accountId, anAccountId(), 'T', 'new', 'api'],
      ),
    ).rejects.toThrow(/row-level security/);
    await runner.query(`RESET app.account_id`);
    await runner.release();
  });

  it('keeps accounts apart for two repositories that share connections', async () => {
    const [one, two] = [new TypeOrmFeedbackRepository(dataSource), new TypeOrmFeedbackRepository(dataSource)];
    const [mine, theirs] = [aFeedback(), aFeedback()];
    await one.add(mine);
    await two.add(theirs);
    for (let i = 0; i < 30; i++) {
      expect(await one.find(mine.accountId, mine.id)).toEqual(mine);
      expect(await two.find(theirs.accountId, theirs.id)).toEqual(theirs);
    }
  });

  it('changes nothing of another account, whatever a statement forgot', async () => {
    const mine = aFeedback();
    await new TypeOrmFeedbackRepository(dataSource).add(mine);
    const result = await new AccountScope(dataSource).query(accountId, {
      text: 'DELETE FROM feedback WHERE id = $1',
      values: [mine.id],
    });
    expect(result.rowCount).toBe(0);
  });
});
