import { feedbackBatchContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';

feedbackBatchContract('PostgreSQL', async () => new TypeOrmFeedbackRepository(await sharedDataSource()));

feedbackBatchContract(
  'PostgreSQL without row-level security',
  async () => new TypeOrmFeedbackRepository(await sharedDataSource('superuser')),
);
