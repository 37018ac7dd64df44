import { InMemoryFeedbackImporter, InMemoryFeedbackRepository, tagRepositoryContract } from '..';

tagRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const importer = new InMemoryFeedbackImporter(items);
  const changesOf = async (accountId: string) => items.changesOf(accountId);
  return { items, lists: items, tags: items.tags, importer, changesOf };
});
