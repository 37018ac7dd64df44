import { SYSTEM } from '@libs/kernel';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemorySimilarItemFinder } from './in-memory-similar-item-finder';
import { describeSimilarItemFinder } from './similar-item-finder.contract';

describeSimilarItemFinder('InMemorySimilarItemFinder', async () => {
  const repository = new InMemoryFeedbackRepository();
  return {
    repository,
    finder: new InMemorySimilarItemFinder(repository),
    otherTitles: [],
    addAll: async ({ items }) => {
      for (const item of items) await repository.add(item, SYSTEM);
    },
  };
});
