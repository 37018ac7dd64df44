import { DomainError } from '@libs/kernel';
import type { Account } from '../account/account';
import type { Person } from '../people/person';
import type { Role } from '../roles';

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

/** An account of a person. */
export interface AccountOfPerson {
  readonly account: Account;
  readonly role: Role;
}

export const roleRequired = (least: Role, role: Role) =>
  new DomainError('permission', 'role_required', `This requires the role ${least}. Your role is ${role}.`);

/** The person was removed from every account, or has left them. */
export const noAccount = () =>
  new DomainError(
    'permission',
    'no_account',
    'You are not a member of an account any more. Ask a member for an invitation.',
  );
