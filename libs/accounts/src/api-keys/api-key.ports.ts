import type { SecurityEvent } from '@libs/kernel';
import type { Plan } from '../limits';
import type { OutboxMessage } from '../mail/mail';
import type { ApiKey, ApiKeyLimits, DescribedApiKey } from './api-key';

/** A stored key whose secret was presented. */
export interface PresentedKey {
  readonly key: ApiKey;
  readonly plan: Plan;
  readonly isSuspended: boolean;
  /** Whether its account requires identity tokens of `submit` keys. */
  readonly requiresIdentity: boolean;
}

/**
 * Stores API keys. Every method takes the account ID first, except `add`, and `findByDigest` and `touch`, which run
 * before the account is known. Keys of other accounts and malformed IDs count as not found. Every method is atomic.
 * With an `event` or `mail`, a method also adds them to the security log and the outbox, in the same transaction, if it
 * changes something.
 */
export interface ApiKeyRepository {
  /**
   * Stores a new key, unless it exceeds a limit at `key.createdAt`. Concurrent calls never exceed a limit together.
   * Returns one of:
   * - `added`
   * - `limit_reached`: the account already has `limits.active` active keys. Keys that share a bucket count as one.
   * - a time: the account created `limits.perHour` keys in the hour before, and can create the next one at this time.
   *   Revoked keys count, successors don't.
   * - `account_not_found`
   */
  add(
    key: ApiKey,
    limits: ApiKeyLimits,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<'added' | 'limit_reached' | 'account_not_found' | Date>;
  /**
   * Reads a key, stores `predecessor` with its new `expiresAt`, and adds `successor`. No other field of the key may
   * change. If `change` throws, writes nothing and rethrows the error. Returns `limit_reached` and writes nothing if
   * the account already has `limits.active` active keys, each counted separately. Returns a time and writes nothing if
   * the account has rotated `limits.perHour` keys in the hour before, and can rotate the next one at this time.
   */
  rotate(
    accountId: string,
    id: string,
    change: (current: ApiKey) => KeyReplacement,
    limits: ApiKeyLimits,
  ): Promise<'rotated' | 'limit_reached' | 'not_found' | Date>;
  /** Returns the `API_KEYS_LISTED` keys that end last, newest first. Keys that are active end after others. */
  list(accountId: string): Promise<readonly ApiKey[]>;
  /** Returns a key and its account, including expired and revoked keys; null if the account has no such key. */
  find(accountId: string, id: string): Promise<DescribedApiKey | null>;
  /** Revokes a key permanently. A second call keeps the first time. Returns false if the account has no such key. */
  revoke(accountId: string, id: string, at: Date, event?: SecurityEvent): Promise<boolean>;
  /**
   * Finds a key by the SHA-256 of its secret, with settings of its account, including revoked and expired keys; null if
   * none matches. Runs one query.
   */
  findByDigest(digest: Buffer): Promise<PresentedKey | null>;
  /** Stores the time of a use if it is a minute or more after the stored time. No effect on an unknown key. */
  touch(keyId: string, at: Date): Promise<void>;
}

/** A key with its new `expiresAt`, and the key that replaces it. */
export interface KeyReplacement {
  readonly predecessor: ApiKey;
  readonly successor: ApiKey;
  readonly event?: SecurityEvent;
  readonly mail?: readonly OutboxMessage[] | undefined;
}
