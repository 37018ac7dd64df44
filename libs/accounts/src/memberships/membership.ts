import { DomainError, type Requester, type Role } from '@libs/kernel';
import { accountSuspended, type Account } from '../account/account';
import type { Person } from '../people/person';
import { isAtLeast } from '../roles';
import { sessionRequired } from '../sessions/session';

/** A person's role in an account. */
export interface Membership {
  readonly accountId: string;
  readonly personId: string;
  readonly role: Role;
  readonly createdAt: Date;
}

export interface Member {
  readonly person: Person;
  readonly membership: Membership;
}

export const memberJson = ({ person, membership }: Member) => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: membership.role,
  joined_at: membership.createdAt.toISOString(),
});

export const ownersOf = (members: readonly Member[]): readonly Person[] =>
  members.filter(({ membership: { role } }) => role === 'owner').map(({ person }) => person);

/** An account of a person. */
export interface AccountOfPerson {
  readonly account: Account;
  readonly role: Role;
}

/** Someone who is not a member any more. Notes and the history still have this name. */
export type FormerMember = Pick<Person, 'id' | 'name'>;

export const memberNotFound = () => new DomainError('not_found', 'member_not_found', 'Member not found');

export const lastOwner = () =>
  new DomainError('conflict', 'last_owner', 'An account needs an owner. Make someone else an owner first.');

export const roleRequired = (least: Role, role: Role) =>
  new DomainError('permission', 'role_required', `This requires the role ${least}. Your role is ${role}.`);

/**
 * Checks that a member still has the role that a request needs. Adapters do so in the transaction of a change (team.md 2).
 * @param role the current one; undefined if the membership has ended
 * @throws DomainError `permission` `role_required`; `authentication` `session_required`
 */
export function assertRole({ leastRole }: Requester, role: Role | undefined): void {
  if (leastRole === undefined) return;
  if (role === undefined) throw sessionRequired();
  if (!isAtLeast(role, leastRole)) throw roleRequired(leastRole, role);
}

/** The role that manages members with `roles`: admins manage members up to admin, and owners manage all. */
export const leastToManage = (...roles: readonly Role[]): Role =>
  roles.includes('owner') ? 'owner' : 'admin';

/** The person was removed from every account, or has left them. */
export const noAccount = () =>
  new DomainError(
    'permission',
    'no_account',
    'You are not a member of an account any more. Ask a member for an invitation.',
  );

/**
 * Returns the account that a sign-in opens: the one that the person joined first.
 * @param accounts of a person, in the order of joining
 * @throws DomainError `permission` `no_account`, `account_suspended`
 */
export function firstActive(accounts: readonly AccountOfPerson[]): AccountOfPerson {
  if (accounts.length === 0) throw noAccount();
  const found = accounts.find(({ account }) => !account.suspendedAt);
  if (!found) throw accountSuspended();
  return found;
}
