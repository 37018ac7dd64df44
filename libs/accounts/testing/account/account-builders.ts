import { randomBytes, randomUUID } from 'node:crypto';
import type { NewId } from '@libs/kernel';
import {
  digestOf,
  NEW_FORM,
  newSecret,
  type Account,
  type ApiKey,
  newToken,
  type Owner,
  type Session,
} from '../../src';

/** Returns a UUIDv7 of the given time, as `newId` does in production. */
export const idAt: NewId = (at) => {
  const time = at.getTime().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
};

const NOON = new Date('2026-03-03T12:00:00.000Z');

/** Builds an account with a unique slug and default values, overridden by `given`. */
export function anAccount(given: Partial<Account> = {}): Account {
  const createdAt = given.createdAt ?? NOON;
  const slug = `acme-${randomBytes(6).toString('hex')}`;
  return {
    id: idAt(createdAt),
    name: 'Acme',
    slug,
    aliases: [],
    plan: 'free',
    form: NEW_FORM,
    formUsedAt: null,
    createdAt,
    ...given,
  };
}

export function anOwner(given: Partial<Owner> = {}): Owner {
  const createdAt = given.createdAt ?? NOON;
  return {
    id: idAt(createdAt),
    accountId: given.accountId ?? randomUUID(),
    email: `ada-${randomBytes(6).toString('hex')}@example.com`,
    passwordHash: '$argon2id$v=19$m=47104,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo',
    createdAt,
    ...given,
  };
}

/** Builds a key and its secret, with default values, overridden by `given`. */
export function aKeyAndSecret(given: Partial<ApiKey> = {}): {
  readonly key: ApiKey;
  readonly secret: string;
} {
  const secret = newSecret();
  const createdAt = given.createdAt ?? NOON;
  const id = given.id ?? idAt(createdAt);
  const key: ApiKey = {
    id,
    bucketId: id,
    accountId: given.accountId ?? randomUUID(),
    name: 'Website',
    permission: 'full',
    allowedOrigins: [],
    digest: digestOf(secret),
    lastFour: secret.slice(-4),
    createdAt,
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    ...given,
  };
  return { key, secret };
}

export const aKey = (given: Partial<ApiKey> = {}): ApiKey => aKeyAndSecret(given).key;

export function aSession(given: Partial<Session> = {}): Session {
  const createdAt = given.createdAt ?? NOON;
  return {
    id: idAt(createdAt),
    accountId: given.accountId ?? randomUUID(),
    ownerId: given.ownerId ?? randomUUID(),
    digest: digestOf(newToken()),
    createdAt,
    lastSeenAt: createdAt,
    reauthenticatedAt: null,
    userAgent: null,
    ...given,
  };
}
