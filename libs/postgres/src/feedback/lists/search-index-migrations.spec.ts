import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { itemLists, testDataSource, untilStatementsWait } from '../../../testing';
import { OneTriggerPerWrite1765500000000 } from '../../migrations/feedback/1765500000000-one-trigger-per-write';
import { PendingSearchEntries1764100000000 } from '../../migrations/search/1764100000000-pending-search-entries';
import { SearchOfNewestItems1765400000000 } from '../../migrations/search/1765400000000-search-of-newest-items';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import type { PostgresItemLists } from './postgres-item-lists';

describe('the index of words', () => {
  let dataSource: DataSource;
  let repository: PostgresFeedbackRepository;
  let lists: PostgresItemLists;
  beforeAll(async () => {
    dataSource = await testDataSource();
    // Scans one row, so that searches use the index.
    lists = itemLists(dataSource, 1);
    repository = new PostgresFeedbackRepository(dataSource);
  });

  it.each([PendingSearchEntries1764100000000, SearchOfNewestItems1765400000000])(
    'changes in the migration %p, which does not make writes wait behind a long search',
    async (Migration) => {
      const migration = new Migration();
      const triggers = new OneTriggerPerWrite1765500000000();
      const item = aFeedback({ title: 'Before the migration' });
      const between = aFeedback();
      await repository.add(item, SYSTEM);
      const runner = dataSource.createQueryRunner();
      const reader = await poolOf(dataSource).connect();
      try {
        await runner.startTransaction();
        await triggers.down(runner);
        await migration.down(runner);
        await runner.commitTransaction();
        await reader.query('BEGIN; SELECT FROM feedback_search');
        await runner.startTransaction();
        const migrated = migration.up(runner).then(() => runner.commitTransaction());
        await untilStatementsWait(dataSource);
        await repository.add(aFeedback(), SYSTEM);
        await reader.query('COMMIT');
        await migrated;
        await repository.add(between, SYSTEM);
        await runner.startTransaction();
        await triggers.up(runner);
        await runner.commitTransaction();
      } finally {
        reader.release();
        await runner.release();
      }
      const found = await lists.list(item.accountId, { q: 'before', limit: 10, offset: 0 });
      expect(found.map(({ id }) => id)).toEqual([item.id]);
      const queued = 'SELECT FROM search_index_queue WHERE account_id = $1';
      expect((await poolOf(dataSource).query(queued, [between.accountId])).rowCount).toBe(1);
    },
  );
});
