import {
  DISTRACTOR_TITLES,
  idAt,
  type RecallItems,
  type SimilarItemFinderSetup,
} from '@libs/feedback/testing';
import { PostgresFeedbackImporter } from '../src/feedback/import/postgres-feedback-importer';
import { PostgresFeedbackRepository } from '../src/feedback/items/postgres-feedback-repository';
import { PostgresSimilarItemFinder } from '../src/feedback/similar/postgres-similar-item-finder';
import { ReadScope } from '../src/replicas/read-scope';
import { testDataSource } from './in-test-file';

/** No limit of time: a busy machine must not change the result. */
const LIMITS = { newest: 100, sample: 200, lookupMs: 0 };

export async function similarItemsInPostgres(): Promise<SimilarItemFinderSetup> {
  const dataSource = await testDataSource();
  return {
    repository: new PostgresFeedbackRepository(dataSource),
    finder: new PostgresSimilarItemFinder(new ReadScope(dataSource), LIMITS),
    otherTitles: DISTRACTOR_TITLES,
    addAll: async ({ accountId, items }: RecallItems) => {
      await new PostgresFeedbackImporter(dataSource).run(accountId, false, async (target) => {
        const importId = idAt('2026-03-03T10:00:00.000Z');
        for (let i = 0; i < items.length; i += 500) await target.add(items.slice(i, i + 500), importId);
      });
    },
  };
}
