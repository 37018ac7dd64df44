import type { Account, Plan, Taken } from './account/account';
import type { ApiKey, ApiKeyLimits, DescribedApiKey } from './api-keys/api-key';
import type { Owner } from './account/owner';
import type { RateLimitPolicy, RateLimitState, WindowState } from './rate-limits/rate-limit';
import type { Session } from './sessions/session';

/** Where accounts and their owners rest. */
export interface AccountRepository {
  /**
   * Both or neither: an account is never without its owner. Names what another account has already, and then
   * nothing is kept.
   */
  add(account: Account, owner: Owner): Promise<readonly Taken[]>;
  /** Null when no account has this slug or alias. */
  findBySlug(slug: string): Promise<Account | null>;
  /** Whether there is no account at all. */
  isEmpty(): Promise<boolean>;
  /**
   * Reads, changes and writes as one step; a change that throws writes nothing. Null when there is none.
   * @throws DomainError `conflict` when another account has the new slug or alias
   */
  revise(accountId: string, change: (current: Account) => Account): Promise<Account | null>;
  /** Compares without regard to case; null when nobody has this address. */
  findOwner(email: string): Promise<OwnerOfAccount | null>;
  /** Null when the account has no such owner. */
  findOwnerOf(accountId: string, ownerId: string): Promise<OwnerOfAccount | null>;
  /** False when the account has no such owner. */
  setPasswordHash(accountId: string, ownerId: string, passwordHash: string): Promise<boolean>;
  /** False when the account has no such owner. @throws DomainError `conflict` when somebody else has this address */
  setEmail(accountId: string, ownerId: string, email: string): Promise<boolean>;
  /**
   * For good, with its owners, sessions and keys; its slug and aliases are free again. That it was removed is remembered in the same step. False when
   * there is none.
   */
  remove(accountId: string, at: Date): Promise<boolean>;
  /** Which accounts were removed and are not forgotten yet, in that order. */
  listRemoved(): Promise<readonly RemovedAccount[]>;
  /** No effect on an account that is not remembered as removed. */
  forgetRemoved(accountId: string): Promise<void>;
}

/** All that is left of an account: nothing of whoever had it. */
export interface RemovedAccount {
  readonly accountId: string;
  readonly removedAt: Date;
}

export interface OwnerOfAccount {
  readonly account: Account;
  readonly owner: Owner;
}

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

/** Where sessions rest, for as long as they last. Every method but the way in names the account first. */
export interface SessionRepository {
  /** False when its owner is gone. */
  add(session: Session): Promise<boolean>;
  /** The way in: whose token has this SHA-256? Ended sessions too, if they are still there. One query. */
  findByDigest(digest: Buffer): Promise<(OwnerOfAccount & { readonly session: Session }) | null>;
  /** Notes that it was seen; never takes `lastSeenAt` back. */
  touch(accountId: string, id: string, at: Date): Promise<void>;
  /** Another token in place of the old one. False when there is no such session. */
  renew(
    accountId: string,
    id: string,
    renewal: Pick<Session, 'digest' | 'reauthenticatedAt'>,
  ): Promise<boolean>;
  /** Newest first. */
  list(accountId: string, ownerId: string): Promise<readonly Session[]>;
  /** False when this owner has no such session. */
  remove(accountId: string, ownerId: string, id: string): Promise<boolean>;
  /** All of this owner's sessions, but for the excepted one. */
  removeAll(accountId: string, ownerId: string, exceptId?: string): Promise<void>;
  /** Those of this owner that were last seen at `idleSince` or begun at `begunSince`, or earlier. */
  removeEnded(
    accountId: string,
    ownerId: string,
    bounds: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void>;
}

/** Counts requests per bucket: that of one key, or of a key and its successor. */
export interface RateLimitStore {
  /**
   * Admits one request if every policy has quota left, and counts it in all of them; else counts it in none
   * (rate-limits.md 2). One step, however many ask at once. Answers at once where it can: this is the hot path.
   */
  take(bucketId: string, policies: readonly RateLimitPolicy[]): RateLimitState | Promise<RateLimitState>;
  /** What the next request would find; counts nothing. In the order of the policies. */
  peek(bucketId: string, policies: readonly RateLimitPolicy[]): Promise<readonly WindowState[]>;
}

/** Turns a password into what may be kept, and recognises it again. */
export interface PasswordHasher {
  /** A new salt every time, so never the same twice. */
  hash(password: string): Promise<string>;
  /** False too for something that no `hash` ever made. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether `hash` would do more today, so that the password, once it is known to be right, is hashed anew. */
  isOutdated(hash: string): boolean;
}
