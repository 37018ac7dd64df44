import { mergeAtRandom, testDataSource } from '../../../testing';

/** items.md 11 */
it('10,000 random merges and deletions on several connections end in the state that a simple model predicts', async () => {
  const dataSource = await testDataSource();
  const outcome = await mergeAtRandom(dataSource, { operations: 10_000, items: 60, workers: 6, seed: 3 });
  expect(outcome.impossible).toEqual([]);
  expect(outcome.miscounted).toEqual([]);
  expect(outcome.stored).toEqual(outcome.expected);
  expect(outcome.effective).toBeGreaterThan(2_000);
}, 300_000);
