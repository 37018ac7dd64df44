import { feedbackRepositoryContract } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';

/** Shared by all tests, because each test creates its own accounts. */
let database: Promise<DataSource> | undefined;
const repository = async (maxScanned?: number) =>
  new TypeOrmFeedbackRepository(await (database ??= testDataSource()), maxScanned);

feedbackRepositoryContract('PostgreSQL', () => repository());

// The account is also in every WHERE, so accounts are isolated even without row-level security.
let unbound: Promise<DataSource> | undefined;
feedbackRepositoryContract(
  'PostgreSQL without row-level security',
  async () => new TypeOrmFeedbackRepository(await (unbound ??= testDataSource('superuser'))),
);

// The accounts of the contract tests are so small that one scan reads all rows. Lower limits test the other attempts.
for (const maxScanned of [5, 2]) {
  feedbackRepositoryContract(`PostgreSQL, scanning ${maxScanned} rows`, () => repository(maxScanned));
}
