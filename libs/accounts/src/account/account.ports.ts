import type { Account, Taken } from './account';
import type { Owner } from './owner';

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

/** Turns a password into what may be kept, and recognises it again. */
export interface PasswordHasher {
  /** A new salt every time, so never the same twice. */
  hash(password: string): Promise<string>;
  /** False too for something that no `hash` ever made. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether `hash` would do more today, so that the password, once it is known to be right, is hashed anew. */
  isOutdated(hash: string): boolean;
}
