import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DomainError, isUuid } from '@libs/kernel';
import type { Account } from '../account/account';
import { digestOf } from '../digest';
import { Input } from '../input';
import {
  ALLOWED_ORIGINS_MAX,
  API_KEY_NAME_MAX,
  API_KEYS_MAX,
  EXPIRY_DAYS,
  OVERLAPS_SECONDS,
  PERMISSIONS,
  type Permission,
} from '../limits';

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
const ORIGIN_MAX = 300;

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

export interface NewApiKey {
  readonly name: string;
  readonly permission?: Permission;
  readonly allowedOrigins?: readonly string[];
  readonly expiresAt?: Date | null;
  /** Instead of `expiresAt`: one of `EXPIRY_DAYS`; null for none. */
  readonly expiresInDays?: number | null;
  /** The owner who makes it, null for the operator. */
  readonly createdBy: string | null;
}

/** @throws DomainError `validation`, with every fault of the input */
export function newApiKey(accountId: string, given: NewApiKey, id: string, now: Date): IssuedApiKey {
  const input = new Input();
  const secret = newSecret();
  const permission = input.oneOf(given.permission ?? 'full', 'permission', PERMISSIONS);
  const key: ApiKey = {
    id,
    accountId,
    bucketId: id,
    name: input.line(given.name, 'name', API_KEY_NAME_MAX),
    permission,
    allowedOrigins: originsIn(input, given.allowedOrigins ?? [], permission),
    digest: digestOf(secret),
    lastFour: secret.slice(-4),
    createdAt: now,
    createdBy: given.createdBy,
    lastUsedAt: null,
    expiresAt: expiryIn(input, given, now),
    revokedAt: null,
  };
  input.refuse();
  return { key, secret };
}

function originsIn(input: Input, origins: readonly string[], permission: Permission): readonly string[] {
  if (origins.length > 0 && permission !== 'submit') {
    input.invalidValue('allowed_origins', 'only a submit key has origins');
  } else if (origins.length === 0 && permission === 'submit') {
    input.invalidValue('allowed_origins', 'a submit key needs at least one origin, or it works nowhere');
  } else if (origins.length > ALLOWED_ORIGINS_MAX) {
    input.invalidValue('allowed_origins', `at most ${ALLOWED_ORIGINS_MAX} origins`);
  } else if (!origins.every(isOrigin)) {
    const rule = 'each must be exactly what a browser sends as Origin, such as https://www.example.com';
    input.invalidValue('allowed_origins', rule);
  }
  return [...new Set(origins)];
}

/** Exactly as a browser serialises it: scheme, host in lower-case ASCII, port unless it is the scheme's own. */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\//.test(text) || text.length > ORIGIN_MAX) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

/**
 * A successor with the same rights, which shares the bucket and lives as long as its predecessor was meant to; the
 * predecessor goes on for the overlap, unless it ends sooner (api-keys.md 5).
 * @throws DomainError `conflict` `api_key_not_active`; `validation`
 */
export function rotated(
  current: ApiKey,
  overlapSeconds: number,
  by: { readonly id: string; readonly createdBy: string | null },
  now: Date,
): { readonly predecessor: ApiKey; readonly successor: IssuedApiKey } {
  const input = new Input();
  if (!OVERLAPS_SECONDS.some((seconds) => seconds === overlapSeconds)) {
    input.invalidValue('overlap_seconds', `must be one of ${OVERLAPS_SECONDS.join(', ')}`);
  }
  input.refuse();
  if (!isActive(current, now)) {
    throw new DomainError('conflict', 'api_key_not_active', 'Only an active API key can be rotated');
  }
  const { accountId, bucketId, name, permission, allowedOrigins, createdAt } = current;
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  const life = (current.expiresAt?.getTime() ?? Infinity) - createdAt.getTime();
  const expiresAt = life === Infinity ? null : new Date(now.getTime() + life);
  const issued = newApiKey(accountId, { name, permission, allowedOrigins, expiresAt, ...by }, by.id, now);
  return {
    predecessor: {
      ...current,
      expiresAt: current.expiresAt && current.expiresAt < end ? current.expiresAt : end,
    },
    successor: { ...issued, key: { ...issued.key, bucketId } },
  };
}

function expiryIn(input: Input, given: NewApiKey, now: Date): Date | null {
  const { expiresAt = null, expiresInDays: days = null } = given;
  if (days !== null) {
    if (!EXPIRY_DAYS.some((allowed) => allowed === days)) {
      input.invalidValue('expires_in_days', `must be one of ${EXPIRY_DAYS.join(', ')}`);
    }
    return new Date(now.getTime() + days * DAY_MS);
  }
  // An invalid date is NaN, and so not later either.
  if (expiresAt !== null && !(expiresAt.getTime() > now.getTime())) {
    input.invalidValue('expires_at', 'must be in the future');
  }
  return expiresAt;
}

export function apiKeyNotFound(): DomainError {
  return new DomainError('not_found', 'api_key_not_found', 'API key not found');
}
