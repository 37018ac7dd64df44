import type { Clock, Role } from '@libs/kernel';
import type { Account } from '../account/account';
import type { AccountRepository } from '../account/account.ports';
import type { ApiKey } from '../api-keys/api-key';
import type { Person } from '../people/person';
import type { MailKind, MailParameters, OutboxMessage, SecondFactorChange } from './mail';
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

  /**
   * To the member, and to the owners about a new one.
   * @param role the new one
   * @param owners those before the change
   * @param by who made it
   */
  roleChanged(
    { id, name: account }: Pick<Account, 'id' | 'name'>,
    { member, role, owners }: RoleChange,
    by: ById | undefined,
  ): readonly OutboxMessage[] {
    const added = { account, member: nameOf(member), role };
    return [
      ...this.toOther(member, id, 'role_changed', { account, by: by?.name ?? null, role }, by),
      ...(role === 'owner' ? this.to(owners, id, 'member_added', added) : []),
    ];
  }

  /** To the person whose membership someone else ends. */
  memberRemoved(
    { id, name: account }: Pick<Account, 'id' | 'name'>,
    member: Recipient & ById,
    by: ById | undefined,
  ): readonly OutboxMessage[] {
    return this.toOther(member, id, 'member_removed', { account, by: by?.name ?? null }, by);
  }

  /** To the person whose second factor it is. */
  secondFactorChanged(
    accountId: string,
    person: Recipient,
    change: SecondFactorChange,
  ): readonly OutboxMessage[] {
    return this.to([person], accountId, 'second_factor_changed', { change, at: this.now() });
  }

  /** Call it before the deletion. The messages belong to no account, so they outlive it. */
  async accountDeleted(accountId: string, by: string): Promise<readonly OutboxMessage[]> {
    const owners = this.mail ? await this.accounts.listOwners(accountId) : [];
    return owners.flatMap(({ account: { name }, owner }) =>
      this.to([owner], null, 'account_deleted', { account: name, by }),
    );
  }

  /** To a person, unless they made the change. */
  private toOther<K extends MailKind>(
    person: Recipient & ById,
    accountId: string,
    kind: K,
    parameters: MailParameters[K],
    by: ById | undefined,
  ): readonly OutboxMessage[] {
    return person.id === by?.id ? [] : this.to([person], accountId, kind, parameters);
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
type ById = Pick<Person, 'id' | 'name'>;

/** A new role of a member. */
export interface RoleChange {
  readonly member: Recipient & Named & ById;
  readonly role: Role;
  /** The owners before the change. */
  readonly owners: readonly Recipient[];
}

const nameOf = ({ name, email }: Named): string => `${name} (${email})`;
