import { securityEvents, type Clock, type NewId, type NewSecurityEvent, type Requester } from '@libs/kernel';
import type { ApiKeyUseCases } from '../api-keys/api-key.use-cases';
import type { InvitationRepository } from '../invitations/invitation.ports';
import type { MembershipRepository } from '../memberships/membership.ports';
import type { SecondFactorRepository } from '../second-factor/second-factor.ports';

/**
 * Removes what someone else may have set up who signed up with the email address of another person (mail.md 8): the
 * second factor, and in accounts that this person created, all other members, invitations, and API keys.
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

  async remove(personId: string, by: Requester): Promise<void> {
    const { memberships, secondFactors } = this.ports;
    const accountIds = (await memberships.listOf(personId)).map(({ account }) => account.id);
    const events = accountIds.map((id) => this.newEvent(id, 'owner.second_factor_reset', by));
    await secondFactors.remove(personId, events);
    for (const accountId of accountIds) {
      const [creator, ...others] = (await memberships.list(accountId)).map(({ person }) => person);
      if (creator?.id !== personId) continue;
      for (const { id, name } of others) {
        const event = this.newEvent(accountId, 'member.removed', by, { id, name });
        await memberships.revise(accountId, id, () => ({ next: null, event }));
      }
      await this.closeAccess(accountId, by);
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
