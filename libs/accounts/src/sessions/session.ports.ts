import type { SecurityEvent } from '@libs/kernel';
import type { OwnerOfAccount } from '../account/account.ports';
import type { OutboxMessage } from '../mail/mail';
import type { Session } from './session';

/**
 * Stores sessions until they are removed. Every method takes the account ID first, except `add`, and `findByDigest`,
 * which runs before the account is known. Malformed IDs and sessions of other accounts or owners count as not found.
 * With an `event` or `mail`, a method also adds them to the security log and the outbox, in the same transaction, if it
 * changes something.
 */
export interface SessionRepository {
  /** Stores a new session. Returns false if its owner does not exist. */
  add(session: Session, event?: SecurityEvent, mail?: readonly OutboxMessage[]): Promise<boolean>;
  /**
   * Finds a session with its account and owner by the SHA-256 of its token, including ended sessions that are still
   * stored; null if none matches. Runs one query.
   */
  findByDigest(digest: Buffer): Promise<(OwnerOfAccount & { readonly session: Session }) | null>;
  /** Sets `lastSeenAt`, unless the stored time is later. */
  touch(accountId: string, id: string, at: Date): Promise<void>;
  /** Replaces the token and the time of reauthentication. Returns false if the session is not found. */
  renew(
    accountId: string,
    id: string,
    renewal: Pick<Session, 'digest' | 'reauthenticatedAt'>,
  ): Promise<boolean>;
  /** Returns the sessions of an owner, newest first, including ended ones. */
  list(accountId: string, ownerId: string): Promise<readonly Session[]>;
  /** Removes a session. Returns false if the owner has no such session. */
  remove(accountId: string, ownerId: string, id: string, event?: SecurityEvent): Promise<boolean>;
  /** Removes all sessions of an owner except the one with `exceptId`. */
  removeAll(accountId: string, ownerId: string, exceptId?: string, event?: SecurityEvent): Promise<void>;
  /** Removes sessions of an owner last seen at `idleSince` or before, or created at `begunSince` or before. */
  removeEnded(
    accountId: string,
    ownerId: string,
    bounds: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void>;
}
