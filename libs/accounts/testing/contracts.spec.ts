import { randomUUID } from 'node:crypto';
import { Argon2PasswordHasher, InMemoryAttemptStore, InMemoryRateLimitStore } from '../src';
import { accountRepositoryContract } from './account/account-repository.contract';
import { anotherAccountContract } from './account/another-account.contract';
import { apiKeyRepositoryContract } from './api-keys/api-key-repository.contract';
import { anAccount, aPerson } from './account/account-builders';
import { InMemoryAccountRepository } from './account/in-memory-account-repository';
import { InMemoryApiKeyRepository } from './api-keys/in-memory-api-key-repository';
import { InMemoryInvitationRepository } from './invitations/in-memory-invitation-repository';
import { invitationRepositoryContract } from './invitations/invitation-repository.contract';
import { membershipRepositoryContract } from './memberships/membership-repository.contract';
import { InMemoryMembershipRepository } from './memberships/in-memory-membership-repository';
import { roleAtWriteContract } from './memberships/role-at-write.contract';
import { InMemoryPersonRepository } from './people/in-memory-person-repository';
import { personRepositoryContract } from './people/person-repository.contract';
import { uniqueNamesContract } from './people/unique-names.contract';
import { apiUsageContract } from './api-usage/api-usage.contract';
import { InMemoryApiUsage } from './api-usage/in-memory-api-usage';
import { emailChangeRepositoryContract } from './email-change/email-change-repository.contract';
import { InMemoryEmailChangeRepository } from './email-change/in-memory-email-change-repository';
import { InMemorySuppressions } from './mail/in-memory-suppressions';
import { mailOutboxContract } from './mail/mail-outbox.contract';
import { suppressionsContract } from './mail/suppressions.contract';
import { InMemoryPasswordResetRepository } from './password-reset/in-memory-password-reset-repository';
import { passwordResetRepositoryContract } from './password-reset/password-reset-repository.contract';
import { digestMailContract } from './notifications/digest-mail.contract';
import { InMemoryNotificationMail } from './notifications/in-memory-notification-mail';
import {
  InMemoryMembers,
  InMemoryNotificationRepository,
  InMemoryNotificationSettings,
} from './notifications/in-memory-notifications';
import { notificationMailContract } from './notifications/notification-mail.contract';
import { notificationRepositoryContract } from './notifications/notification-repository.contract';
import { passwordHasherContract } from './account/password-hasher.contract';
import { PlainPasswordHasher } from './account/plain-password-hasher';
import { securityLogContract } from './security-log/security-log.contract';
import { InMemorySessionRepository } from './sessions/in-memory-session-repository';
import { rateLimitStoreContract } from './rate-limits/rate-limit-store.contract';
import { InMemorySecondFactorRepository } from './second-factor/in-memory-second-factor-repository';
import { InMemorySignInChallengeRepository } from './second-factor/in-memory-sign-in-challenge-repository';
import { secondFactorContract } from './second-factor/second-factor-repository.contract';
import { attemptStoreContract } from './sessions/attempt-store.contract';
import { sessionRepositoryContract } from './sessions/session-repository.contract';

const repositories = () => {
  const accounts = new InMemoryAccountRepository();
  const people = new InMemoryPersonRepository(accounts);
  return {
    accounts,
    people,
    memberships: new InMemoryMembershipRepository(accounts),
    invitations: new InMemoryInvitationRepository(accounts),
    sessions: new InMemorySessionRepository(accounts),
    log: accounts.log,
    outbox: accounts.outbox,
  };
};

accountRepositoryContract('in memory', async () => repositories());
anotherAccountContract('in memory', async () => repositories());

personRepositoryContract('in memory', async () => repositories());
uniqueNamesContract('in memory', async () => repositories());

membershipRepositoryContract('in memory', async () => repositories());

invitationRepositoryContract('in memory', async () => repositories());

roleAtWriteContract('in memory', async () => {
  const all = repositories();
  return { ...all, keys: new InMemoryApiKeyRepository(all.accounts) };
});

apiKeyRepositoryContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  return { accounts, keys: new InMemoryApiKeyRepository(accounts) };
});

apiUsageContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  const keys = new InMemoryApiKeyRepository(accounts);
  return { accounts, keys, usage: new InMemoryApiUsage(keys) };
});

sessionRepositoryContract('in memory', async () => {
  const { accounts, people } = repositories();
  return { accounts, people, sessions: new InMemorySessionRepository(accounts) };
});

secondFactorContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  return {
    accounts,
    secondFactors: new InMemorySecondFactorRepository(accounts),
    challenges: new InMemorySignInChallengeRepository(accounts),
    log: accounts.log,
    outbox: accounts.outbox,
  };
});

securityLogContract('in memory', async () => {
  const { accounts, people } = repositories();
  const sessions = new InMemorySessionRepository(accounts);
  return { log: accounts.log, accounts, people, sessions, keys: new InMemoryApiKeyRepository(accounts) };
});

mailOutboxContract('in memory', async () => {
  const all = repositories();
  return { ...all, outbox: all.accounts.outbox, keys: new InMemoryApiKeyRepository(all.accounts) };
});

suppressionsContract('in memory', async () => {
  const { accounts } = repositories();
  return { accounts, suppressions: new InMemorySuppressions(accounts) };
});

passwordResetRepositoryContract('in memory', async () => {
  const { accounts, people } = repositories();
  const sessions = new InMemorySessionRepository(accounts);
  const changes = new InMemoryEmailChangeRepository(accounts, people);
  const resets = new InMemoryPasswordResetRepository(accounts, people, sessions);
  return { resets, changes, accounts, people, sessions, log: accounts.log, outbox: accounts.outbox };
});

emailChangeRepositoryContract('in memory', async () => {
  const { accounts, people } = repositories();
  const changes = new InMemoryEmailChangeRepository(accounts, people);
  return { changes, accounts, people, log: accounts.log, outbox: accounts.outbox };
});

rateLimitStoreContract('in memory', async () => {
  let now = Date.parse('2026-03-03T10:00:00.500Z');
  return {
    store: new InMemoryRateLimitStore(() => new Date(now)),
    advance: async (seconds) => {
      now += seconds * 1000;
    },
  };
});

attemptStoreContract('in memory', async () => {
  let now = Date.parse('2026-03-03T10:00:00.500Z');
  return {
    store: new InMemoryAttemptStore(() => new Date(now)),
    advance: async (seconds) => {
      now += seconds * 1000;
    },
  };
});

notificationRepositoryContract('in memory', async () => {
  const titles = new Map<string, string>();
  const members = new InMemoryMembers();
  return {
    notifications: new InMemoryNotificationRepository((...ids) => titles.get(ids.join()) ?? null),
    settings: new InMemoryNotificationSettings(),
    members,
    async addAccount() {
      const [accountId, personId] = [randomUUID(), randomUUID()];
      const email = `${personId}@example.com`;
      members.add(accountId, { id: personId, role: 'owner', name: 'Ada', email });
      return { accountId, personId, name: 'Ada', email };
    },
    async addItem(accountId, title) {
      const id = randomUUID();
      titles.set([accountId, id].join(), title);
      return id;
    },
    async addNote(accountId, _itemId, text) {
      const id = randomUUID();
      titles.set([accountId, id].join(), text);
      return id;
    },
  };
});

for (const contract of [notificationMailContract, digestMailContract]) {
  contract('in memory', async () => {
    const accounts = new InMemoryAccountRepository();
    const settings = new InMemoryNotificationSettings();
    const titles = new Map<string, string>();
    const notifications = new InMemoryNotificationRepository(
      (...ids) => titles.get(ids.join()) ?? null,
      settings,
    );
    const mail = new InMemoryNotificationMail(accounts, notifications, settings);
    return {
      mail,
      notifications,
      settings,
      async addAccount(person) {
        const [account, owner] = [anAccount(), aPerson(person)];
        await accounts.add(account, owner);
        const { name, email } = owner;
        return { accountId: account.id, personId: owner.id, name, email, account: account.name };
      },
      async addItem(accountId, title) {
        const id = randomUUID();
        titles.set([accountId, id].join(), title);
        return id;
      },
      async addNote(accountId, _itemId, text) {
        const id = randomUUID();
        titles.set([accountId, id].join(), text);
        return id;
      },
      publish: async (accountId) => mail.publish(accountId),
      suspend: async (accountId) =>
        void (await accounts.revise(accountId, (account) => ({ ...account, suspendedAt: new Date() }))),
      leave: async (accountId, personId) => accounts.leave(accountId, personId),
      remove: async (accountId) => void (await accounts.remove(accountId, new Date())),
      messages: async (accountId) =>
        accounts.outbox.messages.filter((one) => one.accountId === accountId).map(({ id }) => id),
      send: async (accountId) => accounts.outbox.finishAll(accountId),
    };
  });
}

passwordHasherContract('plain', () => new PlainPasswordHasher());
passwordHasherContract('Argon2id', () => new Argon2PasswordHasher());
