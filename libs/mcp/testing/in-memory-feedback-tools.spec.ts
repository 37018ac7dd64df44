import { feedbackToolsContract } from './feedback-tools.contract';
import { InMemoryFeedbackTools, InMemoryService } from './in-memory-feedback-tools';

feedbackToolsContract('in memory', async () => {
  const service = new InMemoryService();
  return {
    ours: new InMemoryFeedbackTools('acme', service),
    theirs: new InMemoryFeedbackTools('other', service),
  };
});
