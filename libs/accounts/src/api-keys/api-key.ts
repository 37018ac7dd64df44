import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError, invalidValue, isUuid, throwIfInvalid, type Issue, type Valid } from '@libs/kernel';
import type { Account } from '../account/account';
import { digestOf } from '../secret-digest';
import { API_KEYS_MAX, type Permission } from '../limits';
import type { NewApiKey, Rotation } from './api-key.rules';

/** A stored API key, without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** Bucket in which its requests are counted. A successor shares the bucket of the key that it replaces. */
  readonly bucketId: string;
  readonly name: string;
  readonly permission: Permission;
  /** Exact values of `Origin` from which a `submit` key can be used. Empty for other keys. */
  readonly allowedOrigins: readonly string[];
  /** SHA-256 of the secret. */
  readonly digest: Buffer;
  readonly lastFour: string;
  readonly createdAt: Date;
  /** The member who created it; null if the operator did. */
  readonly createdBy: string | null;
  /** Precise to a minute: uses within a minute after the stored one are not stored. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** A key and the data of its account that the key can read. */
export interface DescribedApiKey {
  readonly key: ApiKey;
  readonly account: Pick<Account, 'name' | 'slug' | 'plan'>;
}

/** A new key and its secret, which is returned once and not stored. */
export interface IssuedApiKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** Maximum keys of an account: active ones, and new ones or rotations per hour. */
export interface ApiKeyLimits {
  readonly active: number;
  readonly perHour: number;
}

const API_KEY_PREFIX = 'fb_live_';
export const API_KEY_PATTERN = /^fb_live_[0-9A-Za-z]{38}$/;
export const API_KEY_LENGTH = 46;
/** New keys per account and hour, including revoked ones. Without this limit, new keys would bypass the rate limit. */
export const API_KEYS_PER_HOUR = 20;
/** Rotations per account and hour. Enough to replace all keys several times. */
export const ROTATIONS_PER_HOUR = 60;
/** Active keys per account, including rotated keys that are still valid. */
export const API_KEYS_WITH_OVERLAP_MAX = 2 * API_KEYS_MAX;
/** Keys in a list: all active ones, and those that ended last (api-keys.md 4). */
export const API_KEYS_LISTED = 100;
const DAY_MS = 86_400_000;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** The largest multiple of 62 in a byte. Higher values would make some letters more likely. */
const UNBIASED = 248;

export function newSecret(random: (size: number) => Uint8Array = randomBytes): string {
  let secret = API_KEY_PREFIX;
  while (secret.length < API_KEY_PREFIX.length + RANDOM_LENGTH) {
    const [byte] = random(1);
    if (byte! < UNBIASED) secret += BASE62[byte! % 62];
  }
  return secret + checksumOf(secret);
}

/** CRC-32 in base62. Rejects random text without a query, and lets secret scanners verify matches (api-keys.md 1). */
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

/** Returns the form in which a key is displayed after its creation. */
export function maskedKey({ lastFour }: Pick<ApiKey, 'lastFour'>): string {
  return `${API_KEY_PREFIX}…${lastFour}`;
}

/** A key as its account sees it, without secrets. */
export const apiKeyJson = (key: ApiKey, now: Date) => ({
  id: key.id,
  name: key.name,
  permission: key.permission,
  allowed_origins: key.allowedOrigins,
  masked: maskedKey(key),
  state: key.revokedAt
    ? ('revoked' as const)
    : isExpired(key, now)
      ? ('expired' as const)
      : ('active' as const),
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

/** Returns the ID in lowercase; null if it is malformed. */
export function apiKeyId(text: string): string | null {
  const id = text.toLowerCase();
  return isUuid(id) ? id : null;
}

/** Whether a key can authenticate and counts toward the maximum. */
export function isActive(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return key.revokedAt === null && !isExpired(key, now);
}

export function isExpired({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() <= now.getTime();
}

/**
 * @param expiresAt used if `expires_in_days` is absent or null
 * @throws DomainError `validation` if the expiry is not in the future
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
  // Also rejects an invalid date, whose time is NaN.
  if (end !== null && !(end.getTime() > now.getTime())) {
    issues.push(invalidValue('expires_at', 'must be in the future'));
  }
  throwIfInvalid(issues);
  return issued({ accountId, name, permission, allowedOrigins, expiresAt: end, ...by }, now);
}

type IssuedFields = 'id' | 'createdBy' | 'accountId' | 'name' | 'permission' | 'allowedOrigins' | 'expiresAt';

function issued(fields: Pick<ApiKey, IssuedFields>, now: Date): IssuedApiKey {
  const secret = newSecret();
  const key = {
    ...fields,
    bucketId: fields.id,
    digest: digestOf(secret),
    lastFour: secret.slice(-4),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  return { key, secret };
}

/**
 * Creates a successor with the same permission, bucket, and lifetime. The predecessor stays valid for the overlap,
 * unless it expires sooner (api-keys.md 5).
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
