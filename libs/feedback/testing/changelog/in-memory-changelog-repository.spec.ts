import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { changelogRepositoryContract } from './changelog-repository.contract';
import { InMemoryChangelogRepository } from './in-memory-changelog-repository';

changelogRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return { items, entries: new InMemoryChangelogRepository(items), addAccount: async () => anAccountId() };
});
