import { apiKeyRepositoryContract, apiUsageContract } from '@libs/accounts/testing';
import { accountRepositories } from '../../../testing';
import { PostgresApiUsage } from '../api-usage/postgres-api-usage';

apiKeyRepositoryContract('PostgreSQL', accountRepositories);

apiUsageContract('PostgreSQL', async () => {
  const { dataSource, ...repositories } = await accountRepositories();
  return { ...repositories, usage: new PostgresApiUsage(dataSource) };
});
