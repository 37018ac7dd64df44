import { DUPLICATES_MAX } from '@libs/feedback';
import { aFeedback, anAccountId } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { itemLists, mergeAtRandom, testDataSource } from '../../../testing';
import { AccountScope } from '../../connection/account-scope';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';

/** items.md 11 */
it('10,000 random merges and deletions on several connections end in the state that a simple model predicts', async () => {
  const dataSource = await testDataSource();
  const outcome = await mergeAtRandom(dataSource, { operations: 10_000, items: 60, workers: 6, seed: 3 });
  expect(outcome.impossible).toEqual([]);
  expect(outcome.miscounted).toEqual([]);
  expect(outcome.miscountedVotes).toEqual([]);
  expect(outcome.stored).toEqual(outcome.expected);
  expect(outcome.effective).toBeGreaterThan(2_000);
});

/** items.md 11 */
it.each([
  ['merged into it', 'target'],
  ['merged in a chain', 'previous'],
])('deletes an item with as many duplicates as possible, %s', async (_, parent) => {
  const dataSource = await testDataSource();
  const repository = new PostgresFeedbackRepository(dataSource);
  const accountId = anAccountId();
  const target = aFeedback({ accountId });
  await repository.add(target, SYSTEM);
  const duplicates = Array.from({ length: DUPLICATES_MAX }, () => aFeedback({ accountId }).id);
  const parents = duplicates.map((_id, i) =>
    parent === 'previous' && i > 0 ? duplicates[i - 1] : target.id,
  );
  await new AccountScope(dataSource).transaction(accountId, async (client) => {
    await client.query(`SET LOCAL app.actor = 'none'`);
    await client.query(
      `INSERT INTO feedback (account_id, id, title, status, source, created_at, updated_at, merged_into, merged_via)
       SELECT $1, id, 'Dark mode', 'new', 'api', now(), now(), $2, via FROM unnest($3::uuid[], $4::uuid[]) AS d (id, via)`,
      [accountId, target.id, duplicates, parents],
    );
    await client.query(
      'UPDATE feedback SET duplicate_count = $3, request_count = $3 + 1 WHERE account_id = $1 AND id = $2',
      [accountId, target.id, DUPLICATES_MAX],
    );
  });
  await repository.remove(accountId, target.id, 'any', SYSTEM);
  const merged = parent === 'previous' ? DUPLICATES_MAX - 1 : 0;
  expect(await itemLists(dataSource).count(accountId, { merged: 'only' })).toBe(merged);
  expect(await repository.find(accountId, duplicates[0]!)).toMatchObject({
    merged_into: null,
    duplicate_count: merged,
  });
});
