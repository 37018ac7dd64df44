import { Argon2PasswordHasher, InMemoryAttemptStore, InMemoryRateLimitStore } from '../src';
import { accountRepositoryContract } from './account/account-repository.contract';
import { apiKeyRepositoryContract } from './api-keys/api-key-repository.contract';
import { InMemoryAccountRepository } from './account/in-memory-account-repository';
import { InMemoryApiKeyRepository } from './api-keys/in-memory-api-key-repository';
import { InMemoryInvitationRepository } from './invitations/in-memory-invitation-repository';
import { invitationRepositoryContract } from './invitations/invitation-repository.contract';
import { membershipRepositoryContract } from './memberships/membership-repository.contract';
import { InMemoryMembershipRepository } from './memberships/in-memory-membership-repository';
import { InMemoryPersonRepository } from './people/in-memory-person-repository';
import { personRepositoryContract } from './people/person-repository.contract';
import { apiUsageContract } from './api-usage/api-usage.contract';
import { InMemoryApiUsage } from './api-usage/in-memory-api-usage';
import { passwordHasherContract } from './account/password-hasher.contract';
import { PlainPasswordHasher } from './account/plain-password-hasher';
import { securityLogContract } from './security-log/security-log.contract';
import { InMemorySessionRepository } from './sessions/in-memory-session-repository';
import { rateLimitStoreContract } from './rate-limits/rate-limit-store.contract';
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
  };
};

accountRepositoryContract('in memory', async () => repositories());

personRepositoryContract('in memory', async () => repositories());

membershipRepositoryContract('in memory', async () => repositories());

invitationRepositoryContract('in memory', async () => repositories());

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

securityLogContract('in memory', async () => {
  const { accounts, people } = repositories();
  const sessions = new InMemorySessionRepository(accounts);
  return { log: accounts.log, accounts, people, sessions, keys: new InMemoryApiKeyRepository(accounts) };
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

passwordHasherContract('plain', () => new PlainPasswordHasher());
passwordHasherContract('Argon2id', () => new Argon2PasswordHasher());
