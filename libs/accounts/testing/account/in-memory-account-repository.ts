import type { Requester, SecurityEvent } from '@libs/kernel';
import {
  assertRole,
  isSameName,
  takenError,
  slugsOf,
  type Account,
  type AccountQuery,
  type AccountRepository,
  type IdentityKey,
  type Invitation,
  type Membership,
  type OutboxMessage,
  type Person,
  type RemovedAccount,
  type SwitchedSession,
  type UniqueField,
} from '../../src';
import { InMemoryMailOutbox } from '../mail/in-memory-mail-outbox';
import { InMemorySecurityLog } from '../security-log/in-memory-security-log';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryAccountRepository implements AccountRepository {
  private readonly accounts = new Map<string, Account>();
  /** Used by other in-memory repositories, like `memberships`. */
  readonly people = new Map<string, Person>();
  memberships: readonly Membership[] = [];
  invitations: readonly Invitation[] = [];
  private readonly removed = new Map<string, Date>();
  private readonly leaveListeners: ((accountId: string, personId: string) => void)[] = [];
  private readonly switchListeners: ((opened: SwitchedSession) => void)[] = [];
  private readonly linkListeners: ((personId: string) => void)[] = [];

  constructor(
    readonly log = new InMemorySecurityLog(),
    readonly outbox = new InMemoryMailOutbox(),
  ) {}

  async add(account: Account, owner: Person, event?: SecurityEvent): Promise<readonly UniqueField[]> {
    const takenFields: UniqueField[] = [];
    if (this.bySlug(account.slug)) takenFields.push('slug');
    if (this.byEmail(owner.email)) takenFields.push('email');
    if (takenFields.length > 0) return takenFields;
    this.accounts.set(account.id, account);
    this.people.set(owner.id, owner);
    this.join({ accountId: account.id, personId: owner.id, role: 'owner', createdAt: account.createdAt });
    this.log.record(event);
    return takenFields;
  }

  async addAnother(accountId: string, personId: string, account: Account, event: SecurityEvent) {
    if (!this.membershipOf(accountId, personId)) return null;
    if (this.bySlug(account.slug)) return ['slug' as const];
    this.accounts.set(account.id, account);
    this.join({ accountId: account.id, personId, role: 'owner', createdAt: account.createdAt });
    this.log.record(event);
    return [];
  }

  async list({ search = '', after, limit }: AccountQuery) {
    const text = search.toLowerCase();
    return [...this.accounts.values()]

      .map((account) => ({
        account,
        owner: this.firstOwnerOf(account.id)!,
        members: this.memberships.filter((one) => one.accountId === account.id).length,
      }))
      .filter(({ account: { id } }) => !after || id < after.id)
      .filter(({ account: { slug, name }, owner: { email } }) =>
        [slug, name, email].some((value) => value.toLowerCase().includes(text)),
      )
      .sort((a, b) => (a.account.id < b.account.id ? 1 : -1))
      .slice(0, limit + 1);
  }

  async isEmpty(): Promise<boolean> {
    return this.accounts.size === 0;
  }

  async findBySlug(slug: string): Promise<Account | null> {
    return this.bySlug(slug) ?? null;
  }

  async revise(
    accountId: string,
    change: (current: Account) => Account,
    eventOf?: (next: Account, current: Account) => SecurityEvent | null,
    by?: Requester,
  ): Promise<Account | null> {
    const current = this.accounts.get(accountId);
    if (!current) return null;
    if (by) this.requireRole(accountId, by);
    const next = change(current);
    if (slugsOf(next).some((slug) => (this.bySlug(slug) ?? current) !== current)) throw takenError(['slug']);
    if (next !== current) this.record(eventOf?.(next, current));
    this.accounts.set(accountId, next);
    return next;
  }

  async reviseIdentityKeys(change: (keys: readonly IdentityKey[]) => readonly IdentityKey[] | null) {
    const next = [...this.accounts.values()].flatMap((account) => {
      const identityKeys = change(account.identityKeys);
      return identityKeys ? [{ ...account, identityKeys }] : [];
    });
    for (const account of next) this.accounts.set(account.id, account);
    return next.length;
  }

  async findWithOwner(slug: string) {
    const account = this.bySlug(slug);
    const owner = account && this.firstOwnerOf(account.id);
    return account && owner ? { account, owner } : null;
  }

  async listOwners(accountId: string) {
    const account = this.accounts.get(accountId);
    return account ? this.ownersOf(accountId).map((owner) => ({ account, owner })) : [];
  }

  async remove(
    accountId: string,
    at: Date,
    mail?: readonly OutboxMessage[],
    opened?: SwitchedSession,
  ): Promise<boolean> {
    if (!this.accounts.delete(accountId)) return false;
    if (opened && this.canOpen(opened)) for (const listener of this.switchListeners) listener(opened);
    this.invitations = this.invitations.filter((one) => one.accountId !== accountId);
    for (const { personId } of this.memberships.filter((one) => one.accountId === accountId)) {
      this.leave(accountId, personId);
      if (!this.memberships.some((one) => one.personId === personId)) this.removePerson(personId);
    }
    this.log.removeAll(accountId);
    this.outbox.removeAll(accountId);
    this.outbox.queue(mail);
    this.removed.set(accountId, at);
    return true;
  }

  async listRemoved(): Promise<readonly RemovedAccount[]> {
    return [...this.removed]
      .map(([accountId, removedAt]) => ({ accountId, removedAt }))
      .sort((a, b) => a.removedAt.getTime() - b.removedAt.getTime());
  }

  async forgetRemoved(accountId: string): Promise<void> {
    this.removed.delete(accountId);
  }

  private bySlug(slug: string): Account | undefined {
    return [...this.accounts.values()].find((account) => slugsOf(account).includes(slug));
  }

  /** Used by other in-memory repositories. */
  byEmail(email: string): Person | undefined {
    return [...this.people.values()].find((person) => person.email.toLowerCase() === email.toLowerCase());
  }

  get(accountId: string): Account | undefined {
    return this.accounts.get(accountId);
  }

  membershipOf(accountId: string, personId: string): Membership | undefined {
    return this.memberships.find((one) => one.accountId === accountId && one.personId === personId);
  }

  private canOpen({ accountId, personId }: SwitchedSession): boolean {
    const account = this.accounts.get(accountId);
    return !!account && !account.suspendedAt && !!this.membershipOf(accountId, personId);
  }

  /** Adds an event to the security log. Call it before the change. @throws DomainError as `assertRole` */
  record(event: SecurityEvent | null | undefined): void {
    if (!event) return;
    this.requireRole(event.accountId, event.by);
    const { leastRole: _, ...by } = event.by;
    this.log.record({ ...event, by });
  }

  private requireRole(accountId: string, by: Requester): void {
    assertRole(by, by.id === undefined ? undefined : this.membershipOf(accountId, by.id)?.role);
  }

  /** Whether someone else in an account of the person, or in `accountId`, has the name. */
  isNameTaken(personId: string, name: string, accountId?: string): boolean {
    const accountIds = this.memberships
      .filter((one) => one.personId === personId)
      .map((one) => one.accountId);
    return this.memberships.some(
      (one) =>
        one.personId !== personId &&
        [...accountIds, accountId].includes(one.accountId) &&
        isSameName(this.people.get(one.personId)!.name, name),
    );
  }

  join(membership: Membership): void {
    this.memberships = [...this.memberships, membership];
  }

  /** Deletes the links that a person got by mail. */
  endLinks(personId: string): void {
    for (const listener of this.linkListeners) listener(personId);
  }

  onLinksEnded(listener: (personId: string) => void): void {
    this.linkListeners.push(listener);
  }

  leave(accountId: string, personId: string): void {
    const membership = this.membershipOf(accountId, personId);
    this.memberships = this.memberships.filter((one) => one !== membership);
    for (const listener of this.leaveListeners) listener(accountId, personId);
  }

  onLeave(listener: (accountId: string, personId: string) => void): void {
    this.leaveListeners.push(listener);
  }

  onSwitch(listener: (opened: SwitchedSession) => void): void {
    this.switchListeners.push(listener);
  }

  private removePerson(personId: string): void {
    this.people.delete(personId);
    this.endLinks(personId);
  }

  private firstOwnerOf(accountId: string): Person | undefined {
    return this.ownersOf(accountId)[0];
  }

  private ownersOf(accountId: string): readonly Person[] {
    return this.memberships
      .filter((one) => one.accountId === accountId && one.role === 'owner')
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.personId < b.personId ? -1 : 1))
      .map(({ personId }) => this.people.get(personId)!);
  }
}
