import { anAccount, aPerson, notificationRepositoryContract } from '@libs/accounts/testing';
import { aFeedback } from '@libs/feedback/testing';
import { SYSTEM } from '@libs/kernel';
import { addNote, sharedDataSource } from '../../testing';
import { PostgresAccountRepository } from '../accounts/account/postgres-account-repository';
import { PostgresFeedbackRepository } from '../feedback/items/postgres-feedback-repository';
import { PostgresNotificationRepository } from './postgres-notification-repository';
import { PostgresMembers, PostgresNotificationSettings } from './postgres-notification-settings';

for (const as of ['role', 'superuser'] as const) {
  const name = as === 'role' ? 'PostgreSQL' : 'PostgreSQL without row-level security';
  notificationRepositoryContract(name, async () => {
    const dataSource = await sharedDataSource(as);
    return {
      notifications: new PostgresNotificationRepository(dataSource),
      settings: new PostgresNotificationSettings(dataSource),
      members: new PostgresMembers(dataSource),
      async addAccount() {
        const account = anAccount();
        const owner = aPerson();
        await new PostgresAccountRepository(dataSource).add(account, owner);
        return { accountId: account.id, personId: owner.id, name: owner.name, email: owner.email };
      },
      async addItem(accountId, title) {
        const item = aFeedback({ accountId, title });
        await new PostgresFeedbackRepository(dataSource).add(item, SYSTEM);
        return item.id;
      },
      addNote: (...note) => addNote(dataSource, ...note),
    };
  });
}
