import { idempotencyContract } from '@libs/feedback/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../testing';
import { TypeOrmFeedbackRepository } from './typeorm-feedback-repository';
import { TypeOrmIdempotencyRepository } from './typeorm-idempotency-repository';

let dataSource: DataSource;
beforeAll(async () => {
  dataSource = await testDataSource();
}, 60_000);

idempotencyContract('PostgreSQL', async () => ({
  items: new TypeOrmFeedbackRepository(dataSource),
  writes: new TypeOrmIdempotencyRepository(dataSource),
}));
