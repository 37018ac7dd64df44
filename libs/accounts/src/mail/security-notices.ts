import type { Clock, Role } from '@libs/kernel';
import type { Account } from '../account/account';
import type { AccountRepository } from '../account/account.ports';
import type { ApiKey } from '../api-keys/api-key';
import type { Person } from '../people/person';
import type { MailKind, MailParameters, OutboxMessage } from './mail';
import type { MailComposer } from './mail-composer';

/**
 * Messages about the security of a person, to this person, and of an account, to all its owners (mail.md 6). Pass them to
 * the repository method that makes the change. Without mail, there are none, and none to addresses that no one confirmed.
 */
export class SecurityNotices {
  constructor(
    private readonly accounts: Pick<AccountRepository, 'listOwners'>,
    private readonly mail: MailComposer | null,
    private readonly clock: Clock,
  ) {}

  /** To the person who signs in. */
  newSignIn(
    { id }: Pick<Account, 'id'>,
    person: Recipient,
    from: { readonly ip?: string | undefined; readonly userAgent?: string | undefined },
  ): readonly OutboxMessage[] {
    return this.to([person], id, 'new_sign_in', { at: this.now(), ...from });
  }

  /**
   * To the person whose password is changed.
   * @param accountId one of the person's accounts; null if the person has none
   */
  passwordChanged(accountId: string | null, person: Recipient): readonly OutboxMessage[] {
    return this.to([person], accountId, 'password_changed', { at: this.now() });
  }

  async apiKeyCreated(accountId: string, { name }: Pick<ApiKey, 'name'>): Promise<readonly OutboxMessage[]> {
    return this.toOwners(accountId, 'api_key_created', (account) => ({ account, name, at: this.now() }));
  }

  /** Call it before the person joins, who gets none. */
  async memberAdded(accountId: string, person: Named, role: Role): Promise<readonly OutboxMessage[]> {
    return this.toOwners(accountId, 'member_added', (account) => ({ account, member: nameOf(person), role }));
  }

  /** @param owners those before the member became one, who get the messages */
  ownerAdded(
    { id, name }: Pick<Account, 'id' | 'name'>,
    owners: readonly Recipient[],
    member: Named,
  ): readonly OutboxMessage[] {
    return this.to(owners, id, 'member_added', { account: name, member: nameOf(member), role: 'owner' });
  }

  private async toOwners<K extends MailKind>(
    accountId: string,
    kind: K,
    parametersOf: (account: string) => MailParameters[K],
  ): Promise<readonly OutboxMessage[]> {
    if (!this.mail) return [];
    const owners = await this.accounts.listOwners(accountId);
    return owners.flatMap(({ account, owner }) =>
      this.to([owner], accountId, kind, parametersOf(account.name)),
    );
  }

  private to<K extends MailKind>(
    people: readonly Recipient[],
    accountId: string | null,
    kind: K,
    parameters: MailParameters[K],
  ): readonly OutboxMessage[] {
    const { mail } = this;
    if (!mail) return [];
    const confirmed = people.filter(({ emailConfirmedAt }) => emailConfirmedAt !== null);
    return confirmed.map(({ email: to }) => mail.compose(accountId, { kind, to, parameters }));
  }

  private now(): string {
    return this.clock().toISOString();
  }
}

type Recipient = Pick<Person, 'email' | 'emailConfirmedAt'>;
type Named = Pick<Person, 'name' | 'email'>;

const nameOf = ({ name, email }: Named): string => `${name} (${email})`;
