import { feedbackRepositoryContract } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';

/** One for all: each of them makes accounts of its own. */
let database: Promise<DataSource> | undefined;
const repository = async (walked?: number) =>
  new TypeOrmFeedbackRepository(await (database ??= testDataSource()), walked);

feedbackRepositoryContract('PostgreSQL', () => repository());

// The account stands in every WHERE, too: without row-level security nothing of another account is seen or changed.
let unbound: Promise<DataSource> | undefined;
feedbackRepositoryContract(
  'PostgreSQL without row-level security',
  async () => new TypeOrmFeedbackRepository(await (unbound ??= testDataSource('superuser'))),
);

// The contract's accounts are small: where the first rows of an order are all there are, nothing else is tried.
for (const walked of [5, 2]) {
  feedbackRepositoryContract(`PostgreSQL, walking ${walked} rows`, () => repository(walked));
}
