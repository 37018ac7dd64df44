import type { SecurityEvent } from '@libs/kernel';
import type { Person } from './person';

/**
 * Stores people. A person is not part of an account, so no method takes one. Malformed IDs count as not found. With
 * `events`, a method also adds them to the security log, in the same transaction, if it changes something.
 */
export interface PersonRepository {
  find(id: string): Promise<Person | null>;
  /** Finds a person by email address, in any case, with a single query; null if there is none. */
  findByEmail(email: string): Promise<Person | null>;
  /**
   * Replaces the given fields. Returns the changed person; null if there is none.
   * @throws DomainError `conflict` if another person has this email address
   */
  update(
    id: string,
    change: Partial<Pick<Person, 'name' | 'email' | 'passwordHash'>>,
    events?: readonly SecurityEvent[],
  ): Promise<Person | null>;
}
