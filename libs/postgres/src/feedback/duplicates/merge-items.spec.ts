import { aBatch, aFeedback, anAccountId } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import { mergeAtRandom, testDataSource, untilStatementsWait } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { PostgresTagRepository } from '../tags/postgres-tag-repository';
import { lockTagsStatement, updateTagStatement } from '../tags/tag.sql';

/** items.md 11 */
it('concurrent merges and deletions end in the state that a simple model predicts', async () => {
  const dataSource = await testDataSource();
  const outcome = await mergeAtRandom(dataSource, { operations: 150, items: 8, workers: 4, seed: 1 });
  expect(outcome.impossible).toEqual([]);
  expect(outcome.miscounted).toEqual([]);
  expect(outcome.stored).toEqual(outcome.expected);
  expect(outcome.effective).toBeGreaterThan(40);
});

/** batch.md 1 */
it('keeps a tag that is renamed while a batch merges the item and adds another tag', async () => {
  const dataSource = await testDataSource();
  const items = new TypeOrmFeedbackRepository(dataSource);
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
    batch = items.reviseAll(accountId, aBatch([{ id, merged_into: target.id, add_tags: ['Added'] }]));
    await untilStatementsWait(dataSource);
  });
  await batch;
  expect(await items.find(accountId, id)).toMatchObject({
    mergedInto: target.id,
    tags: ['Added', 'Renamed'],
  });
});
