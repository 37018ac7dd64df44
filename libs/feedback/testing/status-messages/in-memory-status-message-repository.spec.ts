import {
  anAccountId,
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  InMemoryStatusMessageRepository,
  statusMessageRepositoryContract,
} from '..';

statusMessageRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  return {
    items,
    followers,
    messages: new InMemoryStatusMessageRepository(items, followers),
    addAccount: async () => anAccountId(),
    addFollowers: async (accountId, itemId, count) => {
      for (let i = 0; i < count; i++) followers.addConfirmed(accountId, itemId, `${i}.${itemId}@example.com`);
    },
    waiting: async (accountId) =>
      followers.outbox
        .filter(({ isSent, message }) => !isSent && message.accountId === accountId)
        .map(({ message }) => message.id),
    accept: async (_, id) => {
      followers.outbox.find(({ message }) => message.id === id)!.isSent = true;
    },
  };
});
