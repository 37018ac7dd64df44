import type { InMemoryFollowerRepository } from '../followers/in-memory-follower-repository';
import { anAccountId } from '../items/feedback-builders';
import type { InMemoryStatusMessageRepository } from './in-memory-status-message-repository';
import type { StatusMessageHarness } from './status-message-repository.contract';

export const inMemoryMailHarness = (
  followers: InMemoryFollowerRepository,
  messages: InMemoryStatusMessageRepository,
): Omit<StatusMessageHarness, 'items' | 'followers' | 'messages'> => ({
  addAccount: async () => anAccountId(),
  addFollowers: async (accountId, itemId, count) => {
    for (let i = 0; i < count; i++) followers.addConfirmed(accountId, itemId, `${i}.${itemId}@example.com`);
  },
  addSent: async (accountId, recipients, at) => messages.addSent(accountId, recipients, at),
  waiting: async (accountId) =>
    followers.outbox
      .filter(({ isSent, message }) => !isSent && message.accountId === accountId)
      .map(({ message }) => message.id),
  published: async () => {},
  accept: async (_, id) => {
    followers.outbox.find(({ message }) => message.id === id)!.isSent = true;
  },
});
