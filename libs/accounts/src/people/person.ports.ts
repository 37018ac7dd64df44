import type { SecurityEvent } from '@libs/kernel';
import type { OutboxMessage } from '../mail/mail';
import type { Person } from './person';

/**
 * Stores people. A person is not part of an account, so no method takes one. Malformed IDs count as not found. With
 * `events` or `mail`, a method also adds them to the security log and the outbox, in the same transaction, if it changes
 * something.
 */
export interface PersonRepository {
  find(id: string): Promise<Person | null>;
  /** Finds a person by email address, in any case, with a single query; null if there is none. */
  findByEmail(email: string): Promise<Person | null>;
  /**
   * Replaces the given fields. Returns the changed person; null if there is none. With `events`, even with none in the
   * array, a new email address or password deletes the person's password reset and pending email address. Without them, a
   * new password hash is of the same password.
   * @throws DomainError `conflict` `email_taken` if another person has this email address; `name_taken` if another member
   *   of an account of the person has the new name (team.md 1)
   */
  update(
    id: string,
    change: Partial<Pick<Person, 'name' | 'email' | 'passwordHash'>>,
    events?: readonly SecurityEvent[],
    mail?: readonly OutboxMessage[],
  ): Promise<Person | null>;
}
