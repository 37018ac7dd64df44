import { inMemoryAdapters } from '../lists/in-memory-adapters';
import { anAccountId } from '../items/feedback-builders';
import { waitingVoteRepositoryContract } from './waiting-vote-repository.contract';

waitingVoteRepositoryContract('in memory', async () => {
  const { items, followers, ...others } = inMemoryAdapters();
  return {
    items,
    followers,
    ...others,
    addAccount: async () => anAccountId(),
    changes: async (accountId) => items.changesOf(accountId),
    waiting: async (accountId) =>
      followers.outbox
        .filter(({ message }) => message.accountId === accountId)
        .map(({ message }) => message.id),
  };
});
