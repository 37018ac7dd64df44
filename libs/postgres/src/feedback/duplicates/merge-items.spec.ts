import { aMerge, aFeedback, anAccountId } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type { PoolClient, QueryArrayConfig } from 'pg';
import { itemLists, mergeAtRandom, testDataSource, untilStatementsWait } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { rowsOf } from '../../connection/array-rows';
import type { SendStatement } from '../idempotency/run-once';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';
import { lockTagsStatement, updateTagStatement } from '../tags/tag.sql';
import { mergeItems } from './merge-items';
import { lockGroupsStatement } from './merge.sql';

/** items.md 11 */
it('concurrent merges and deletions end in the state that a simple model predicts', async () => {
  const dataSource = await testDataSource();
  const outcome = await mergeAtRandom(dataSource, { operations: 150, items: 8, workers: 4, seed: 1 });
  expect(outcome.impossible).toEqual([]);
  expect(outcome.miscounted).toEqual([]);
  expect(outcome.miscountedVotes).toEqual([]);
  expect(outcome.stored).toEqual(outcome.expected);
  expect(outcome.effective).toBeGreaterThan(40);
});

/** batch.md 1 */
it('keeps a tag that is renamed while a batch merges the item and adds another tag', async () => {
  const dataSource = await testDataSource();
  const items = new PostgresFeedbackRepository(dataSource);
  const tags = new PostgresTagRepository(dataSource);
  const accountId = anAccountId();
  const [kept] = await tags.ensure(accountId, ['Kept'], randomUUID);
  await tags.ensure(accountId, ['Added'], randomUUID);
  const target = aFeedback({ accountId });
  const { id } = aFeedback({ accountId });
  await items.add(target, SYSTEM);
  await items.add(aFeedback({ accountId, id, tags: ['Kept'] }), SYSTEM);
  let batch: Promise<unknown> | undefined;
  await new AccountScope(dataSource).transaction(accountId, async (client) => {
    await client.query(lockTagsStatement(accountId));
    await client.query(updateTagStatement(accountId, { ...kept!, name: 'Renamed' }));
    batch = items.merge(accountId, aMerge([{ id, merged_into: target.id, add_tags: ['Added'] }]));
    await untilStatementsWait(dataSource);
  });
  await batch;
  expect(await items.find(accountId, id)).toMatchObject({
    merged_into: target.id,
    tags: ['Added', 'Renamed'],
  });
});

/** Stores an item with so many duplicates. */
async function anItemWith(scope: AccountScope, accountId: string, duplicates: number): Promise<string> {
  const { id } = aFeedback({ accountId });
  await scope.transaction(accountId, async (client) => {
    await client.query(`SET LOCAL app.actor = 'none'`);
    await client.query(
      `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at, merged_into, merged_via,
         duplicate_count, request_count)
       SELECT $1, item, 'Dark mode', 'new', 'api', now(), now(), target, target, count, count + 1
       FROM (
         SELECT $2::uuid, null::uuid, $3::integer
         UNION ALL
         SELECT gen_random_uuid(), $2, 0 FROM generate_series(1, $3)
       ) AS item (item, target, count)`,
      [accountId, id, duplicates],
    );
  });
  return id;
}

/** items.md 11 */
it('deletes the duplicates of an item at the same time, without a deadlock', async () => {
  const dataSource = await testDataSource();
  const scope = new AccountScope(dataSource);
  const accountId = anAccountId();
  const target = await anItemWith(scope, accountId, 8);
  const items = new PostgresFeedbackRepository(dataSource);
  const { rows } = await scope.query<[id: string]>(
    accountId,
    rowsOf('SELECT id FROM feedback WHERE account_id = $1 AND merged_into = $2', [accountId, target]),
  );
  const deadlocks = async () => {
    const [row] = await dataSource.query<{ readonly deadlocks: number }[]>(
      `SELECT pg_stat_get_db_deadlocks(oid)::integer AS deadlocks FROM pg_database WHERE datname = current_database()`,
    );
    return row!.deadlocks;
  };
  const before = await deadlocks();
  const removals = rows.map(async ([id]) => items.remove(accountId, id, 'any', SYSTEM));
  expect(await Promise.all(removals)).toEqual(rows.map(() => true));
  expect(await deadlocks()).toBe(before);
  expect(await items.find(accountId, target)).toMatchObject({ duplicate_count: 0, request_count: 1 });
});

/** items.md 11 */
it('moves 500 duplicates per statement, because a generic plan compares each of them with each', async () => {
  const dataSource = await testDataSource();
  const scope = new AccountScope(dataSource);
  const accountId = anAccountId();
  const [id, target] = [await anItemWith(scope, accountId, 1_200), await anItemWith(scope, accountId, 0)];
  const changed: number[] = [];
  const move = async (client: PoolClient) => {
    const send = async (statement: QueryArrayConfig) => {
      const result = await client.query(statement);
      if (result.command === 'INSERT') changed.push(result.rowCount!);
      return result;
    };
    const updates = [{ id, merged_into: target }];
    const at = new Date().toISOString();
    await mergeItems(send as SendStatement, accountId, { updates, at, pathOf: () => '' });
  };
  await scope.transaction(accountId, move, { by: SYSTEM });
  expect(changed).toEqual([500, 500, 202]);
  const items = new PostgresFeedbackRepository(dataSource);
  expect(await items.find(accountId, target)).toMatchObject({ duplicate_count: 1_201 });
  expect(await itemLists(dataSource).count(accountId, { merged: 'only', merged_into: target })).toBe(1_201);
});

/** items.md 11 */
it('ends the wait for another change of groups, so that a merge can be repeated or rejected', async () => {
  const scope = new AccountScope(await testDataSource());
  const accountId = anAccountId();
  const lock = (client: PoolClient) => client.query(lockGroupsStatement(accountId));
  await scope.transaction(accountId, async (client) => {
    await lock(client);
    await expect(scope.transaction(accountId, lock)).rejects.toMatchObject({ code: '55P03' });
  });
  await scope.transaction(accountId, lock);
});
