import type { SecurityEvent } from '@libs/kernel';
import type { OutboxMessage } from '../mail/mail';
import type { Person } from '../people/person';
import type { Membership } from '../memberships/membership';
import type { Invitation, OfferedInvitation } from './invitation';

/** A membership that an invitation gives, and its effects. */
export interface Joining {
  readonly membership: Membership;
  /** A new person; absent if the person exists. */
  readonly person?: Person;
  /** The name that an existing person gets. */
  readonly newName?: string;
  readonly event: SecurityEvent;
  readonly mail?: readonly OutboxMessage[];
}

/**
 * Stores invitations until they are accepted, revoked, or expired. Malformed IDs count as not found. With an `event` or
 * `mail`, a method also adds them to the security log and the outbox, in the same transaction, if it changes something.
 */
export interface InvitationRepository {
  /** Removes expired invitations of the account first. */
  add(
    invitation: Invitation,
    max: number,
    event: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<'added' | 'limit_reached' | 'account_not_found'>;
  /** Returns the invitations of an account that have not expired at `now`, newest first. */
  list(accountId: string, now: Date): Promise<readonly Invitation[]>;
  /** Returns false if the account has no such invitation. */
  remove(accountId: string, id: string, event: SecurityEvent): Promise<boolean>;
  /** Finds an invitation that has not expired at `now` by the SHA-256 of its token; null if none matches. */
  findByDigest(digest: Buffer, now: Date): Promise<OfferedInvitation | null>;
  /**
   * Removes the invitation and adds the membership, with a new person or name and its effects, or does nothing. Returns
   * `name_taken` if another member has the name, or the new name in another account of the person (team.md 1), and
   * `limit_reached` if the account has `max` members.
   * @throws DomainError `conflict` if another person has the email address
   */
  accept(
    invitation: Invitation,
    joining: Joining,
    max: number,
  ): Promise<'accepted' | 'already_member' | 'limit_reached' | 'name_taken' | 'not_found'>;
}
