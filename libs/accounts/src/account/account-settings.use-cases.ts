import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type SecurityEvent,
  type Valid,
} from '@libs/kernel';
import { requireFound, withForm, type Account } from './account';
import type { AccountRepository, SwitchedSession } from './account.ports';
import type { AccountChange } from './account.rules';
import type { FormChange } from '../form-settings/form-settings';
import { changedPublicPages, type PublicPagesChange } from '../public-pages/public-pages';
import type { SecurityNotices } from '../mail/security-notices';
import type { Person } from '../people/person';
import { isActiveFactor, secondFactorInactive } from '../second-factor/second-factor';
import type { SecondFactorRepository } from '../second-factor/second-factor.ports';
import type { SignedIn } from '../sessions/session';

/** Use cases of members who change their account. */
export class AccountSettingsUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly secondFactors: Pick<SecondFactorRepository, 'find'>;
      readonly notices?: Pick<SecurityNotices, 'accountDeleted'>;
    },
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** @throws DomainError `conflict` `second_factor_inactive`; `not_found` */
  async change(
    { accountId, personId }: Pick<SignedIn, 'accountId' | 'personId'>,
    { name, require_second_factor: required }: Valid<AccountChange>,
    by: Requester,
  ): Promise<Account> {
    if (required) await this.assertSecondFactor(personId);
    const revised = await this.ports.accounts.revise(
      accountId,
      (current) => ({
        ...current,
        name: name ?? current.name,
        requiresSecondFactor: required ?? current.requiresSecondFactor,
      }),
      (next, current) => this.policyEvent(next, current, by),
      by,
    );
    return requireFound(revised);
  }

  private policyEvent(next: Account, current: Account, by: Requester): SecurityEvent | null {
    const { id, requiresSecondFactor } = next;
    if (requiresSecondFactor === current.requiresSecondFactor) return null;
    const name = requiresSecondFactor ? 'required' : 'optional';
    return this.newEvent(id, 'account.second_factor_policy_changed', by, { name });
  }

  /** Someone who requires a second factor must have one, so that they can't lock themselves out. */
  private async assertSecondFactor(personId: string): Promise<void> {
    if (!isActiveFactor(await this.ports.secondFactors.find(personId))) throw secondFactorInactive();
  }

  /** Keeps the old slug as an alias. @throws DomainError `conflict` `slug_taken`; `not_found` */
  async changeForm(accountId: string, change: Valid<FormChange>, by: Requester): Promise<Account> {
    const revised = await this.ports.accounts.revise(
      accountId,
      (current) => withForm(current, change),
      (next, { slug }) =>
        next.slug === slug ? null : this.newEvent(accountId, 'form.slug_changed', by, { name: next.slug }),
      by,
    );
    return requireFound(revised);
  }

  /** @throws DomainError `not_found` */
  async changePublicPages(
    accountId: string,
    change: Valid<PublicPagesChange>,
    by: Requester,
  ): Promise<Account> {
    const revised = await this.ports.accounts.revise(
      accountId,
      (current) => ({ ...current, publicPages: changedPublicPages(current.publicPages, change) }),
      undefined,
      by,
    );
    return requireFound(revised);
  }

  /**
   * Deletes the account with its memberships, sessions, and keys. Other contexts delete their data of the account.
   * @param by the member who deletes it, of which all owners are told; null for the operator
   * @param opened see `AccountRepository.remove`
   */
  async remove(accountId: string, by: Pick<Person, 'name'> | null, opened?: SwitchedSession): Promise<void> {
    const mail = by ? await this.ports.notices?.accountDeleted(accountId, by.name) : [];
    await this.ports.accounts.remove(accountId, this.clock(), mail, opened);
  }
}
