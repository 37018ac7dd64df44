import {
  anAccountId,
  feedbackImporterContract,
  idAt,
  importMergesContract,
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
importMergesContract('in memory', async () => {
  const { importer, ...others } = await adapters();
  return {
    ...others,
    importer,
    addAccount: async () => anAccountId(),
    async addMember(accountId, name) {
      const member = { id: idAt('2026-03-03T10:00:00.000Z'), name };
      importer.members.set(accountId, [...(importer.members.get(accountId) ?? []), member]);
      return member;
    },
    changes: async (accountId) => others.items.changesOf(accountId),
  };
});
importOnceContract('in memory', adapters);
importRequestsContract('in memory', adapters);
requestImportContract('in memory', adapters);
importRepositoryContract('in memory', adapters);
importProperties('in memory', adapters, 100);
