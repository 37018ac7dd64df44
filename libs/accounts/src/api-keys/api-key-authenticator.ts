import { hash } from 'node:crypto';
import { DomainError, type Clock } from '@libs/kernel';
import { accountSuspended } from '../account/account';
import type { ApiKeyRepository } from './api-key.ports';
import { API_KEY_LENGTH, isExpired, isWellFormedApiKey, type ApiKey } from './api-key';
import { digestOf } from '../secret-digest';
import type { Permission, Plan } from '../limits';

/** The authenticated caller of a request. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  /** Bucket in which its requests are counted. */
  readonly bucketId: string;
  readonly permission: Permission;
  readonly allowedOrigins: readonly string[];
  readonly plan: Plan;
  /** Whether submissions with a `submit` key need an identity token (identity.md 7). */
  readonly requiresIdentity: boolean;
}

/** One query for a key, shared by concurrent requests. */
interface Lookup {
  readonly startedAt: number;
  readonly result: Promise<CachedKey>;
}

interface CachedKey {
  readonly startedAt: number;
  readonly expiresAt: number;
  readonly caller: Caller;
}

/** Cache time. A revocation or a new plan takes effect within a second (api-keys.md 5, rate-limits.md 1). */
const CACHE_MS = 900;
/** From this age on, a request renews the cached key without waiting for it. */
const RENEW_MS = 500;
const TOUCH_MS = 60_000;
const MAX_CACHED = 10_000;

/**
 * Authenticates API keys. Caches each key for 900 ms from the start of its query, by the SHA-256 of its secret. Does
 * not cache secrets or errors. A key in constant use is renewed before it expires, so that no request waits for it.
 */
export class ApiKeyAuthenticator {
  private readonly cached = new Map<string, CachedKey>();
  private readonly lookups = new Map<string, Lookup>();
  private readonly touches = new Map<string, Promise<void>>();

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
    /** Called if the last use of a key could not be stored. The request does not wait for it. */
    private readonly onTouchFailed: (error: unknown) => void = () => {},
  ) {}

  /**
   * Returns synchronously if the key is cached. A malformed key causes no query.
   * @throws DomainError `authentication`: `api_key_invalid`, `api_key_revoked`, `api_key_expired`; `permission`:
   * `account_suspended`; rejects with it if there was a query. Errors of the repository are rethrown.
   */
  authenticate(secret: string): Caller | Promise<Caller> {
    if (secret.length !== API_KEY_LENGTH) throw apiKeyInvalid();
    const now = this.clock().getTime();
    const digest = hash('sha256', secret, 'hex');
    const cached = this.cached.get(digest);
    if (cached && isFresh(cached, now)) {
      if (now - cached.startedAt >= RENEW_MS) this.renew(digest, secret, now);
      return activeCaller(cached, now);
    }
    if (!isWellFormedApiKey(secret)) throw apiKeyInvalid();
    return this.lookUp(digest, secret, now);
  }

  /**
   * As `authenticate`, but ignores the cache and running queries. For checks right before a commit.
   * @throws DomainError as `authenticate`; always rejects
   */
  async authenticateUncached(secret: string): Promise<Caller> {
    if (!isWellFormedApiKey(secret)) throw apiKeyInvalid();
    const digest = hash('sha256', secret, 'hex');
    this.cached.delete(digest);
    this.lookups.delete(digest);
    return this.lookUp(digest, secret, this.clock().getTime());
  }

  /** Removes a key that this instance has changed from the cache. New requests don't share running queries. */
  forget(keyId: string): void {
    for (const [digest, { caller }] of this.cached) if (caller.keyId === keyId) this.cached.delete(digest);
    this.lookups.clear();
  }

  /** Waits until every last use is stored, for shutdown. */
  async flush(): Promise<void> {
    await Promise.all(this.touches.values());
  }

  /** If this fails, the next request that finds no fresh key gets the error. */
  private renew(digest: string, secret: string, now: number): void {
    if (!this.lookups.has(digest)) this.lookUp(digest, secret, now).catch(() => {});
  }

  private async lookUp(digest: string, secret: string, now: number): Promise<Caller> {
    let lookup = this.lookups.get(digest);
    if (!lookup || !isFresh(lookup, now)) {
      lookup = { startedAt: now, result: this.find(secret, now) };
      this.lookups.set(digest, lookup);
    }
    try {
      const cached = await lookup.result;
      if (this.lookups.get(digest) === lookup) this.remember(digest, cached);
      return activeCaller(cached, this.clock().getTime());
    } catch (error) {
      // A renewal found that the key is no longer valid.
      if (error instanceof DomainError) this.cached.delete(digest);
      throw error;
    } finally {
      if (this.lookups.get(digest) === lookup) this.lookups.delete(digest);
    }
  }

  private async find(secret: string, startedAt: number): Promise<CachedKey> {
    const match = await this.keys.findByDigest(digestOf(secret));
    if (!match) throw apiKeyInvalid();
    const { key, plan, isSuspended, requiresIdentity } = match;
    if (key.revokedAt) throw authenticationError('api_key_revoked', 'API key has been revoked');
    if (isExpired(key, this.clock())) throw expired();
    if (isSuspended) throw accountSuspended();
    this.touch(key);
    const { id: keyId, accountId, bucketId, permission, allowedOrigins } = key;
    return {
      startedAt,
      expiresAt: key.expiresAt?.getTime() ?? Infinity,
      caller: Object.freeze({
        accountId,
        keyId,
        bucketId,
        permission,
        allowedOrigins,
        plan,
        requiresIdentity,
      }),
    };
  }

  private remember(digest: string, cached: CachedKey): void {
    this.cached.delete(digest);
    this.cached.set(digest, cached);
    if (this.cached.size > MAX_CACHED) this.cached.delete(this.cached.keys().next().value!);
  }

  /** The time of the last stored use comes from the row, so it is not kept in memory. */
  private touch({ id, lastUsedAt }: ApiKey): void {
    const now = this.clock();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < TOUCH_MS) return;
    if (this.touches.has(id)) return;
    const touch = this.keys
      .touch(id, now)
      .catch(this.onTouchFailed)
      .finally(() => this.touches.delete(id));
    this.touches.set(id, touch);
  }
}

/** False also for a start in the future, which occurs if the clock was set back. */
function isFresh({ startedAt }: { readonly startedAt: number }, now: number): boolean {
  return now >= startedAt && now - startedAt < CACHE_MS;
}

function activeCaller({ caller, expiresAt }: CachedKey, now: number): Caller {
  if (now >= expiresAt) throw expired();
  return caller;
}

const authenticationError = (code: string, message: string) =>
  new DomainError('authentication', code, message);
export const apiKeyInvalid = () => authenticationError('api_key_invalid', 'Invalid API key');
const expired = () => authenticationError('api_key_expired', 'API key has expired');
