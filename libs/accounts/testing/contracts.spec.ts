import { Argon2PasswordHasher, InMemoryRateLimitStore } from '../src';
import { accountRepositoryContract } from './account-repository.contract';
import { apiKeyRepositoryContract } from './api-key-repository.contract';
import { InMemoryAccountRepository } from './in-memory-account-repository';
import { InMemoryApiKeyRepository } from './in-memory-api-key-repository';
import { passwordHasherContract } from './password-hasher.contract';
import { PlainPasswordHasher } from './plain-password-hasher';
import { InMemorySessionRepository } from './in-memory-session-repository';
import { rateLimitStoreContract } from './rate-limit-store.contract';
import { sessionRepositoryContract } from './session-repository.contract';

accountRepositoryContract('in memory', async () => new InMemoryAccountRepository());

apiKeyRepositoryContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  return { accounts, keys: new InMemoryApiKeyRepository(accounts) };
});

sessionRepositoryContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  return { accounts, sessions: new InMemorySessionRepository(accounts) };
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

passwordHasherContract('plain', () => new PlainPasswordHasher());
passwordHasherContract('Argon2id', () => new Argon2PasswordHasher());
