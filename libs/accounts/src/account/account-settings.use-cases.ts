import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Valid,
} from '@libs/kernel';
import { requireFound, withForm, type Account } from './account';
import { ownerNotFound } from './account.use-cases';
import type { AccountRepository, PasswordHasher } from './account.ports';
import type { AccountChange } from './account.rules';
import type { FormChange } from '../form-settings/form-settings';
import type { SecurityNotices } from '../mail/security-notices';
import { newPassword, type CommonPasswords } from './password';

/** Use cases of owners who change their account. */
export class AccountSettingsUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly passwords: PasswordHasher;
      readonly notices?: Pick<SecurityNotices, 'passwordChanged'>;
    },
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * Changes the email address first. If it is taken, nothing is changed.
   * @throws DomainError `conflict` `email_taken`; `not_found`
   */
  async change(
    accountId: string,
    ownerId: string,
    { name, email: newEmail }: Valid<AccountChange>,
    by: Requester,
  ): Promise<{ readonly account: Account; readonly email: string }> {
    const { account, owner } = await this.ownerOf(accountId, ownerId);
    const email = newEmail ?? owner.email;
    if (email !== owner.email) {
      const event = this.newEvent(accountId, 'owner.email_changed', by);
      if (!(await this.ports.accounts.setEmail(accountId, ownerId, email, event))) throw ownerNotFound();
    }
    if (name === undefined) return { account, email };
    const revised = await this.ports.accounts.revise(accountId, (current) => ({ ...current, name }));
    return { account: requireFound(revised), email };
  }

  /** @throws DomainError `validation`, `not_found` */
  async changePassword(accountId: string, ownerId: string, password: string, by: Requester): Promise<void> {
    const match = await this.ownerOf(accountId, ownerId);
    const { accounts, passwords, notices } = this.ports;
    const passwordHash = await passwords.hash(newPassword(password, match, this.commonPasswords));
    const event = this.newEvent(accountId, 'owner.password_changed', by);
    const mail = notices?.passwordChanged(match);
    if (!(await accounts.setPasswordHash(accountId, ownerId, passwordHash, event, mail)))
      throw ownerNotFound();
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
