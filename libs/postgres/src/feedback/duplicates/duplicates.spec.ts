import { duplicatesContract, duplicatesProperties } from '@libs/feedback/testing';
import { sharedDataSource } from '../../../testing';
import { TypeOrmFeedbackRepository } from '../items/typeorm-feedback-repository';

const repository = async () => new TypeOrmFeedbackRepository(await sharedDataSource());

duplicatesContract('PostgreSQL', repository);
duplicatesProperties('PostgreSQL', repository, 10);

duplicatesContract(
  'PostgreSQL without row-level security',
  async () => new TypeOrmFeedbackRepository(await sharedDataSource('superuser')),
);

// Lower limits than the size of the accounts test all attempts of a search.
duplicatesContract(
  'PostgreSQL, scanning 2 rows',
  async () => new TypeOrmFeedbackRepository(await sharedDataSource(), 2),
);
