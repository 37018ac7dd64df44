import type { SecurityEvent } from '@libs/kernel';
import type { OwnerOfAccount } from '../account/account.ports';
import type { OutboxMessage } from '../mail/mail';

/** A link that lets a person set a new password, once. */
export interface PasswordReset {
  readonly accountId: string;
  readonly personId: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/**
 * Stores password resets, one per person. A change of the password or the email address deletes it. Lookups by token run
 * before the account is known.
 */
export interface PasswordResetRepository {
  /** Stores a reset and its messages. Replaces the person's previous reset. Returns false if there is no such person. */
  add(reset: PasswordReset, mail: readonly OutboxMessage[]): Promise<boolean>;
  /** Returns the person of a reset that is valid at `now`; null if there is none. */
  find(digest: Buffer, now: Date): Promise<OwnerOfAccount | null>;
  /**
   * Sets the password hash, deletes the reset and a pending change of the email address, ends all sessions of the person,
   * and records the event and the messages. Returns false and changes nothing if no reset is valid at `now`.
   */
  use(
    digest: Buffer,
    now: Date,
    change: {
      readonly passwordHash: string;
      readonly event: SecurityEvent;
      readonly mail: readonly OutboxMessage[];
    },
  ): Promise<boolean>;
  /** Deletes resets that are no longer valid at `now`. */
  removeExpired(now: Date): Promise<void>;
}
