import type { OutboxMessage } from '../mail/mail';
import type { Person } from '../people/person';
import type { NewPassword } from '../people/person.use-cases';

/** A link that lets a person set a new password, once. */
export interface PasswordReset {
  readonly personId: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Stores password resets, one per person. A change of the password or the email address deletes it.
 */
export interface PasswordResetRepository {
  /** Stores a reset and its messages. Replaces the person's previous reset. Returns false if there is no such person. */
  add(reset: PasswordReset, mail: readonly OutboxMessage[]): Promise<boolean>;
  /** Returns the person of a reset that is valid at `now`; null if there is none. */
  find(digest: Buffer, now: Date): Promise<Person | null>;
  /**
   * Sets the password hash and that the email address is confirmed, deletes the reset and a pending change of the email
   * address, ends all sessions of the person, and records the events and the messages. Returns false and changes nothing
   * if no reset is valid at `now`.
   */
  use(digest: Buffer, now: Date, change: NewPassword): Promise<boolean>;
  /** Deletes resets that are no longer valid at `now`. */
  removeExpired(now: Date): Promise<void>;
}
