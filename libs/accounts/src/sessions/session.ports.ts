import type { Role, SecurityEvent } from '@libs/kernel';
import type { Account } from '../account/account';
import type { OutboxMessage } from '../mail/mail';
import type { Person } from '../people/person';
import type { Session } from './session';

export interface MatchedSession {
  readonly session: Session;
  readonly account: Account;
  readonly person: Person;
  readonly role: Role;
}

/**
 * Stores sessions until they are removed. A session exists only while its person is a member of its account. Every
 * method takes the person's ID first, except `add`, and `findByDigest`, which runs before the person is known. Malformed
 * IDs and sessions of other people count as not found. With an `event` or `mail`, a method also adds them to the security
 * log and the outbox, in the same transaction, if it changes something.
 */
export interface SessionRepository {
  /** Stores a new session. Returns false if its person is not a member of its account. */
  add(session: Session, event?: SecurityEvent, mail?: readonly OutboxMessage[]): Promise<boolean>;
  /**
   * Finds a session with its account, its person, and the person's role by the SHA-256 of its token, including ended
   * sessions that are still stored; null if none matches. Runs one query.
   */
  findByDigest(digest: Buffer): Promise<MatchedSession | null>;
  /** Sets `lastSeenAt`, unless the stored time is later. */
  touch(personId: string, id: string, at: Date): Promise<void>;
  /** Replaces the token and the time of reauthentication. Returns false if the session is not found. */
  renew(
    personId: string,
    id: string,
    renewal: Pick<Session, 'digest' | 'reauthenticatedAt'>,
  ): Promise<boolean>;
  /** Changes the current account. Returns false if the session is not found, or the person is not a member. */
  switchAccount(personId: string, id: string, accountId: string): Promise<boolean>;
  /** Returns the sessions of a person in all accounts, newest first, including ended ones. */
  list(personId: string): Promise<readonly Session[]>;
  /** Removes a session. Returns false if the person has no such session. */
  remove(personId: string, id: string, event?: SecurityEvent): Promise<boolean>;
  /** Removes all sessions of a person except the one with `exceptId`. */
  removeAll(personId: string, exceptId?: string, event?: SecurityEvent): Promise<void>;
  /** Removes sessions of a person last seen at `idleSince` or before, or created at `begunSince` or before. */
  removeEnded(
    personId: string,
    bounds: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void>;
}
