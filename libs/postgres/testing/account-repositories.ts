import type { DataSource } from 'typeorm';
import { TypeOrmAccountRepository } from '../src/accounts/account/typeorm-account-repository';
import { TypeOrmApiKeyRepository } from '../src/accounts/api-keys/typeorm-api-key-repository';
import { PostgresEmailChangeRepository } from '../src/accounts/email-change/postgres-email-change-repository';
import { TypeOrmInvitationRepository } from '../src/accounts/invitations/typeorm-invitation-repository';
import { PostgresMailOutbox } from '../src/accounts/mail/postgres-mail-outbox';
import { TypeOrmMembershipRepository } from '../src/accounts/memberships/typeorm-membership-repository';
import { PostgresPasswordResetRepository } from '../src/accounts/password-reset/postgres-password-reset-repository';
import { TypeOrmPersonRepository } from '../src/accounts/people/typeorm-person-repository';
import { TypeOrmSessionRepository } from '../src/accounts/sessions/typeorm-session-repository';
import { PostgresSecurityLog } from '../src/security-log/postgres-security-log';
import { sharedDataSource } from './in-test-file';

const repositoriesOf = (dataSource: DataSource) => ({
  dataSource,
  accounts: new TypeOrmAccountRepository(dataSource),
  people: new TypeOrmPersonRepository(dataSource),
  memberships: new TypeOrmMembershipRepository(dataSource),
  invitations: new TypeOrmInvitationRepository(dataSource),
  keys: new TypeOrmApiKeyRepository(dataSource),
  sessions: new TypeOrmSessionRepository(dataSource),
  log: new PostgresSecurityLog(dataSource),
  outbox: new PostgresMailOutbox(dataSource),
  resets: new PostgresPasswordResetRepository(dataSource),
  changes: new PostgresEmailChangeRepository(dataSource),
});

/** Returns repositories on the database of the test file, and deletes everything that earlier tests have stored. */
export async function accountRepositories(): Promise<ReturnType<typeof repositoriesOf>> {
  const dataSource = await sharedDataSource();
  await dataSource.query('DELETE FROM accounts; DELETE FROM removed_accounts; DELETE FROM mail_outbox');
  return repositoriesOf(dataSource);
}
