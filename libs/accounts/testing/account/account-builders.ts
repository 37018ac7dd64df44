import { randomBytes, randomUUID } from 'node:crypto';
import type { NewId } from '@libs/kernel';
import {
  digestOf,
  invitationEnd,
  NEW_FORM,
  NEW_PUBLIC_PAGES,
  newSecret,
  type Account,
  type ApiKey,
  type Invitation,
  newToken,
  type Person,
  type Session,
  type SignedIn,
} from '../../src';

/** Returns a UUIDv7 of the given time. */
export const idAt: NewId = (at) => {
  const time = at.getTime().toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
};

const NOON = new Date('2026-03-03T12:00:00.000Z');

/** Builds an account with a unique slug and default values, overridden by `overrides`. */
export function anAccount(overrides: Partial<Account> = {}): Account {
  const createdAt = overrides.createdAt ?? NOON;
  const slug = `acme-${randomBytes(6).toString('hex')}`;
  return {
    id: idAt(createdAt),
    name: 'Acme',
    slug,
    aliases: [],
    plan: 'free',
    suspendedAt: null,
    requiresSecondFactor: false,
    form: NEW_FORM,
    publicPages: NEW_PUBLIC_PAGES,
    identityKeys: [],
    formUsedAt: null,
    createdAt,
    ...overrides,
  };
}

export function aPerson(overrides: Partial<Person> = {}): Person {
  const createdAt = overrides.createdAt ?? NOON;
  return {
    id: idAt(createdAt),
    name: `Ada ${randomBytes(6).toString('hex')}`,
    email: `ada-${randomBytes(6).toString('hex')}@example.com`,
    passwordHash: '$argon2id$v=19$m=47104,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNo',
    createdAt,
    emailConfirmedAt: createdAt,
    ...overrides,
  };
}

/** Builds a key and its secret, with default values, overridden by `overrides`. */
export function aKeyAndSecret(
  overrides: Partial<ApiKey> = {},
  secret = newSecret(),
): {
  readonly key: ApiKey;
  readonly secret: string;
} {
  const createdAt = overrides.createdAt ?? NOON;
  const id = overrides.id ?? idAt(createdAt);
  const key: ApiKey = {
    id,
    bucketId: id,
    accountId: overrides.accountId ?? randomUUID(),
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
    ...overrides,
  };
  return { key, secret };
}

export const aKey = (overrides: Partial<ApiKey> = {}): ApiKey => aKeyAndSecret(overrides).key;

export function aSession(overrides: Partial<Session> = {}): Session {
  const createdAt = overrides.createdAt ?? NOON;
  return {
    id: idAt(createdAt),
    accountId: overrides.accountId ?? randomUUID(),
    personId: overrides.personId ?? randomUUID(),
    digest: digestOf(newToken()),
    createdAt,
    lastSeenAt: createdAt,
    reauthenticatedAt: null,
    userAgent: null,
    ...overrides,
  };
}

/** Builds a member who is signed in, by default an owner, overridden by `overrides`. */
export function aSignedIn(account: Account, person: Person, overrides: Partial<SignedIn> = {}): SignedIn {
  const ids = { accountId: account.id, personId: person.id, sessionId: 's' };
  const state = { role: 'owner', isReauthenticated: false, mustSetUpSecondFactor: false } as const;
  return { ...ids, account, person, ...state, ...overrides };
}

export function anInvitation(overrides: Partial<Invitation> = {}): Invitation {
  const createdAt = overrides.createdAt ?? NOON;
  return {
    id: idAt(createdAt),
    accountId: overrides.accountId ?? randomUUID(),
    digest: digestOf(newToken()),
    role: 'editor',
    email: null,
    createdBy: overrides.createdBy ?? randomUUID(),
    createdAt,
    expiresAt: invitationEnd(createdAt),
    ...overrides,
  };
}
