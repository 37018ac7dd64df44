import { securityEvents, type Clock, type NewId, type NewSecurityEvent, type Requester } from '@libs/kernel';
import type { AccountRepository, OwnerOfAccount } from '../account/account.ports';
import { ownerNotFound } from '../account/account.use-cases';
import type { SecondFactorRepository } from './second-factor.ports';

/** The operator's help for people who lost their authenticator app and their recovery codes (second-factor.md 6). */
export class SecondFactorAdministration {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly secondFactors: SecondFactorRepository;
    },
    clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Removes the second factor of a person. Returns the person, and whether there was a factor.
   * @throws DomainError `not_found`
   */
  async reset(email: string, by: Requester): Promise<OwnerOfAccount & { readonly isReset: boolean }> {
    const match = await this.ports.accounts.findOwner(email);
    if (!match) throw ownerNotFound();
    const event = this.newEvent(match.account.id, 'owner.second_factor_reset', by);
    return { ...match, isReset: await this.ports.secondFactors.remove(match.owner.id, event) };
  }
}
