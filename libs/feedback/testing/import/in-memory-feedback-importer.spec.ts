import {
  feedbackImporterContract,
  importOnceContract,
  importProperties,
  importRepositoryContract,
  InMemoryFeedbackImporter,
  InMemoryFeedbackRepository,
  InMemoryIdempotencyRepository,
  InMemoryImportRepository,
} from '..';

const adapters = async () => {
  const items = new InMemoryFeedbackRepository();
  const imports = new InMemoryImportRepository(items);
  const requests = new InMemoryIdempotencyRepository(items);
  const importer = new InMemoryFeedbackImporter(items, imports, requests);
  return { importer, another: importer, items, lists: items, imports, requests };
};
feedbackImporterContract('in memory', adapters);
importOnceContract('in memory', adapters);
importRepositoryContract('in memory', adapters);
importProperties('in memory', adapters, 100);
