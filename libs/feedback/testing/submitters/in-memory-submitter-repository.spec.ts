import { InMemoryChangelogRepository } from '../changelog/in-memory-changelog-repository';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryQuarantineRepository } from '../quarantine/in-memory-quarantine-repository';
import { InMemorySubmitterRepository } from './in-memory-submitter-repository';
import { submitterRepositoryContract } from './submitter-repository.contract';

submitterRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const entries = new InMemoryQuarantineRepository(items);
  const changelog = new InMemoryChangelogRepository(items);
  const submitters = new InMemorySubmitterRepository(items, entries, changelog);
  return {
    submitters,
    items,
    requests: items.requests,
    entries,
    changelog,
    changesOf: async (accountId) => items.changesOf(accountId),
  };
});
