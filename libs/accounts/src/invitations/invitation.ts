import { DomainError, type Role } from '@libs/kernel';
import type { Account } from '../account/account';
import { INVITATION_DAYS, INVITATIONS_MAX, MEMBERS_MAX } from '../limits';

/** A link with which one person can join an account, without its token (team.md 5). */
export interface Invitation {
  readonly id: string;
  readonly accountId: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  readonly role: Role;
  /** A suggestion: anyone who has the link can accept it. */
  readonly email: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The token is not stored. */
export interface IssuedInvitation {
  readonly invitation: Invitation;
  readonly token: string;
  /** Whether it is sent to its email address. */
  readonly isSent: boolean;
}

/** What someone with the link sees. */
export interface OfferedInvitation {
  readonly invitation: Invitation;
  readonly account: Account;
  readonly inviterName: string;
}

const DAY_MS = 86_400_000;
export const invitationEnd = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS);

/** The same error for an unknown, used, revoked, and expired invitation. */
export const invitationNotFound = () =>
  new DomainError(
    'not_found',
    'invitation_not_found',
    'This invitation does not exist, was used or revoked, or has expired. Ask for a new one.',
  );

export const tooManyInvitations = () =>
  new DomainError(
    'conflict',
    'invitation_limit_reached',
    `The account has ${INVITATIONS_MAX} open invitations. Revoke one first.`,
  );

export const tooManyMembers = () =>
  new DomainError(
    'conflict',
    'member_limit_reached',
    `The account has ${MEMBERS_MAX} members, which is the maximum. Ask an admin to remove one.`,
  );

export const alreadyMember = () =>
  new DomainError('conflict', 'already_member', 'You are already a member of this account');
