import { feedbackToolsContract } from './feedback-tools.contract';
import { InMemoryFeedbackTools, InMemoryService } from './in-memory-feedback-tools';

feedbackToolsContract('in memory', async () => {
  const service = new InMemoryService();
  return {
    own: new InMemoryFeedbackTools('acme', service),
    other: new InMemoryFeedbackTools('other', service),
  };
});
