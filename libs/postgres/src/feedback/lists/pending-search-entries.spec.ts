import { SYSTEM } from '@libs/kernel';
import { aFeedback, anAccountId, idAt } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { testDataSource } from '../../../testing';
import { PendingSearchEntries1764100000000 } from '../../migrations/feedback/1764100000000-pending-search-entries';
import { PostgresFeedbackImporter } from '../import/postgres-feedback-importer';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { mergePendingSearchEntries } from './pending-search-entries';

describe('mergePendingSearchEntries', () => {
  it('merges new entries, which searches find before and after', async () => {
    const dataSource = await testDataSource();
    const repository = new TypeOrmFeedbackRepository(dataSource, 1);
    const item = aFeedback({ title: 'Dark mode' });
    await repository.add(item, SYSTEM);
    const found = async () =>
      (await repository.list(item.accountId, { q: 'dark', limit: 10, offset: 0 })).map(({ id }) => id);
    expect(await found()).toEqual([item.id]);
    expect(await mergePendingSearchEntries(dataSource)).toBeGreaterThan(0);
    expect(await mergePendingSearchEntries(dataSource)).toBe(0);
    expect(await found()).toEqual([item.id]);
  });

  it('finds nothing left to merge after an import', async () => {
    const dataSource = await testDataSource();
    const accountId = anAccountId();
    await new PostgresFeedbackImporter(dataSource).run(accountId, false, (target) =>
      target.add([aFeedback({ accountId })], idAt('2026-03-03T10:00:00.000Z')),
    );
    expect(await mergePendingSearchEntries(dataSource)).toBe(0);
  });

  it('is enabled by a migration that does not make writes wait behind a long search', async () => {
    const dataSource = await testDataSource();
    const repository = new TypeOrmFeedbackRepository(dataSource);
    const migration = new PendingSearchEntries1764100000000();
    const runner = dataSource.createQueryRunner();
    const search = await poolOf(dataSource).connect();
    try {
      await migration.down(runner);
      await search.query('BEGIN; SELECT FROM feedback_search');
      await runner.startTransaction();
      const migrated = migration.up(runner).then(() => runner.commitTransaction());
      await waitForLock(dataSource);
      await repository.add(aFeedback(), SYSTEM);
      await search.query('COMMIT');
      await migrated;
    } finally {
      search.release();
      await runner.release();
    }
    await repository.add(aFeedback(), SYSTEM);
    expect(await mergePendingSearchEntries(dataSource)).toBeGreaterThan(0);
  }, 10_000);

  it('leaves the list to another instance that is merging', async () => {
    const dataSource = await testDataSource();
    await new TypeOrmFeedbackRepository(dataSource).add(aFeedback(), SYSTEM);
    const other = await poolOf(dataSource).connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(4901178535)');
      expect(await mergePendingSearchEntries(dataSource)).toBe(0);
      await other.query('COMMIT');
    } finally {
      other.release();
    }
    expect(await mergePendingSearchEntries(dataSource)).toBeGreaterThan(0);
  });
});

/** Waits until a statement waits for a lock of a table or index. */
async function waitForLock(dataSource: DataSource): Promise<void> {
  let waiting: object[] = [];
  while (waiting.length === 0) {
    waiting = await dataSource.query<object[]>(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  }
}
