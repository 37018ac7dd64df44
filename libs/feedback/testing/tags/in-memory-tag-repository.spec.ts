import { InMemoryFeedbackImporter, InMemoryFeedbackRepository, tagRepositoryContract } from '..';

tagRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const importer = new InMemoryFeedbackImporter(items);
  return { items, tags: items.tags, importer, changesOf: async (accountId) => items.changesOf(accountId) };
});
