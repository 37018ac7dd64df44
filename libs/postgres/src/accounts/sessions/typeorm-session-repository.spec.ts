import { secondFactorContract, sessionRepositoryContract } from '@libs/accounts/testing';
import { accountRepositories } from '../../../testing';
import { PostgresSecondFactorRepository } from '../second-factor/postgres-second-factor-repository';
import { PostgresSignInChallengeRepository } from '../second-factor/postgres-sign-in-challenge-repository';

sessionRepositoryContract('PostgreSQL', accountRepositories);

secondFactorContract('PostgreSQL', async () => {
  const { dataSource, ...repositories } = await accountRepositories();
  return {
    ...repositories,
    secondFactors: new PostgresSecondFactorRepository(dataSource),
    challenges: new PostgresSignInChallengeRepository(dataSource),
  };
});
