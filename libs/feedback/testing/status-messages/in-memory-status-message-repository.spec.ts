import {
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  InMemoryStatusMessageRepository,
  statusMessageRepositoryContract,
} from '..';
import { inMemoryMailHarness } from './in-memory-mail-harness';

statusMessageRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  const messages = new InMemoryStatusMessageRepository(items, followers);
  return {
    items,
    followers,
    messages,
    ...inMemoryMailHarness(followers, messages),
  };
});
