import type { SecurityEvent } from '@libs/kernel';
import {
  takenError,
  slugsOf,
  type Account,
  type AccountQuery,
  type AccountRepository,
  type OutboxMessage,
  type Owner,
  type RemovedAccount,
  type UniqueField,
} from '../../src';
import { InMemoryMailOutbox } from '../mail/in-memory-mail-outbox';
import { InMemorySecurityLog } from '../security-log/in-memory-security-log';

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryAccountRepository implements AccountRepository {
  private readonly accounts = new Map<string, Account>();
  private readonly owners = new Map<string, Owner>();
  private readonly removed = new Map<string, Date>();

  /** Called with the owner whose password or email address was changed. */
  readonly onCredentialsChanged: ((ownerId: string) => void)[] = [];

  constructor(
    readonly log = new InMemorySecurityLog(),
    readonly outbox = new InMemoryMailOutbox(),
  ) {}

  async add(account: Account, owner: Owner, event?: SecurityEvent): Promise<readonly UniqueField[]> {
    const takenFields: UniqueField[] = [];
    if (this.bySlug(account.slug)) takenFields.push('slug');
    if (this.byEmail(owner.email)) takenFields.push('email');
    if (takenFields.length > 0) return takenFields;
    if (owner.accountId !== account.id) throw new Error('the owner is of another account');
    this.accounts.set(account.id, account);
    this.owners.set(owner.id, owner);
    this.log.record(event);
    return takenFields;
  }

  async list({ search = '', after, limit }: AccountQuery) {
    const text = search.toLowerCase();
    return [...this.owners.values()]
      .map((owner) => ({ account: this.accounts.get(owner.accountId)!, owner }))
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
  ): Promise<Account | null> {
    const current = this.accounts.get(accountId);
    if (!current) return null;
    const next = change(current);
    if (slugsOf(next).some((slug) => (this.bySlug(slug) ?? current) !== current)) throw takenError(['slug']);
    this.accounts.set(accountId, next);
    if (next !== current) this.log.record(eventOf?.(next, current) ?? undefined);
    return next;
  }

  async findWithOwner(slug: string) {
    const account = this.bySlug(slug);
    const owner = [...this.owners.values()].find(({ accountId }) => accountId === account?.id);
    return account && owner ? { account, owner } : null;
  }

  async findOwner(email: string) {
    const owner = this.byEmail(email);
    const account = owner && this.accounts.get(owner.accountId);
    return account ? { account, owner } : null;
  }

  async findOwnerOf(accountId: string, ownerId: string) {
    const owner = this.owners.get(ownerId);
    const account = owner?.accountId === accountId ? this.accounts.get(accountId) : undefined;
    return owner && account ? { account, owner } : null;
  }

  async listOwners(accountId: string) {
    const account = this.accounts.get(accountId);
    const owners = [...this.owners.values()].filter((owner) => owner.accountId === accountId);
    owners.sort((a, b) => (a.id < b.id ? -1 : 1));
    return account ? owners.map((owner) => ({ account, owner })) : [];
  }

  async setPasswordHash(
    accountId: string,
    ownerId: string,
    passwordHash: string,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<boolean> {
    const owner = this.owners.get(ownerId);
    if (owner?.accountId !== accountId) return false;
    this.owners.set(ownerId, { ...owner, passwordHash });
    if (event) for (const listener of this.onCredentialsChanged) listener(ownerId);
    this.log.record(event);
    this.outbox.queue(mail);
    return true;
  }

  async setEmail(accountId: string, ownerId: string, email: string, event?: SecurityEvent): Promise<boolean> {
    const owner = this.owners.get(ownerId);
    if (owner?.accountId !== accountId) return false;
    if ((this.byEmail(email) ?? owner) !== owner) throw takenError(['email']);
    this.owners.set(ownerId, { ...owner, email });
    if (event) for (const listener of this.onCredentialsChanged) listener(ownerId);
    this.log.record(event);
    return true;
  }

  async remove(accountId: string, at: Date): Promise<boolean> {
    for (const { id, accountId: of } of this.owners.values()) if (of === accountId) this.owners.delete(id);
    if (!this.accounts.delete(accountId)) return false;
    this.log.removeAll(accountId);
    this.outbox.removeAll(accountId);
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

  private byEmail(email: string): Owner | undefined {
    return [...this.owners.values()].find((owner) => owner.email.toLowerCase() === email.toLowerCase());
  }

  /** Used by other in-memory repositories. */
  get(accountId: string): Account | undefined {
    return this.accounts.get(accountId);
  }
}
