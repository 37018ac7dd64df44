import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { anAccountId } from '../items/feedback-builders';
import { changesContract } from './changes.contract';

changesContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, lists: items, newAccount: async () => anAccountId(), publish: async () => {} };
});
