import { feedbackRepositoryContract } from './feedback-repository.contract';
import { InMemoryFeedbackRepository } from './in-memory-feedback-repository';

feedbackRepositoryContract('in memory', async () => new InMemoryFeedbackRepository());
