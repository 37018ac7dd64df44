import { Argon2PasswordHasher, InMemoryAttemptStore, InMemoryRateLimitStore } from '../src';
import { accountRepositoryContract } from './account/account-repository.contract';
import { apiKeyRepositoryContract } from './api-keys/api-key-repository.contract';
import { InMemoryAccountRepository } from './account/in-memory-account-repository';
import { InMemoryApiKeyRepository } from './api-keys/in-memory-api-key-repository';
import { apiUsageContract } from './api-usage/api-usage.contract';
import { InMemoryApiUsage } from './api-usage/in-memory-api-usage';
import { emailChangeRepositoryContract } from './email-change/email-change-repository.contract';
import { InMemoryEmailChangeRepository } from './email-change/in-memory-email-change-repository';
import { mailOutboxContract } from './mail/mail-outbox.contract';
import { InMemoryPasswordResetRepository } from './password-reset/in-memory-password-reset-repository';
import { passwordResetRepositoryContract } from './password-reset/password-reset-repository.contract';
import { passwordHasherContract } from './account/password-hasher.contract';
import { PlainPasswordHasher } from './account/plain-password-hasher';
import { securityLogContract } from './security-log/security-log.contract';
import { InMemorySessionRepository } from './sessions/in-memory-session-repository';
import { rateLimitStoreContract } from './rate-limits/rate-limit-store.contract';
import { attemptStoreContract } from './sessions/attempt-store.contract';
import { sessionRepositoryContract } from './sessions/session-repository.contract';

accountRepositoryContract('in memory', async () => new InMemoryAccountRepository());

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
  const accounts = new InMemoryAccountRepository();
  return { accounts, sessions: new InMemorySessionRepository(accounts) };
});

securityLogContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  const sessions = new InMemorySessionRepository(accounts);
  return { log: accounts.log, accounts, sessions, keys: new InMemoryApiKeyRepository(accounts) };
});

mailOutboxContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  const sessions = new InMemorySessionRepository(accounts);
  const keys = new InMemoryApiKeyRepository(accounts);
  return { outbox: accounts.outbox, accounts, sessions, keys };
});

passwordResetRepositoryContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  const sessions = new InMemorySessionRepository(accounts);
  const changes = new InMemoryEmailChangeRepository(accounts);
  const resets = new InMemoryPasswordResetRepository(accounts, sessions);
  return { resets, changes, accounts, sessions, log: accounts.log, outbox: accounts.outbox };
});

emailChangeRepositoryContract('in memory', async () => {
  const accounts = new InMemoryAccountRepository();
  const changes = new InMemoryEmailChangeRepository(accounts);
  return { changes, accounts, log: accounts.log, outbox: accounts.outbox };
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
