import { feedbackRepositoryContract } from '@libs/feedback/testing';
import { testDataSource } from '../../testing';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';

feedbackRepositoryContract('PostgreSQL', async () => new TypeOrmFeedbackRepository(await testDataSource()));

// The contract's accounts are small: where the first rows of an order are all there are, nothing else is tried.
for (const walked of [5, 2]) {
  feedbackRepositoryContract(
    `PostgreSQL, walking ${walked} rows`,
    async () => new TypeOrmFeedbackRepository(await testDataSource(), walked),
  );
}
