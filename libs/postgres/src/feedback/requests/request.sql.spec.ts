import type { FeedbackRequest } from '@libs/feedback';
import { aFeedback, anAccountId, mergeItem } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { itemAdapters, testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { countsItself } from '../import/feedback-import.sql';
import {
  countStoredStatement,
  findRequestStatement,
  listAllRequestsStatement,
  listRequestsStatement,
  sameStatement,
} from './request.sql';

const MANY = 20_000;
/** Enough that reading all of them is never the best plan. */
const ITEMS = 1_000;

/** requests.md 1, requests.md 3 */
describe('statements of requests', () => {
  const accountId = anAccountId();
  const [target, item] = [aFeedback({ accountId }), aFeedback({ accountId })];
  let dataSource: DataSource;
  let scope: AccountScope;

  beforeAll(async () => {
    dataSource = await testDataSource();
    scope = new AccountScope(dataSource);
    const { items } = itemAdapters(dataSource);
    for (const one of [target, item]) await items.add(one, SYSTEM);
    for (const [account, id] of [
      [accountId, item.id],
      [anAccountId(), aFeedback().id],
    ] as const)
      await scope.transaction(
        account,
        async (client) => {
          await client.query(countsItself(true));
          await client.query(
            `INSERT INTO feedback_requests (account_id, feedback_id, id, email, company, value, source, created_at)
             SELECT $1, $2, gen_random_uuid(), n || '@example.com', 'Company ' || n % 500, n % 1000, 'api', now()
             FROM generate_series(1, ${MANY}) n`,
            [account, id],
          );
          await client.query(
            `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at)
             SELECT $1, gen_random_uuid(), 'T', 'new', 'api', now(), now() FROM generate_series(1, ${ITEMS})`,
            [account],
          );
        },
        { by: SYSTEM },
      );
    await poolOf(dataSource).query('ANALYZE feedback, feedback_requests');
    await mergeItem(items, accountId, item.id, target.id);
  }, 60_000);

  const request = { accountId, feedback_id: item.id, id: aFeedback().id, count: 1 } as FeedbackRequest;
  const planOf = async ({ text, values }: QueryArrayConfig) => {
    const { rows } = await scope.query(accountId, { text: `EXPLAIN ${text}`, values });
    return rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']).join('\n');
  };

  it.each<[string, QueryArrayConfig]>([
    ['the first page', listRequestsStatement(accountId, item.id, null, 21)],
    ['the first page of a target', listRequestsStatement(accountId, target.id, null, 21)],
    ['a later page of a target', listRequestsStatement(accountId, target.id, request.id, 21)],
    ['one request', findRequestStatement(accountId, item.id, request.id)],
    [
      'requests of addresses',
      sameStatement(accountId, item.id, ['7@example.com', 'x@example.com'], [item.id]),
    ],
    [
      'a page of an export',
      listAllRequestsStatement(accountId, { feedback_id: item.id, id: request.id }, 100),
    ],
    ['the count', countStoredStatement(accountId, item.id)],
  ])('read %s by an index', async (_, statement) => {
    const plan = await planOf(statement);
    expect(plan).toMatch(/feedback_requests_(pkey|address)/);
    expect(plan).not.toMatch(/Seq Scan on feedback_requests/);
  });
});
