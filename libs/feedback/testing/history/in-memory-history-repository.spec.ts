import { anAccountId } from '../items/feedback-builders';
import { InMemoryChangelogRepository } from '../changelog/in-memory-changelog-repository';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryQuarantineRepository } from '../quarantine/in-memory-quarantine-repository';
import { InMemorySubmitterRepository } from '../submitters/in-memory-submitter-repository';
import { historyContract } from './history.contract';
import { InMemoryHistoryRepository } from './in-memory-history-repository';

historyContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const quarantine = new InMemoryQuarantineRepository(items);
  const changelog = new InMemoryChangelogRepository(items);
  return {
    history: new InMemoryHistoryRepository(items),
    items,
    submitters: new InMemorySubmitterRepository(items, quarantine, changelog),
    tags: items.tags,
    addAccount: async () => anAccountId(),
    importItem: async (item) => items.store(item),
    publish: async () => {},
  };
});
