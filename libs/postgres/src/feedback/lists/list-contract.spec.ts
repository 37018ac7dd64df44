import { feedbackListContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';

feedbackListContract('PostgreSQL', async () => new TypeOrmFeedbackRepository(await sharedDataSource()));

feedbackListContract(
  'PostgreSQL without row-level security',
  async () => new TypeOrmFeedbackRepository(await sharedDataSource('superuser')),
);

// The accounts of the contract tests are so small that one scan reads all rows. Lower limits test the other attempts.
for (const maxScanned of [5, 2]) {
  feedbackListContract(
    `PostgreSQL, scanning ${maxScanned} rows`,
    async () => new TypeOrmFeedbackRepository(await sharedDataSource(), maxScanned),
  );
}
