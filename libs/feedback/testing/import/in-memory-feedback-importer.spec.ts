import {
  feedbackImporterContract,
  importOnceContract,
  importProperties,
  importRepositoryContract,
  importRequestsContract,
  requestImportContract,
  InMemoryFeedbackImporter,
  InMemoryFeedbackRepository,
  InMemoryIdempotencyRepository,
  InMemoryImportRepository,
} from '..';

const adapters = async () => {
  const items = new InMemoryFeedbackRepository();
  const imports = new InMemoryImportRepository(items);
  const idempotency = new InMemoryIdempotencyRepository(items);
  const importer = new InMemoryFeedbackImporter(items, imports, idempotency);
  return { importer, another: importer, items, lists: items, imports, requests: items.requests, idempotency };
};
feedbackImporterContract('in memory', adapters);
importOnceContract('in memory', adapters);
importRequestsContract('in memory', adapters);
requestImportContract('in memory', adapters);
importRepositoryContract('in memory', adapters);
importProperties('in memory', adapters, 100);
