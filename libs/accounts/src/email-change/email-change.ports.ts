import type { SecurityEvent } from '@libs/kernel';
import type { OwnerOfAccount } from '../account/account.ports';
import type { OutboxMessage } from '../mail/mail';

/** A new email address that its owner hasn't confirmed yet. */
export interface EmailChange {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Stores pending changes of email addresses, one per person. A change of the password or the email address deletes it.
 * Malformed IDs count as not found. `confirm` runs before the account is known.
 */
export interface EmailChangeRepository {
  /** Stores a change and its messages. Replaces the person's previous one. Returns false if there is no such person. */
  add(change: EmailChange, mail: readonly OutboxMessage[]): Promise<boolean>;
  /** Returns the change that is valid at `now`; null if there is none. */
  find(accountId: string, personId: string, now: Date): Promise<EmailChange | null>;
  /** Deletes the change. Returns false if there is none. */
  cancel(accountId: string, personId: string): Promise<boolean>;
  /**
   * Sets the new email address, deletes the change and a password reset, and records what `effects` returns. Returns the
   * person with the new email address; null if no change is valid at `now`.
   * @param effects gets the person with the old email address
   * @throws DomainError `conflict` if another person has this email address; then nothing changes
   */
  confirm(
    digest: Buffer,
    now: Date,
    effects: (
      match: OwnerOfAccount,
      email: string,
    ) => { readonly event: SecurityEvent; readonly mail: readonly OutboxMessage[] },
  ): Promise<OwnerOfAccount | null>;
  /** Deletes changes that are no longer valid at `now`. */
  removeExpired(now: Date): Promise<void>;
}
