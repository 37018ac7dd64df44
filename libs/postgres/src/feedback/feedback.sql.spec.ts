import { aFeedback, anAccountId } from '@libs/feedback/testing';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { AccountScope } from '../account-scope';
import { pageStatement } from './feedback.sql';
import { seedFeedback } from './seed-feedback';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';

describe('feedback in PostgreSQL', () => {
  let dataSource: DataSource;
  const accountId = anAccountId();

  beforeAll(async () => {
    dataSource = await testDataSource();
    for (const owner of [anAccountId(), anAccountId(), anAccountId(), accountId]) {
      await seedFeedback(dataSource, { accountId: owner, count: 20_000, now: new Date() });
    }
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
      { limit: 20, offset: 0, after: '01a00000-0000-7000-8000-000000000000' },
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
  ])('reads %s from one index, without sorting', async (_name, query, expected) => {
    const plan = await planOf(pageStatement(accountId, query));
    expect(plan).toMatch(expected);
    expect(plan).not.toMatch(/Seq Scan/);
    if (query.offset === 0) expect(plan).not.toMatch(/Sort/);
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
