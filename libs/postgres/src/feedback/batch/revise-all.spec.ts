import { feedbackBatchContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';

feedbackBatchContract('PostgreSQL', async () => new PostgresFeedbackRepository(await sharedDataSource()));

feedbackBatchContract(
  'PostgreSQL without row-level security',
  async () => new PostgresFeedbackRepository(await sharedDataSource('superuser')),
);
