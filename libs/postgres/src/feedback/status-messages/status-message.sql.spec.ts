import { anAccountId, idAt } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { rowsRead, testDataSource, type ExplainedRow } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { poolOf } from '../../connection/data-source';
import { asPublisher } from '../../events/as-publisher';
import * as entrySql from '../changelog/entry-message.sql';
import { AUDIENCE, DUE, LIST, NEXT_PEOPLE, PEOPLE_OF, SETTLE, UNSETTLED } from './status-message.sql';

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
      client.query<ExplainedRow>(`EXPLAIN (ANALYZE, FORMAT JSON) ${SETTLE}`),
    );
    expect(rowsRead(rows[0]!, ['mail_outbox'])).toBeLessThan(10);
  });

  describe('of an account that the statistics do not have yet', () => {
    const newAccountId = anAccountId();
    const itemId = idAt('2026-03-04T10:00:00.000Z');
    const entryId = idAt('2026-03-04T11:00:00.000Z');
    const FOLLOWERS = 1_000;

    beforeAll(async () => {
      const add = (id: string, followers: number) =>
        new AccountScope(dataSource).transaction(id, async (client) => {
          await client.query(
            `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at)
             VALUES ($1, $2, 'T', 'planned', 'api', now(), now())`,
            [id, itemId],
          );
          await client.query(
            `INSERT INTO followers (account_id, id, email, confirmed_at, changelog_at, generation, created_at)
             SELECT $1, gen_random_uuid(), n || '@example.com', now(), CASE WHEN n % 2 = 0 THEN now() END, 'g', now() FROM generate_series(1, $2::integer) n`,
            [id, followers],
          );
          await client.query(
            `INSERT INTO followed_items (account_id, follower_id, item_id, created_at)
             SELECT $1, id, $2, now() FROM followers WHERE account_id = $1`,
            [id, itemId],
          );
          await client.query(
            `INSERT INTO changelog_entries (account_id, id, title, text, status, created_at, updated_at)
             VALUES ($1, $2, 'T', '', 'published', now(), now())`,
            [id, entryId],
          );
          await client.query('INSERT INTO changelog_items VALUES ($1, $2, $3, 0)', [id, entryId, itemId]);
        });
      await add(accountId, MANY);
      await poolOf(dataSource).query(
        'ANALYZE feedback, followers, followed_items, changelog_entries, changelog_items',
      );
      await add(newAccountId, FOLLOWERS);
    }, 60_000);

    it.each<[string, string, (ids: readonly string[]) => unknown[]]>([
      ['how many people follow an item', AUDIENCE, () => [[itemId]]],
      ['the next followers', NEXT_PEOPLE, () => [itemId, null]],
      ['the followers of a step', PEOPLE_OF('id, email'), (ids) => [itemId, ids]],
      ['how many people are told about items', entrySql.AUDIENCE, () => [[itemId], true]],
      ['how many people are told about an entry', entrySql.COUNT, () => [entryId, true]],
      ['the next people who are told about an entry', entrySql.NEXT_PEOPLE, () => [entryId, true, null]],
      [
        'the people of a step about an entry',
        entrySql.PEOPLE_OF('id, changelog_at'),
        (ids) => [entryId, ids],
      ],
    ])('read %s by keys', async (_, text, valuesOf) => {
      await new AccountScope(dataSource).transaction(newAccountId, async (client) => {
        const next = await client.query<{ id: string }>(NEXT_PEOPLE, [newAccountId, itemId, null]);
        const { rows } = await client.query<ExplainedRow>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [
          newAccountId,
          ...valuesOf(next.rows.map(({ id }) => id)),
        ]);
        expect(rowsRead(rows[0]!, ['followers', 'followed_items'])).toBeLessThan(5 * FOLLOWERS);
      });
    });
  });
});
