import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type Valid,
} from '@libs/kernel';
import { requireFound, withForm, type Account } from './account';
import type { AccountRepository } from './account.ports';
import type { AccountChange } from './account.rules';
import type { FormChange } from '../form-settings/form-settings';

/** Use cases of members who change their account. */
export class AccountSettingsUseCases {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** @throws DomainError `not_found` */
  async change(accountId: string, { name }: Valid<AccountChange>): Promise<Account> {
    const revised = await this.accounts.revise(accountId, (current) =>
      name === undefined ? current : { ...current, name },
    );
    return requireFound(revised);
  }

  /** Keeps the old slug as an alias. @throws DomainError `conflict` `slug_taken`; `not_found` */
  async changeForm(accountId: string, change: Valid<FormChange>, by: Requester): Promise<Account> {
    const revised = await this.accounts.revise(
      accountId,
      (current) => withForm(current, change),
      (next, { slug }) =>
        next.slug === slug ? null : this.newEvent(accountId, 'form.slug_changed', by, { name: next.slug }),
    );
    return requireFound(revised);
  }

  /** Deletes the account with its memberships, sessions, and keys. Other contexts delete their data of the account. */
  async remove(accountId: string): Promise<void> {
    await this.accounts.remove(accountId, this.clock());
  }
}
