import { anAccountId, idAt } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { asPublisher } from '../../events/as-publisher';
import { DUE, LIST, SETTLE, UNSETTLED } from './status-message.sql';

/** Enough that reading all of them is never the best plan. */
const MANY = 20_000;

/** status-messages.md 5 */
describe('statements of messages about status', () => {
  const accountId = anAccountId();
  let dataSource: DataSource;

  beforeAll(async () => {
    dataSource = await testDataSource();
    const statements = [
      `INSERT INTO status_messages
         (account_id, id, state, previous_status, actor, created_at, due_at, asked, recipients, delivered, refused)
       SELECT $1, md5(n::text)::uuid, 'sent', 'new', 'owner', now(), now(), 100, 100,
         CASE WHEN n > 1 THEN 100 END, CASE WHEN n > 1 THEN 0 END
       FROM generate_series(1, ${MANY / 10}) n`,
      `INSERT INTO mail_outbox (id, kind, sealed, status, attempts, due_at, created_at, expires_at, finished_at, about, priority, turn)
       SELECT gen_random_uuid(), 'status_update', CASE n WHEN 1 THEN 'x'::bytea END,
         CASE n WHEN 1 THEN 'pending' ELSE 'sent' END, 0, now(), now(), now(),
         CASE n WHEN 1 THEN NULL ELSE now() END, md5(CASE WHEN n % 2 = 1 THEN '1' ELSE n::text END)::uuid, 4, n
       FROM generate_series(1, ${MANY}) n WHERE $1::uuid IS NOT NULL`,
    ];
    await new AccountScope(dataSource).transaction(accountId, async (client) => {
      for (const text of statements) await client.query(text, [accountId]);
    });
    await poolOf(dataSource).query('ANALYZE status_messages, mail_outbox');
  }, 60_000);

  it.each([
    ['what is due', DUE, [new Date(), 100]],
    ['those of an item', LIST, [accountId, idAt('2026-03-04T10:00:00.000Z'), 100]],
    ['those without final numbers', UNSETTLED, []],
  ])('read %s by an index', async (_, text, values) => {
    const { rows } = await asPublisher(poolOf(dataSource), (client) =>
      client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (status_messages|mail_outbox)/);
  });

  it('count what became of a message only when no recipient waits', async () => {
    const { rows } = await asPublisher(poolOf(dataSource), (client) =>
      client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${SETTLE}`,
      ),
    );
    expect(readOf(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(10);
  });
});

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Plan[];
}

/** How many rows of the outbox a plan has read. */
const readOf = (plan: Plan): number =>
  (plan['Relation Name'] === 'mail_outbox' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, one) => sum + readOf(one), 0);
