import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryQuarantineRepository } from '../quarantine/in-memory-quarantine-repository';
import { digestContract } from './digest.contract';
import { InMemoryDigestRepository } from './in-memory-digest-repository';

digestContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return {
    digests: new InMemoryDigestRepository(items),
    items,
    quarantine: new InMemoryQuarantineRepository(items),
    addAccount: async () => anAccountId(),
    publish: async (accountId) => items.changesOf(accountId).length,
  };
});
