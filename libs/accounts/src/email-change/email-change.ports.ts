import type { SecurityEvent } from '@libs/kernel';
import type { OutboxMessage } from '../mail/mail';
import type { Person } from '../people/person';

/** An email address that its user hasn't confirmed yet: a new one, or that of a new person. */
export interface EmailChange {
  readonly personId: string;
  readonly email: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Stores pending changes of email addresses, one per person. A change of the password or the email address deletes it.
 * Malformed IDs count as not found.
 */
export interface EmailChangeRepository {
  /** Stores a change and its messages. Replaces the person's previous one. Returns false if there is no such person. */
  add(change: EmailChange, mail: readonly OutboxMessage[]): Promise<boolean>;
  /** Returns the change that is valid at `now`; null if there is none. */
  find(personId: string, now: Date): Promise<EmailChange | null>;
  findByDigest(digest: Buffer, now: Date): Promise<EmailChange | null>;
  /** Deletes the change. Returns false if there is none. */
  cancel(personId: string): Promise<boolean>;
  /**
   * Sets the email address and that it is confirmed, deletes the change and a password reset, and records events and
   * messages. Returns the changed person; null if no change is valid at `now`.
   * @throws DomainError `conflict` if another person has this email address; then nothing changes
   */
  confirm(
    digest: Buffer,
    now: Date,
    effects: { readonly events: readonly SecurityEvent[]; readonly mail: readonly OutboxMessage[] },
  ): Promise<Person | null>;
  /** Deletes changes that are no longer valid at `now`. */
  removeExpired(now: Date): Promise<void>;
}
