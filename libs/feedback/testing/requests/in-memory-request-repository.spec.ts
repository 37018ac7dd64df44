import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { requestRepositoryContract } from './request-repository.contract';

requestRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return {
    requests: items.requests,
    items,
    lists: items,
    addAccount: async () => anAccountId(),
    changes: async (accountId) => items.changesOf(accountId),
    publish: async () => {},
  };
});
