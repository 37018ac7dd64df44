import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryQuarantineRepository } from '../quarantine/in-memory-quarantine-repository';
import { digestMailRepositoryContract } from './digest-mail-repository.contract';
import { InMemoryDigestMailRepository } from './in-memory-digest-mail-repository';

digestMailRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return {
    digestMail: new InMemoryDigestMailRepository(items),
    items,
    quarantine: new InMemoryQuarantineRepository(items),
    addAccount: async () => anAccountId(),
    publish: async (accountId) => items.changesOf(accountId).length,
  };
});
