import type { Clock } from '@libs/kernel';
import { accountNotFound, renamed, withForm, type Account } from './account';
import { ownerNotFound } from './account.use-cases';
import type { AccountRepository, PasswordHasher } from './account.ports';
import type { FormChange } from '../form-settings/form-settings';
import { Input } from '../input';
import { passwordIn, type CommonPasswords } from './password';

export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
}

/** What an owner does with the own account. */
export class AccountSettingsUseCases {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
    private readonly clock: Clock,
  ) {}

  /**
   * A fault of either leaves both as they were; the address, which may be taken, goes first.
   * @throws DomainError `validation`; `conflict` `email_taken`; `not_found`
   */
  async change(
    accountId: string,
    ownerId: string,
    given: AccountChange,
  ): Promise<{ readonly account: Account; readonly email: string }> {
    const { account, owner } = await this.ownerOf(accountId, ownerId);
    const input = new Input();
    const next = given.name === undefined ? account : renamed(input, account, given.name);
    const email = given.email === undefined ? owner.email : input.email(given.email, 'email');
    input.refuse();
    if (email !== owner.email && !(await this.accounts.setEmail(accountId, ownerId, email))) {
      throw ownerNotFound();
    }
    if (next === account) return { account, email };
    const revised = await this.accounts.revise(accountId, (current) => ({ ...current, name: next.name }));
    return { account: found(revised), email };
  }

  /** @throws DomainError `validation`, `not_found` */
  async changePassword(accountId: string, ownerId: string, password: string): Promise<void> {
    const { account, owner } = await this.ownerOf(accountId, ownerId);
    const input = new Input();
    const context = { accountName: account.name, email: owner.email };
    const accepted = passwordIn(input, password, context, this.commonPasswords);
    input.refuse();
    const passwordHash = await this.passwords.hash(accepted);
    if (!(await this.accounts.setPasswordHash(accountId, ownerId, passwordHash))) throw ownerNotFound();
  }

  /** The old slug stays with the account as an alias. @throws DomainError `validation`; `conflict` `slug_taken`; `not_found` */
  async changeForm(accountId: string, change: FormChange & { readonly slug?: string }): Promise<Account> {
    return found(await this.accounts.revise(accountId, (current) => withForm(current, change)));
  }

  /** With owners, sessions and keys; what other contexts keep of it is for them to remove. */
  async remove(accountId: string): Promise<void> {
    await this.accounts.remove(accountId, this.clock());
  }

  private async ownerOf(accountId: string, ownerId: string) {
    const match = await this.accounts.findOwnerOf(accountId, ownerId);
    if (!match) throw ownerNotFound();
    return match;
  }
}

function found(account: Account | null): Account {
  if (!account) throw accountNotFound();
  return account;
}
