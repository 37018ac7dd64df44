import {
  entryMessageContract,
  InMemoryChangelogRepository,
  InMemoryFeedbackRepository,
  InMemoryFollowerRepository,
  InMemoryStatusMessageRepository,
} from '..';
import { inMemoryMailHarness } from '../status-messages/in-memory-mail-harness';

entryMessageContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const followers = new InMemoryFollowerRepository(items);
  const messages = new InMemoryStatusMessageRepository(items, followers);
  const entries = new InMemoryChangelogRepository(items, messages.aboutEntries);
  return {
    items,
    followers,
    messages,
    entries,
    ...inMemoryMailHarness(followers, messages),
  };
});
