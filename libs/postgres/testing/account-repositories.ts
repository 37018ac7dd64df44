import type { DataSource } from 'typeorm';
import { PostgresAccountRepository } from '../src/accounts/account/postgres-account-repository';
import { PostgresApiKeyRepository } from '../src/accounts/api-keys/postgres-api-key-repository';
import { PostgresEmailChangeRepository } from '../src/accounts/email-change/postgres-email-change-repository';
import { PostgresInvitationRepository } from '../src/accounts/invitations/postgres-invitation-repository';
import { PostgresMailOutbox } from '../src/accounts/mail/postgres-mail-outbox';
import { PostgresSuppressions } from '../src/accounts/mail/postgres-suppressions';
import { PostgresMembershipRepository } from '../src/accounts/memberships/postgres-membership-repository';
import { PostgresPasswordResetRepository } from '../src/accounts/password-reset/postgres-password-reset-repository';
import { PostgresPersonRepository } from '../src/accounts/people/postgres-person-repository';
import { PostgresSessionRepository } from '../src/accounts/sessions/postgres-session-repository';
import { PostgresSecurityLog } from '../src/security-log/postgres-security-log';
import { sharedDataSource } from './in-test-file';

const repositoriesOf = (dataSource: DataSource) => ({
  dataSource,
  accounts: new PostgresAccountRepository(dataSource),
  people: new PostgresPersonRepository(dataSource),
  memberships: new PostgresMembershipRepository(dataSource),
  invitations: new PostgresInvitationRepository(dataSource),
  keys: new PostgresApiKeyRepository(dataSource),
  sessions: new PostgresSessionRepository(dataSource),
  log: new PostgresSecurityLog(dataSource),
  outbox: new PostgresMailOutbox(dataSource),
  suppressions: new PostgresSuppressions(dataSource),
  resets: new PostgresPasswordResetRepository(dataSource),
  changes: new PostgresEmailChangeRepository(dataSource),
});

/** Returns repositories on the database of the test file, and deletes everything that earlier tests have stored. */
export async function accountRepositories(): Promise<ReturnType<typeof repositoriesOf>> {
  const dataSource = await sharedDataSource();
  await dataSource.query('DELETE FROM accounts; DELETE FROM removed_accounts; DELETE FROM mail_outbox');
  return repositoriesOf(dataSource);
}
