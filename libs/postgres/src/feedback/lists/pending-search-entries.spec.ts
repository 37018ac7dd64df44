import { aFeedback } from '@libs/feedback/testing';
import { poolOf } from '../../connection/data-source';
import { testDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { mergePendingSearchEntries } from './pending-search-entries';

describe('mergePendingSearchEntries', () => {
  it('merges new entries, which searches find before and after', async () => {
    const dataSource = await testDataSource();
    const repository = new TypeOrmFeedbackRepository(dataSource, 1);
    const item = aFeedback({ title: 'Dark mode' });
    await repository.add(item);
    const found = async () =>
      (await repository.list(item.accountId, { q: 'dark', limit: 10, offset: 0 })).map(({ id }) => id);
    expect(await found()).toEqual([item.id]);
    expect(await mergePendingSearchEntries(dataSource)).toBeGreaterThan(0);
    expect(await mergePendingSearchEntries(dataSource)).toBe(0);
    expect(await found()).toEqual([item.id]);
  });

  it('leaves the list to another instance that is merging', async () => {
    const dataSource = await testDataSource();
    await new TypeOrmFeedbackRepository(dataSource).add(aFeedback());
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
