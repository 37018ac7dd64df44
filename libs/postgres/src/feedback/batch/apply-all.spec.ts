import { feedbackOperationsContract } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { PostgresFeedbackRepository } from '../items/postgres-feedback-repository';

feedbackOperationsContract(
  'PostgreSQL',
  async () => new PostgresFeedbackRepository(await sharedDataSource()),
);

feedbackOperationsContract(
  'PostgreSQL without row-level security',
  async () => new PostgresFeedbackRepository(await sharedDataSource('superuser')),
);
