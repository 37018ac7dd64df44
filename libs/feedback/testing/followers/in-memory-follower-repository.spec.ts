import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { followerRepositoryContract } from './follower-repository.contract';
import { InMemoryFollowerRepository } from './in-memory-follower-repository';

followerRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  return {
    items,
    followers,
    addAccount: async () => anAccountId(),
    published: async () => {},
    waiting: async (accountId) =>
      followers.outbox
        .filter(({ message }) => message.accountId === accountId)
        .map(({ message }) => message.id),
  };
});
