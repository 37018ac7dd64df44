import {
  objectRule,
  oneOf,
  required,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import { ROLES, type Role } from '../limits';
import type { SecurityNotices } from '../mail/security-notices';
import type { Person } from '../people/person';
import { isAtLeast } from '../roles';
import type { SignedIn } from '../sessions/session';
import { lastOwner, memberNotFound, roleRequired, type FormerMember, type Member } from './membership';
import type { MembershipRepository } from './membership.ports';

export const roleChangeRule = objectRule({ role: required(oneOf(ROLES)) });

/** Use cases of the members of an account (team.md 3). */
export class MemberUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly memberships: MembershipRepository;
      readonly notices?: Pick<SecurityNotices, 'ownerAdded'>;
    },
    clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  async list(
    accountId: string,
  ): Promise<{ readonly members: readonly Member[]; readonly former: readonly FormerMember[] }> {
    const { memberships } = this.ports;
    const members = await memberships.list(accountId);
    return { members, former: await memberships.listFormer(accountId) };
  }

  /** @throws DomainError `not_found`; `permission` `role_required`; `conflict` `last_owner` */
  async setRole(member: SignedIn, personId: string, role: Role, by: Requester): Promise<void> {
    const { accountId, account } = member;
    const { memberships, notices } = this.ports;
    const isFound = await memberships.revise(accountId, personId.toLowerCase(), (current, owners) => {
      const { person, membership } = current;
      assertMayManage(member, membership.role);
      assertMayManage(member, role);
      if (role !== 'owner') assertNotLastOwner(current, owners);
      const subject = { id: person.id, name: role };
      const event = this.newEvent(accountId, 'member.role_changed', by, subject);
      const isPromoted = role === 'owner' && membership.role !== 'owner';
      const mail = isPromoted ? notices?.ownerAdded(account, owners, person) : undefined;
      return { next: { ...membership, role }, event, ...(mail && { mail }) };
    });
    if (!isFound) throw memberNotFound();
  }

  /** @throws DomainError `not_found`; `permission` `role_required`; `conflict` `last_owner` */
  async remove(member: SignedIn, personId: string, by: Requester): Promise<void> {
    const isFound = await this.ports.memberships.revise(
      member.accountId,
      personId.toLowerCase(),
      (current, owners) => {
        assertMayManage(member, current.membership.role);
        return this.end(current, owners, 'member.removed', by);
      },
    );
    if (!isFound) throw memberNotFound();
  }

  /** @throws DomainError `not_found`; `conflict` `last_owner` */
  async leave({ accountId, personId }: SignedIn, by: Requester): Promise<void> {
    const isFound = await this.ports.memberships.revise(accountId, personId, (current, owners) =>
      this.end(current, owners, 'member.left', by),
    );
    if (!isFound) throw memberNotFound();
  }

  private end(
    current: Member,
    owners: readonly Person[],
    type: 'member.removed' | 'member.left',
    by: Requester,
  ) {
    assertNotLastOwner(current, owners);
    const { person, membership } = current;
    const subject = { id: person.id, name: person.name };
    return { next: null, event: this.newEvent(membership.accountId, type, by, subject) };
  }
}

/** Admins manage members up to admin, and owners manage all. @throws DomainError `permission` `role_required` */
export function assertMayManage({ role }: Pick<SignedIn, 'role'>, managed: Role): void {
  const least = managed === 'owner' ? 'owner' : 'admin';
  if (!isAtLeast(role, least)) throw roleRequired(least, role);
}

function assertNotLastOwner({ membership: { role } }: Member, owners: readonly Person[]): void {
  if (role === 'owner' && owners.length === 1) throw lastOwner();
}
