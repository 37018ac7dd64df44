import { feedbackChangeRule } from '@libs/feedback';
import { parse, SYSTEM } from '@libs/kernel';
import { feedbackToolsContract } from './feedback-tools.contract';
import { InMemoryFeedbackTools, InMemoryService } from './in-memory-feedback-tools';

feedbackToolsContract('in memory', async () => {
  const service = new InMemoryService();
  return {
    own: new InMemoryFeedbackTools('acme', service),
    other: new InMemoryFeedbackTools('other', service),
    change: async (id, change) =>
      void (await service.feedback.revise('acme', id, parse(feedbackChangeRule, change), SYSTEM)),
  };
});
