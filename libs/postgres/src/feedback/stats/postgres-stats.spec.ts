import { SYSTEM } from '@libs/kernel';
import { anAccount, aPerson } from '@libs/accounts/testing';
import { aFeedback, statsContract } from '@libs/feedback/testing';
import {
  GROUPS,
  METRICS,
  type Feedback,
  type FixedGrouping,
  type StatsRepository,
  type Status,
} from '@libs/feedback';
import { randomUUID } from 'node:crypto';
import type { QueryArrayConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { useFreshDatabase } from '../../../testing';
import { PostgresAccountRepository } from '../../accounts/account/postgres-account-repository';
import { AccountScope } from '../../connection/account-scope';
import { createDataSource, poolOf } from '../../connection/data-source';
import { UNRECORDED } from '../../connection/settings';
import { maintainEventPartitions } from '../../events/event-partitions';
import { publishChanges } from '../../events/publish-changes';
import { ReadScope } from '../../replicas/read-scope';
import { insertStatement } from '../items/feedback.sql';
import { seedFeedback } from '../seed/seed-feedback';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';
import { PostgresStats } from './postgres-stats';
import { countByTagStatement, countStatement, durationsStatement } from './stats.sql';

describe('statistics in PostgreSQL', () => {
  const database = useFreshDatabase();
  let dataSource: DataSource;
  let scope: AccountScope;
  let tags: PostgresTagRepository;
  beforeAll(async () => {
    dataSource = await createDataSource({ url: database.url }).initialize();
    scope = new AccountScope(dataSource);
    tags = new PostgresTagRepository(dataSource);
    await maintainEventPartitions(poolOf(dataSource), 30, new Date());
  });
  afterAll(() => dataSource.destroy());

  const addAccount = async (id: string) => {
    const accounts = new PostgresAccountRepository(dataSource);
    if ((await dataSource.query<unknown[]>('SELECT FROM accounts WHERE id = $1', [id])).length > 0) return;
    await accounts.add(anAccount({ id }), aPerson());
  };

  /** Changes an item and records the change as the trigger does, but at this time. */
  const change = async ({ accountId, id }: Feedback, to: Status, at: string) => {
    await scope.transaction(
      accountId,
      async (client) => {
        const { rows } = await client.query<{ item: object }>(
          'SELECT to_json(feedback) AS item FROM feedback WHERE account_id = $1 AND id = $2',
          [accountId, id],
        );
        await client.query(
          'UPDATE feedback SET status = $3, version = version + 1 WHERE account_id = $1 AND id = $2',
          [accountId, id, to],
        );
        await client.query(
          `INSERT INTO feedback_changes (account_id, actor, kind, at, item, previous)
           SELECT $1, 'system', 'updated', $3, to_json(feedback), $4 FROM feedback WHERE account_id = $1 AND id = $2`,
          [accountId, id, at, rows[0]!.item],
        );
      },
      { by: UNRECORDED },
    );
  };

  /** Publishes changes before it reads, once for many changes. */
  function published(stats: StatsRepository): StatsRepository {
    const publish = () => publishChanges(poolOf(dataSource));
    return {
      count: async (...query) => (await publish(), stats.count(...query)),
      countByTag: async (...query) => (await publish(), stats.countByTag(...query)),
      durations: async (...query) => (await publish(), stats.durations(...query)),
    };
  }

  statsContract('PostgreSQL', async () => ({
    stats: published(new PostgresStats(new ReadScope(dataSource))),
    add: async (item) => {
      await addAccount(item.accountId);
      await tags.ensure(item.accountId, item.tags, randomUUID);
      await scope.query(item.accountId, insertStatement(item), UNRECORDED);
    },
    deleteTag: async (accountId, name) => {
      const [tag] = await tags.find(accountId, [name]);
      await tags.remove(accountId, tag!.id, SYSTEM);
    },
    change,
  }));

  it('read only indexes, and no row', async () => {
    const { accountId } = aFeedback();
    await addAccount(accountId);
    const now = new Date('2026-03-03T00:00:00.000Z');
    await seedFeedback(dataSource, { accountId, count: 500, now });
    const [mobile] = await tags.ensure(accountId, ['mobile'], randomUUID);
    await scope.query(
      accountId,
      {
        text: 'UPDATE feedback SET tags = ARRAY[$2::uuid] WHERE account_id = $1',
        values: [accountId, mobile!.id],
      },
      UNRECORDED,
    );
    await dataSource.query('VACUUM (ANALYZE) feedback_history, feedback_tags, feedback');
    const bounds = Array.from({ length: 31 }, (_, i) =>
      new Date(now.getTime() - (30 - i) * 86_400_000).toISOString(),
    );
    const planOf = (statement: QueryArrayConfig) =>
      scope.transaction(accountId, async (client) => {
        await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>({
          text: `EXPLAIN ${statement.text}`,
          values: statement.values,
        });
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    for (const metric of METRICS) {
      for (const by of [undefined, ...(Object.keys(GROUPS) as FixedGrouping[])]) {
        const statement =
          metric === 'time_to_first_change' || metric === 'time_to_shipped'
            ? durationsStatement(accountId, { metric, by, bounds })
            : countStatement(accountId, { metric, by, bounds });
        const plan = await planOf(statement);
        expect([metric, by, plan]).toEqual([metric, by, expect.stringContaining('Index Only Scan')]);
        expect(plan).not.toMatch(/Index Scan|Seq Scan/);
      }
    }
    for (const [days, scans] of [
      [30, 2],
      [25, 1],
    ] as const) {
      const plan = await planOf(countByTagStatement(accountId, bounds.slice(0, days + 1), 20));
      expect(plan.match(/Scan .*feedback.*/g)).toHaveLength(scans);
      expect(plan.match(/Index Only Scan using feedback_tags_pkey on feedback_tags/g)).toHaveLength(scans);
    }
  });
});
