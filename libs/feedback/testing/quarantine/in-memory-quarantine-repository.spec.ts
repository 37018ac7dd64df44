import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryQuarantineRepository } from './in-memory-quarantine-repository';
import { quarantineRepositoryContract } from './quarantine-repository.contract';

quarantineRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return { entries: new InMemoryQuarantineRepository(items), items, lists: items };
});
