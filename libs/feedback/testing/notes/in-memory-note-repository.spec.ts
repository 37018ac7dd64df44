import { anAccountId } from '../items/feedback-builders';
import { InMemoryFeedbackRepository } from '../items/in-memory-feedback-repository';
import { InMemoryNoteRepository } from './in-memory-note-repository';
import { noteRepositoryContract } from './note-repository.contract';

noteRepositoryContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const notes = new InMemoryNoteRepository(items);
  return {
    notes,
    told: async (_, noteId) =>
      notes.mentions.filter((mention) => mention.noteId === noteId).map(({ personId }) => personId),
    items,
    addAccount: async () => anAccountId(),
    changes: async (accountId) => items.changesOf(accountId),
    publish: async () => {},
  };
});
