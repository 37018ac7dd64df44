import { securityEvents, type Clock, type NewId, type NewSecurityEvent, type Requester } from '@libs/kernel';
import type { ApiKeyUseCases } from '../api-keys/api-key.use-cases';
import type { InvitationRepository } from '../invitations/invitation.ports';
import type { Member, Membership } from '../memberships/membership';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { SecondFactorRepository } from '../second-factor/second-factor.ports';

/**
 * Removes what someone else may have set up who signed up with the email address of another person (mail.md 8): the
 * second factor, and in accounts that this person created and is still a member of since then, all other members,
 * invitations, and API keys. The person is then the owner.
 */
export class ForeignAccess {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly memberships: Pick<MembershipRepository, 'listOf' | 'list' | 'revise'>;
      readonly invitations: Pick<InvitationRepository, 'list' | 'remove'>;
      readonly secondFactors: Pick<SecondFactorRepository, 'remove'>;
    },
    private readonly keys: Pick<ApiKeyUseCases, 'list' | 'revoke'>,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Returns the IDs of these accounts. It can be repeated. */
  async remove(personId: string, by: Requester): Promise<readonly string[]> {
    const { memberships, secondFactors } = this.ports;
    const accounts = (await memberships.listOf(personId)).map(({ account }) => account);
    const events = accounts.map(({ id }) =>
      this.newEvent(id, 'owner.second_factor_reset', by, { id: personId }),
    );
    await secondFactors.remove(personId, { events });
    const created: string[] = [];
    for (const { id: accountId, createdAt } of accounts) {
      const members = await memberships.list(accountId);
      const own = members.find(({ person }) => person.id === personId)?.membership;
      // An account and the membership of its creator have the same time.
      if (own?.createdAt.getTime() !== createdAt.getTime()) continue;
      await this.restoreOwner(own, members, by);
      await this.closeAccess(accountId, by);
      created.push(accountId);
    }
    return created;
  }

  private async restoreOwner(own: Membership, members: readonly Member[], by: Requester): Promise<void> {
    const { memberships } = this.ports;
    const { accountId, personId } = own;
    const subject = { id: personId, name: 'owner' };
    const promoted = this.newEvent(accountId, 'member.role_changed', by, subject);
    await memberships.revise(accountId, personId, ({ membership }) => ({
      next: { ...membership, role: 'owner' },
      event: promoted,
    }));
    for (const { person } of members) {
      if (person.id === personId) continue;
      const event = this.newEvent(accountId, 'member.removed', by, { id: person.id, name: person.name });
      await memberships.revise(accountId, person.id, () => ({ next: null, event }));
    }
  }

  private async closeAccess(accountId: string, by: Requester): Promise<void> {
    for (const { id } of await this.ports.invitations.list(accountId, this.clock())) {
      const event = this.newEvent(accountId, 'invitation.revoked', by, { id });
      await this.ports.invitations.remove(accountId, id, event);
    }
    for (const { id, revokedAt } of await this.keys.list(accountId)) {
      if (!revokedAt) await this.keys.revoke(accountId, id, by);
    }
  }
}
