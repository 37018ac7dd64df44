import { assigneeContract } from './assignee.contract';
import { anAccountId } from './feedback-builders';
import { InMemoryAssignees } from './in-memory-assignees';
import { InMemoryFeedbackRepository } from './in-memory-feedback-repository';

assigneeContract('in memory', async () => {
  const items = new InMemoryFeedbackRepository();
  const members = new InMemoryAssignees();
  return {
    items,
    lists: items,
    members,
    addAccount: async () => anAccountId(),
    addMember: async (accountId, name) => members.add(accountId, name),
    changesOf: async (accountId) => items.changesOf(accountId),
  };
});
