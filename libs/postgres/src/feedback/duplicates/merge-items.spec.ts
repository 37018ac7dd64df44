import type { DataSource } from 'typeorm';
import { mergeAtRandom, testDataSource } from '../../../testing';

/** items.md 11 */
describe('concurrent merges and deletions', () => {
  let dataSource: DataSource;
  beforeAll(async () => {
    dataSource = await testDataSource();
  });

  it.each([
    [8, 1],
    [40, 2],
  ])(
    'of %i items end in the state that a simple model predicts',
    async (items, seed) => {
      const outcome = await mergeAtRandom(dataSource, { operations: 150, items, workers: 4, seed });
      expect(outcome.impossible).toEqual([]);
      expect(outcome.miscounted).toEqual([]);
      expect(outcome.stored).toEqual(outcome.expected);
      expect(outcome.effective).toBeGreaterThan(40);
    },
    60_000,
  );
});
