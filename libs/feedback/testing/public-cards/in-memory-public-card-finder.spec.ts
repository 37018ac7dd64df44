import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryPublicCardFinder } from './in-memory-public-card-finder';
import { publicCardContract } from './public-card.contract';

publicCardContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return {
    items,
    finder: new InMemoryPublicCardFinder(items),
    addAccount: async () => anAccountId(),
    changes: async (accountId) => items.changesOf(accountId),
  };
});
