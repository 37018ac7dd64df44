import { feedbackRepositoryContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { PostgresFeedbackRepository } from './postgres-feedback-repository';

feedbackRepositoryContract(
  'PostgreSQL',
  async () => new PostgresFeedbackRepository(await sharedDataSource()),
);

// The account is also in every WHERE, so accounts are isolated even without row-level security.
feedbackRepositoryContract(
  'PostgreSQL without row-level security',
  async () => new PostgresFeedbackRepository(await sharedDataSource('superuser')),
);
