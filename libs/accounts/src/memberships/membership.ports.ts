import type { SecurityEvent } from '@libs/kernel';
import type { OutboxMessage } from '../mail/mail';
import type { AccountOfPerson, FormerMember, Member, Membership } from './membership';

/** Stores which person has which role in which account. Malformed IDs count as not found. */
export interface MembershipRepository {
  /** Returns the accounts of a person and the roles there, in the order of joining, including suspended accounts. */
  listOf(personId: string): Promise<readonly AccountOfPerson[]>;
  /** Returns the members of an account in the order of joining. */
  list(accountId: string): Promise<readonly Member[]>;
  /** Returns the people who were members of an account, by name. */
  listFormer(accountId: string): Promise<readonly FormerMember[]>;
  /**
   * Reads a membership, applies `change`, and writes the result, or ends the membership if it is null. Changes of one
   * account run one after the other. If the membership ends, so do its sessions, its settings of notifications are
   * deleted, and its person becomes a former member. If it ends or gets another role, the invitations of its person are
   * removed, and the event and the mail are stored, the mail only with the first `MEMBER_NOTICES_PER_HOUR` events of the
   * same type about this person within an hour; changes to different roles count separately. If `change` throws,
   * writes nothing and rethrows the error. Returns false if the account has no such member.
   */
  revise(accountId: string, personId: string, change: MembershipChange): Promise<boolean>;
}

/** @param members of the account before the change, in the order of joining */
export type MembershipChange = (
  current: Member,
  members: readonly Member[],
) => {
  readonly next: Membership | null;
  readonly event: SecurityEvent;
  readonly mail?: readonly OutboxMessage[];
};
