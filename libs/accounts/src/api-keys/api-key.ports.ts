import type { Plan } from '../limits';
import type { ApiKey, ApiKeyLimits, DescribedApiKey } from './api-key';

/** Where API keys rest. Every method but two names the account first; those two stand before an account is known. */
export interface ApiKeyRepository {
  /**
   * Keeps the key unless the account has `limits.active` active ones already, judged at `key.createdAt`; those that
   * share a bucket count as one. Or unless it created `limits.perHour` new ones in the hour before that, revoked ones
   * included and successors not: then returns when the next one is possible. Counting and keeping are one step, however
   * many add at once.
   */
  add(key: ApiKey, limits: ApiKeyLimits): Promise<'added' | 'limit_reached' | 'account_not_found' | Date>;
  /**
   * Reads a key, changes it (only `expiresAt` may) and adds its successor, as one step; a change that throws writes
   * nothing. With `maxActive` active keys already, whatever their buckets, nothing is kept.
   */
  rotate(
    accountId: string,
    id: string,
    change: (current: ApiKey) => { readonly predecessor: ApiKey; readonly successor: ApiKey },
    maxActive: number,
  ): Promise<'rotated' | 'limit_reached' | 'not_found'>;
  /** Newest first, ended keys too. */
  list(accountId: string): Promise<readonly ApiKey[]>;
  /** A key and the account it opens, as both are now; ended keys too. Null when the account has no such key. */
  find(accountId: string, id: string): Promise<DescribedApiKey | null>;
  /** For good: a second revocation changes nothing. False when the account has no such key. */
  revoke(accountId: string, id: string, at: Date): Promise<boolean>;
  /** The way in: whose secret has this SHA-256? Revoked and expired keys too; null when nobody's. One query. */
  findByDigest(digest: Buffer): Promise<{ readonly key: ApiKey; readonly plan: Plan } | null>;
  /** Notes a use; no effect within a minute of the last one noted, nor on an unknown key. */
  touch(keyId: string, at: Date): Promise<void>;
}
