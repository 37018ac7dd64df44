import { feedbackImporterContract, InMemoryFeedbackImporter, InMemoryFeedbackRepository } from '.';

feedbackImporterContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const importer = new InMemoryFeedbackImporter(items);
  return { importer, another: importer, items };
});
