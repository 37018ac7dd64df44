import {
  objectRule,
  oneOf,
  required,
  ROLES,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Role,
} from '@libs/kernel';
import type { SecurityNotices } from '../mail/security-notices';
import type { Person } from '../people/person';
import type { SignedIn } from '../sessions/session';
import {
  assertRole,
  lastOwner,
  leastToManage,
  memberNotFound,
  ownersOf,
  type FormerMember,
  type Member,
} from './membership';
import type { MembershipRepository } from './membership.ports';

export const roleChangeRule = objectRule({ role: required(oneOf(ROLES)) });

/** Use cases of the members of an account (team.md 3). */
export class MemberUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly memberships: MembershipRepository;
      readonly notices?: Pick<SecurityNotices, 'roleChanged' | 'memberRemoved'>;
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
    const isFound = await memberships.revise(accountId, personId.toLowerCase(), (current, members) => {
      const { person, membership } = current;
      const owners = ownersOf(members);
      assertMayManage(by, members, membership.role, role);
      if (role !== 'owner') assertNotLastOwner(current, owners);
      const subject = { id: person.id, name: role };
      const event = this.newEvent(accountId, 'member.role_changed', by, subject);
      const changed = membership.role !== role;
      const mail = changed
        ? notices?.roleChanged(account, { member: person, role, owners }, personOf(members, by))
        : undefined;
      return { next: { ...membership, role }, event, ...(mail && { mail }) };
    });
    if (!isFound) throw memberNotFound();
  }

  /** @throws DomainError `not_found`; `permission` `role_required`; `conflict` `last_owner` */
  async remove({ accountId, account }: SignedIn, personId: string, by: Requester): Promise<void> {
    const id = personId.toLowerCase();
    const { memberships, notices } = this.ports;
    const isFound = await memberships.revise(accountId, id, (current, members) => {
      assertMayManage(by, members, current.membership.role);
      const mail = notices?.memberRemoved(account, current.person, personOf(members, by));
      return { ...this.end(current, members, 'member.removed', by), ...(mail && { mail }) };
    });
    if (!isFound) throw memberNotFound();
  }

  /** @throws DomainError `not_found`; `conflict` `last_owner` */
  async leave({ accountId, personId }: SignedIn, by: Requester): Promise<void> {
    const isFound = await this.ports.memberships.revise(accountId, personId, (current, members) =>
      this.end(current, members, 'member.left', by),
    );
    if (!isFound) throw memberNotFound();
  }

  private end(
    current: Member,
    members: readonly Member[],
    type: 'member.removed' | 'member.left',
    by: Requester,
  ) {
    assertNotLastOwner(current, ownersOf(members));
    const { person, membership } = current;
    const subject = { id: person.id, name: person.name };
    return { next: null, event: this.newEvent(membership.accountId, type, by, subject) };
  }
}

const personOf = (members: readonly Member[], { id }: Requester): Person | undefined =>
  members.find(({ person }) => person.id === id)?.person;

/** @throws DomainError `permission` `role_required`; `authentication` `session_required` */
function assertMayManage(by: Requester, members: readonly Member[], ...managed: Role[]): void {
  const role = members.find(({ person }) => person.id === by.id)?.membership.role;
  assertRole({ ...by, leastRole: leastToManage(...managed) }, role);
}

function assertNotLastOwner({ membership: { role } }: Member, owners: readonly Person[]): void {
  if (role === 'owner' && owners.length === 1) throw lastOwner();
}
