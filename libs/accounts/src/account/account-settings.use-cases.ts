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
import { ownerNotFound } from './account.use-cases';
import type { AccountRepository, PasswordHasher } from './account.ports';
import type { AccountChange } from './account.rules';
import type { FormChange } from '../form-settings/form-settings';
import { isActiveFactor, secondFactorInactive } from '../second-factor/second-factor';
import type { SecondFactorRepository } from '../second-factor/second-factor.ports';
import { newPassword, type CommonPasswords } from './password';

/** Use cases of owners who change their account. */
export class AccountSettingsUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly passwords: PasswordHasher;
      readonly secondFactors: SecondFactorRepository;
    },
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Changes the email address first. If it is taken, nothing is changed.
   * @throws DomainError `conflict` `email_taken`, `second_factor_inactive`; `not_found`
   */
  async change(
    accountId: string,
    ownerId: string,
    { name, email: newEmail, require_second_factor: required }: Valid<AccountChange>,
    by: Requester,
  ): Promise<{ readonly account: Account; readonly email: string }> {
    const { account, owner } = await this.ownerOf(accountId, ownerId);
    if (required) await this.assertSecondFactor(ownerId);
    const email = newEmail ?? owner.email;
    if (email !== owner.email) {
      const event = this.newEvent(accountId, 'owner.email_changed', by);
      if (!(await this.ports.accounts.setEmail(accountId, ownerId, email, event))) throw ownerNotFound();
    }
    if (name === undefined && required === undefined) return { account, email };
    const revised = await this.ports.accounts.revise(
      accountId,
      (current) => ({
        ...current,
        name: name ?? current.name,
        requiresSecondFactor: required ?? current.requiresSecondFactor,
      }),
      (next, current) => this.policyEvent(next, current, by),
    );
    return { account: requireFound(revised), email };
  }

  private policyEvent(next: Account, current: Account, by: Requester): SecurityEvent | null {
    const { id, requiresSecondFactor } = next;
    if (requiresSecondFactor === current.requiresSecondFactor) return null;
    const name = requiresSecondFactor ? 'required' : 'optional';
    return this.newEvent(id, 'account.second_factor_policy_changed', by, { name });
  }

  /** Someone who requires a second factor must have one, so that they can't lock themselves out. */
  private async assertSecondFactor(ownerId: string): Promise<void> {
    if (!isActiveFactor(await this.ports.secondFactors.find(ownerId))) throw secondFactorInactive();
  }

  /** @throws DomainError `validation`, `not_found` */
  async changePassword(accountId: string, ownerId: string, password: string, by: Requester): Promise<void> {
    const match = await this.ownerOf(accountId, ownerId);
    const { accounts, passwords } = this.ports;
    const passwordHash = await passwords.hash(newPassword(password, match, this.commonPasswords));
    const event = this.newEvent(accountId, 'owner.password_changed', by);
    if (!(await accounts.setPasswordHash(accountId, ownerId, passwordHash, event))) throw ownerNotFound();
  }

  /** Keeps the old slug as an alias. @throws DomainError `conflict` `slug_taken`; `not_found` */
  async changeForm(accountId: string, change: Valid<FormChange>, by: Requester): Promise<Account> {
    const revised = await this.ports.accounts.revise(
      accountId,
      (current) => withForm(current, change),
      (next, { slug }) =>
        next.slug === slug ? null : this.newEvent(accountId, 'form.slug_changed', by, { name: next.slug }),
    );
    return requireFound(revised);
  }

  /** Deletes the account with its owners, sessions, and keys. Other contexts delete their data of the account. */
  async remove(accountId: string): Promise<void> {
    await this.ports.accounts.remove(accountId, this.clock());
  }

  private async ownerOf(accountId: string, ownerId: string) {
    const match = await this.ports.accounts.findOwnerOf(accountId, ownerId);
    if (!match) throw ownerNotFound();
    return match;
  }
}
