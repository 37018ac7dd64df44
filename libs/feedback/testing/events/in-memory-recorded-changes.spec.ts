import {
  InMemoryFeedbackImporter,
  InMemoryFeedbackRepository,
  InMemoryIdempotencyRepository,
  InMemoryImportRepository,
  InMemoryQuarantineRepository,
} from '..';
import { recordedChangesContract } from './recorded-changes.contract';

recordedChangesContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const imports = new InMemoryImportRepository(items);
  const requests = new InMemoryIdempotencyRepository(items);
  return {
    items,
    imports,
    requests,
    importer: new InMemoryFeedbackImporter(items, imports, requests),
    quarantine: new InMemoryQuarantineRepository(items),
    changesOf: async (accountId) => items.changesOf(accountId),
  };
});
