import { SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  describeSimilarItemFinder,
  HELD_OUT_PAIRS,
  idAt,
} from '@libs/feedback/testing';
import { sharedDataSource, similarItemsInPostgres } from '../../../testing';
import { poolOf } from '../../connection/data-source';
import { ReadScope } from '../../replicas/read-scope';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';
import { PostgresSimilarItemFinder } from './postgres-similar-item-finder';

// `postgres-similar-item-finder.extended.spec.ts` looks for the others, too.
describeSimilarItemFinder('PostgresSimilarItemFinder', similarItemsInPostgres, HELD_OUT_PAIRS);

/** similar.md 2 */
describe('PostgresSimilarItemFinder', () => {
  async function withItems(...titles: string[]) {
    const dataSource = await sharedDataSource();
    const repository = new PostgresFeedbackRepository(dataSource);
    const accountId = anAccountId();
    for (const [i, title] of titles.entries()) {
      const created_at = `2026-03-03T10:00:0${i}.000Z`;
      await repository.add(aFeedback({ accountId, title, created_at, id: idAt(created_at) }), SYSTEM);
    }
    return { dataSource, accountId };
  }
  const found = async (finder: PostgresSimilarItemFinder, accountId: string, title: string) =>
    (await finder.findCandidates(accountId, title)).found.map((item) => item.title);

  it('returns the items that it has read if the lookup takes too long', async () => {
    const { dataSource, accountId } = await withItems('Old dark mode', 'Dark mode', 'Export');
    const finderWithin = (lookupMs: number) =>
      new PostgresSimilarItemFinder(new ReadScope(dataSource), { newest: 1, sample: 1, lookupMs });
    const blocker = await poolOf(dataSource).connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE feedback_search');
      expect(await found(finderWithin(50), accountId, 'dark mode')).toContain('Export');
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect((await found(finderWithin(0), accountId, 'dark mode')).sort()).toEqual([
      'Dark mode',
      'Export',
      'Old dark mode',
    ]);
  });
});
