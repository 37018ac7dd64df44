import {
  accountRepositoryContract,
  apiKeyRepositoryContract,
  rateLimitStoreContract,
} from '@libs/accounts/testing';
import { testDataSource } from '../../testing';
import { poolOf } from '../account-scope';
import { PostgresRateLimitStore } from './postgres-rate-limit-store';
import { TypeOrmAccountRepository } from './typeorm-account-repository';
import { TypeOrmApiKeyRepository } from './typeorm-api-key-repository';

accountRepositoryContract('PostgreSQL', async () => new TypeOrmAccountRepository(await testDataSource()));

apiKeyRepositoryContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  return {
    accounts: new TypeOrmAccountRepository(dataSource),
    keys: new TypeOrmApiKeyRepository(dataSource),
  };
});

rateLimitStoreContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  const advance = async (seconds: number) => {
    const back = `- $1 * interval '1 second'`;
    await poolOf(dataSource).query(
      `UPDATE rate_limits SET hour_start = hour_start ${back}, minute_start = minute_start ${back}`,
      [seconds],
    );
  };
  return { store: new PostgresRateLimitStore(dataSource), advance };
});
