import type { ClaimedMessage, MailOutcome } from './delivery';
import type { OutboxMessage } from './mail';

/**
 * Stores messages until they are sent (mail.md 3). Repositories that change something also add its messages, in the
 * transaction of the change. Messages are deleted with their account.
 */
export interface MailOutbox {
  /** Stores messages that have no change. */
  add(messages: readonly OutboxMessage[]): Promise<void>;
  /**
   * Returns at most `limit` messages that are due, in the order in which to send them: by `MAIL_PRIORITY`, and messages of
   * the same priority by turns of their accounts. Keeps them from other processes for `MAIL_LEASE_SECONDS`. Counts the
   * attempts.
   */
  claim(now: Date, limit: number): Promise<readonly ClaimedMessage[]>;
  /** Whether an attempt is still the last one of a message that waits. It can have been dropped since its claim. */
  isClaimed(claimed: Pick<ClaimedMessage, 'id' | 'attempt'>): Promise<boolean>;
  /**
   * Stores what happens to a message. Unless it is sent again, deletes its content. No effect if another process has
   * claimed it since.
   */
  record(claimed: Pick<ClaimedMessage, 'id' | 'attempt'>, outcome: MailOutcome, now: Date): Promise<void>;
  /** Drops messages that wait although they are no longer valid, with their content. */
  dropExpired(now: Date): Promise<void>;
  /** Deletes some messages that were sent or dropped before `end`, and returns their number; 0 if none are left. */
  removeFinished(end: Date): Promise<number>;
}

/** Encrypts what a message says. Both methods need the same `context`. */
export interface MailSeal {
  seal(text: string, context: string): Uint8Array;
  open(sealed: Uint8Array, context: string): string;
}
