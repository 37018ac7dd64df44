import { feedbackRepositoryContract } from '@libs/feedback/testing';
import { testDataSource } from '../../testing';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';

feedbackRepositoryContract('PostgreSQL', async () => new TypeOrmFeedbackRepository(await testDataSource()));
