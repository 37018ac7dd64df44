import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryNoteRepository } from './in-memory-note-repository';
import { noteRepositoryContract } from './note-repository.contract';

noteRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  return {
    notes: new InMemoryNoteRepository(items),
    items,
    addAccount: async () => anAccountId(),
    publish: async () => {},
  };
});
