import type { SecurityEvent } from '@libs/kernel';
import type { OutboxMessage } from '../mail/mail';
import type { Account, UniqueField } from './account';
import type { Owner } from './owner';

/**
 * Stores accounts and their owners. Every method that writes is atomic. Malformed IDs count as not found. With an
 * `event` or `mail`, a method also adds them to the security log and the outbox, in the same transaction, if it changes
 * something.
 */
export interface AccountRepository {
  /**
   * Stores an account and its owner, or neither. Returns an empty array, or the values that another account already
   * has; then nothing is stored.
   */
  add(account: Account, owner: Owner, event?: SecurityEvent): Promise<readonly UniqueField[]>;
  /** Finds an account by its slug or one of its aliases; null if there is none. */
  findBySlug(slug: string): Promise<Account | null>;
  /** Returns up to `query.limit + 1` accounts with their owners, newest first. */
  list(query: AccountQuery): Promise<readonly OwnerOfAccount[]>;
  /** Whether no account exists. */
  isEmpty(): Promise<boolean>;
  /**
   * Reads an account, applies `change`, and writes the result, without interference by concurrent writers. If `change`
   * throws, writes nothing and rethrows the error. Returns the changed account; null if it is not found.
   * @param eventOf returns the event of a change, or null if it needs none
   * @throws DomainError `conflict` if another account has the new slug or alias
   */
  revise(
    accountId: string,
    change: (current: Account) => Account,
    eventOf?: (next: Account, current: Account) => SecurityEvent | null,
  ): Promise<Account | null>;
  /** Finds an account with its owner by slug or alias; null if there is none. */
  findWithOwner(slug: string): Promise<OwnerOfAccount | null>;
  /** Finds an owner by email address, in any case; null if there is none. */
  findOwner(email: string): Promise<OwnerOfAccount | null>;
  /** Finds an owner with the account; null if the account has no such owner. */
  findOwnerOf(accountId: string, ownerId: string): Promise<OwnerOfAccount | null>;
  /** Returns the owners of an account, oldest first. */
  listOwners(accountId: string): Promise<readonly OwnerOfAccount[]>;
  /**
   * Replaces the password hash. Returns false if the account has no such owner. With an `event`, deletes the owner's
   * password reset and pending change of the email address; without one, the password is still the same.
   */
  setPasswordHash(
    accountId: string,
    ownerId: string,
    passwordHash: string,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<boolean>;
  /**
   * Replaces the email address. Returns false if the account has no such owner. With an `event`, deletes the owner's
   * password reset and pending change of the email address.
   * @throws DomainError `conflict` if another owner has this email address
   */
  setEmail(accountId: string, ownerId: string, email: string, event?: SecurityEvent): Promise<boolean>;
  /**
   * Deletes an account permanently, with its owners, sessions, keys, and security log, and records the removal. Its
   * slug and aliases become available. Returns false if it is not found.
   */
  remove(accountId: string, at: Date): Promise<boolean>;
  /** Returns the records of removed accounts, in the order of removal. */
  listRemoved(): Promise<readonly RemovedAccount[]>;
  /** Deletes the record of a removed account. No effect if there is none. */
  forgetRemoved(accountId: string): Promise<void>;
}

/** The record of a removed account, without personal data. */
export interface RemovedAccount {
  readonly accountId: string;
  readonly removedAt: Date;
}

export interface AccountQuery {
  /** Text in the slug, the name, or the owner's email address, in any case. */
  readonly search?: string;
  /** Only accounts that are older than this one. */
  readonly after?: Pick<Account, 'id'>;
  readonly limit: number;
}

export interface OwnerOfAccount {
  readonly account: Account;
  readonly owner: Owner;
}

/** Hashes passwords and verifies them. */
export interface PasswordHasher {
  /** Returns a hash with a new salt, so that two hashes of a password differ. */
  hash(password: string): Promise<string>;
  /** Returns false for a wrong password, and for text that is not a hash. */
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether `hash` now uses stronger parameters. Then the password is hashed again at the next sign-in. */
  isOutdated(hash: string): boolean;
}
