import { securityLogContract } from '@libs/accounts/testing';
import { testDataSource } from '../../testing';
import { TypeOrmAccountRepository } from '../accounts/account/typeorm-account-repository';
import { TypeOrmApiKeyRepository } from '../accounts/api-keys/typeorm-api-key-repository';
import { TypeOrmSessionRepository } from '../accounts/sessions/typeorm-session-repository';
import { PostgresSecurityLog } from './postgres-security-log';

securityLogContract('PostgreSQL', async () => {
  const dataSource = await testDataSource();
  return {
    log: new PostgresSecurityLog(dataSource),
    accounts: new TypeOrmAccountRepository(dataSource),
    sessions: new TypeOrmSessionRepository(dataSource),
    keys: new TypeOrmApiKeyRepository(dataSource),
  };
});
