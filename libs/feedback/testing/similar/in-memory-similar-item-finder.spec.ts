import { SYSTEM } from '@libs/kernel';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemorySimilarItemFinder } from './in-memory-similar-item-finder';
import { describeSimilarItemFinder } from './similar-item-finder.contract';
import { SIMILAR_PAIRS } from './similar-pairs';
import type { RecallItems } from './similar-recall';

const setup = async () => {
  const repository = new InMemoryFeedbackRepository();
  return {
    repository,
    finder: new InMemorySimilarItemFinder(repository),
    otherTitles: [],
    addAll: async ({ items }: RecallItems) => {
      for (const item of items) await repository.add(item, SYSTEM);
    },
  };
};
describeSimilarItemFinder('InMemorySimilarItemFinder', setup, SIMILAR_PAIRS);
