import type { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import type { StatusMessageHarness } from './status-message-repository.contract';

export const inMemoryMailHarness = (
  followers: InMemoryFollowerRepository,
): Pick<StatusMessageHarness, 'addFollowers' | 'waiting' | 'published' | 'accept'> => ({
  addFollowers: async (accountId, itemId, count) => {
    for (let i = 0; i < count; i++) followers.addConfirmed(accountId, itemId, `${i}.${itemId}@example.com`);
  },
  waiting: async (accountId) =>
    followers.outbox
      .filter(({ isSent, message }) => !isSent && message.accountId === accountId)
      .map(({ message }) => message.id),
  published: async () => {},
  accept: async (_, id) => {
    followers.outbox.find(({ message }) => message.id === id)!.isSent = true;
  },
});
