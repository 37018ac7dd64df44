import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError, invalidValue, isUuid, throwIfInvalid, type Issue, type Valid } from '@libs/kernel';
import type { Account } from '../account/account';
import { digestOf } from '../digest';
import { API_KEYS_MAX, type Permission } from '../limits';
import type { NewApiKey, Rotation } from './api-key.rules';

/** What is kept of a key: everything but its secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** Where its requests are counted: a successor shares the bucket of the key it replaces. */
  readonly bucketId: string;
  readonly name: string;
  readonly permission: Permission;
  /** Where a `submit` key may be used from, exact values of `Origin`. Empty for the others. */
  readonly allowedOrigins: readonly string[];
  /** SHA-256 of the secret. */
  readonly digest: Buffer;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** The owner who made it; null when the operator did. */
  readonly createdBy: string | null;
  /** To the minute: the first use in a while is written, those within the minute after it are not. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What the holder of a key may know of it. */
export interface DescribedApiKey {
  readonly key: ApiKey;
  readonly account: Pick<Account, 'name' | 'slug' | 'plan'>;
}

/** The one place where a secret is beside its key: shown to whoever made it, once. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** How many keys an account may have, and create in an hour. */
export interface ApiKeyLimits {
  readonly active: number;
  readonly perHour: number;
}

export const API_KEY_PREFIX = 'fb_live_';
export const API_KEY_PATTERN = /^fb_live_[0-9A-Za-z]{38}$/;
export const API_KEY_LENGTH = 46;
/** New keys per account and hour, whether they are still active: without this, a new key would be a new quota. */
export const API_KEYS_PER_HOUR = 20;
/** Active keys per account with those that a rotation lets go on for a while. */
export const API_KEYS_WITH_OVERLAP_MAX = 2 * API_KEYS_MAX;
const DAY_MS = 86_400_000;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** The largest multiple of 62 in a byte: what lies above would favour the first letters. */
const UNBIASED = 248;

export function newSecret(random: (size: number) => Uint8Array = randomBytes): string {
  let secret = API_KEY_PREFIX;
  while (secret.length < API_KEY_PREFIX.length + RANDOM_LENGTH) {
    const [byte] = random(1);
    if (byte! < UNBIASED) secret += BASE62[byte! % 62];
  }
  return secret + checksumOf(secret);
}

/** CRC-32 in base62: drops garbage without a query, and lets secret scanners be sure (api-keys.md 1). */
function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) digits = BASE62[rest % 62] + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

export function isWellFormedApiKey(text: string): boolean {
  if (text.length !== API_KEY_LENGTH || !API_KEY_PATTERN.test(text)) return false;
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** How a key is shown once its secret is gone. */
export function maskedKey({ lastFour }: Pick<ApiKey, 'lastFour'>): string {
  return `${API_KEY_PREFIX}…${lastFour}`;
}

/** The id as it is stored, or null when it cannot name a key. */
export function apiKeyId(text: string): string | null {
  const id = text.toLowerCase();
  return isUuid(id) ? id : null;
}

/** Counts towards the maximum and opens the door. */
export function isActive(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return key.revokedAt === null && !isExpired(key, now);
}

export function isExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/**
 * @param expiresAt if `expires_in_days` does not say it
 * @throws DomainError `validation`: the key would have expired
 */
export function newApiKey(
  accountId: string,
  { name, permission, allowed_origins: allowedOrigins = [], expires_in_days: days }: Valid<NewApiKey>,
  by: Pick<ApiKey, 'id' | 'createdBy'>,
  expiresAt: Date | null,
  now: Date,
): IssuedApiKey {
  const issues: Issue[] = [];
  const end = days ? new Date(now.getTime() + days * DAY_MS) : expiresAt;
  // An invalid date is NaN, and so not later either.
  if (end !== null && !(end.getTime() > now.getTime())) {
    issues.push(invalidValue('expires_at', 'must be in the future'));
  }
  throwIfInvalid(issues);
  return issued({ accountId, name, permission, allowedOrigins, expiresAt: end, ...by }, now);
}

type Given = 'id' | 'createdBy' | 'accountId' | 'name' | 'permission' | 'allowedOrigins' | 'expiresAt';

function issued(given: Pick<ApiKey, Given>, now: Date): IssuedApiKey {
  const secret = newSecret();
  const key = {
    ...given,
    bucketId: given.id,
    digest: digestOf(secret),
    lastFour: secret.slice(-4),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  return { key, secret };
}

/**
 * A successor with the same rights, which shares the bucket and lives as long as its predecessor was meant to; the
 * predecessor goes on for the overlap, unless it ends sooner (api-keys.md 5).
 * @throws DomainError `conflict` `api_key_not_active`
 */
export function rotated(
  current: ApiKey,
  { overlap_seconds: overlapSeconds }: Valid<Rotation>,
  by: Pick<ApiKey, 'id' | 'createdBy'>,
  now: Date,
): { readonly predecessor: ApiKey; readonly successor: IssuedApiKey } {
  if (!isActive(current, now)) {
    throw new DomainError('conflict', 'api_key_not_active', 'Only an active API key can be rotated');
  }
  const { accountId, bucketId, name, permission, allowedOrigins, createdAt } = current;
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  const life = (current.expiresAt?.getTime() ?? Infinity) - createdAt.getTime();
  const expiresAt = life === Infinity ? null : new Date(now.getTime() + life);
  const { key, secret } = issued({ accountId, name, permission, allowedOrigins, expiresAt, ...by }, now);
  return {
    predecessor: {
      ...current,
      expiresAt: current.expiresAt && current.expiresAt < end ? current.expiresAt : end,
    },
    successor: { key: { ...key, bucketId }, secret },
  };
}

export function apiKeyNotFound(): DomainError {
  return new DomainError('not_found', 'api_key_not_found', 'API key not found');
}
