import { describeSimilarItemFinder, DISTRACTOR_TITLES, idAt } from '@libs/feedback/testing';
import { testDataSource } from '../../../testing';
import { PostgresFeedbackImporter } from '../import/postgres-feedback-importer';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';
import { PostgresSimilarItemFinder } from './postgres-similar-item-finder';

/** No limit of time: a busy machine must not change the result. */
const limits = { newest: 100, sample: 200, lookupMs: 0 };

describeSimilarItemFinder('PostgresSimilarItemFinder', async () => {
  const dataSource = await testDataSource();
  return {
    repository: new TypeOrmFeedbackRepository(dataSource),
    finder: new PostgresSimilarItemFinder(dataSource, null, limits),
    otherTitles: DISTRACTOR_TITLES,
    addAll: async ({ accountId, items }) => {
      await new PostgresFeedbackImporter(dataSource).run(accountId, false, async (target) => {
        const importId = idAt('2026-03-03T10:00:00.000Z');
        for (let i = 0; i < items.length; i += 500) await target.add(items.slice(i, i + 500), importId);
      });
    },
  };
});
