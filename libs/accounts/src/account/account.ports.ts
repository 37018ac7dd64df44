import type { Requester, SecurityEvent } from '@libs/kernel';
import type { IdentityKey } from '../identity/identity-key';
import type { OutboxMessage } from '../mail/mail';
import type { Account, UniqueField } from './account';
import type { Person } from '../people/person';

/** A session of a deleted account, and the account that it opens. It needs reauthentication there. */
export interface SwitchedSession {
  readonly personId: string;
  readonly sessionId: string;
  readonly accountId: string;
}

/**
 * Stores accounts, and the people who create them. Every method that writes is atomic. Malformed IDs count as not found.
 * With an `event`, a method also adds it to the security log, in the same transaction, if it changes something. There and
 * in other repositories, an event of a member who has lost the role for it throws the errors of `assertRole`, and nothing
 * is changed.
 */
export interface AccountRepository {
  /**
   * Stores an account and a new person as its owner, or neither. Returns an empty array, or the values that another
   * account or person already has; then nothing is stored.
   */
  add(account: Account, owner: Person, event?: SecurityEvent): Promise<readonly UniqueField[]>;
  /**
   * Stores an account with an existing person as its owner. Returns an empty array, or `slug` if another account has it.
   * Returns null if the person is not a member of `accountId`. In both of these cases, nothing is stored.
   */
  addAnother(
    accountId: string,
    personId: string,
    account: Account,
    event: SecurityEvent,
  ): Promise<readonly UniqueField[] | null>;
  /** Finds an account by its slug or one of its aliases; null if there is none. */
  findBySlug(slug: string): Promise<Account | null>;
  /** Returns up to `query.limit + 1` accounts with their first owners and the numbers of their members, newest first. */
  list(query: AccountQuery): Promise<readonly ListedAccount[]>;
  /** Whether no account exists. */
  isEmpty(): Promise<boolean>;
  /**
   * Reads an account, applies `change`, and writes the result, without interference by concurrent writers. If `change`
   * throws, writes nothing and rethrows the error. Returns the changed account; null if it is not found.
   * @param eventOf returns the event of a change, or null if it needs none
   * @param by who makes the change, if it can need no event
   * @throws DomainError `conflict` if another account has the new slug or alias
   */
  revise(
    accountId: string,
    change: (current: Account) => Account,
    eventOf?: (next: Account, current: Account) => SecurityEvent | null,
    by?: Requester,
  ): Promise<Account | null>;
  /**
   * Stores the identity keys of all accounts for which `change` does not return null. Returns the number of accounts. If
   * `change` throws, writes nothing and rethrows the error.
   */
  reviseIdentityKeys(
    change: (keys: readonly IdentityKey[]) => readonly IdentityKey[] | null,
  ): Promise<number>;
  /** Finds an account with its first owner by slug or alias; null if there is none. */
  findWithOwner(slug: string): Promise<OwnerOfAccount | null>;
  /** Returns the owners of an account, in the order of joining. */
  listOwners(accountId: string): Promise<readonly OwnerOfAccount[]>;
  /**
   * Deletes an account permanently, with its memberships, sessions, keys, and security log, with the people who have no
   * other account, and records the removal. Stores `mail`, which must belong to no account. Its slug and aliases become
   * available. Returns false if it is not found.
   * @param opened a session that opens another account instead of ending, if its person is then a member of that
   *   account, and it isn't suspended
   */
  remove(
    accountId: string,
    at: Date,
    mail?: readonly OutboxMessage[],
    opened?: SwitchedSession,
  ): Promise<boolean>;
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

/** With several owners, the one who has been the owner for the longest time. */
export interface OwnerOfAccount {
  readonly account: Account;
  readonly owner: Person;
}

export interface ListedAccount extends OwnerOfAccount {
  readonly members: number;
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
