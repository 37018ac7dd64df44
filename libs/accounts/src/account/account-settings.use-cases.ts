import type { Clock, Valid } from '@libs/kernel';
import { requireFound, withForm, type Account } from './account';
import { ownerNotFound } from './account.use-cases';
import type { AccountRepository, PasswordHasher } from './account.ports';
import type { AccountChange } from './account.rules';
import type { FormChange } from '../form-settings/form-settings';
import { newPassword, type CommonPasswords } from './password';

/** Use cases of owners who change their account. */
export class AccountSettingsUseCases {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the email address first. If it is taken, nothing is changed.
   * @throws DomainError `conflict` `email_taken`; `not_found`
   */
  async change(
    accountId: string,
    ownerId: string,
    { name, email: newEmail }: Valid<AccountChange>,
  ): Promise<{ readonly account: Account; readonly email: string }> {
    const { account, owner } = await this.ownerOf(accountId, ownerId);
    const email = newEmail ?? owner.email;
    if (email !== owner.email && !(await this.accounts.setEmail(accountId, ownerId, email))) {
      throw ownerNotFound();
    }
    if (name === undefined) return { account, email };
    const revised = await this.accounts.revise(accountId, (current) => ({ ...current, name }));
    return { account: requireFound(revised), email };
  }

  /** @throws DomainError `validation`, `not_found` */
  async changePassword(accountId: string, ownerId: string, password: string): Promise<void> {
    const match = await this.ownerOf(accountId, ownerId);
    const passwordHash = await this.passwords.hash(newPassword(password, match, this.commonPasswords));
    if (!(await this.accounts.setPasswordHash(accountId, ownerId, passwordHash))) throw ownerNotFound();
  }

  /** Keeps the old slug as an alias. @throws DomainError `conflict` `slug_taken`; `not_found` */
  async changeForm(accountId: string, change: Valid<FormChange>): Promise<Account> {
    return requireFound(await this.accounts.revise(accountId, (current) => withForm(current, change)));
  }

  /** Deletes the account with its owners, sessions, and keys. Other contexts delete their data of the account. */
  async remove(accountId: string): Promise<void> {
    await this.accounts.remove(accountId, this.clock());
  }

  private async ownerOf(accountId: string, ownerId: string) {
    const match = await this.accounts.findOwnerOf(accountId, ownerId);
    if (!match) throw ownerNotFound();
    return match;
  }
}
