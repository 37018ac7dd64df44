import {
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
  type SecurityEventType,
  type SecuritySubject,
  type Valid,
} from '@libs/kernel';
import { accountNotFound, requireFound, type Account } from './account';
import type { AccountQuery, AccountRepository, ListedAccount, OwnerOfAccount } from './account.ports';
import { isSlug, type PlanChange } from './account.rules';
import { accountBySlug } from './account.use-cases';

/** Use cases of the operator who administers accounts. A change takes effect on every instance within a second. */
export class AccountAdministration {
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly accounts: AccountRepository,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Returns accounts, newest first, and whether there are more. */
  async list(query: AccountQuery): Promise<{
    readonly accounts: readonly ListedAccount[];
    readonly hasMore: boolean;
  }> {
    const found = await this.accounts.list(query);
    return { accounts: found.slice(0, query.limit), hasMore: found.length > query.limit };
  }

  /** @throws DomainError `not_found` */
  async find(slug: string): Promise<OwnerOfAccount> {
    const found = isSlug(slug) ? await this.accounts.findWithOwner(slug) : null;
    if (!found) throw accountNotFound();
    return found;
  }

  /** @throws DomainError `not_found` */
  setPlan(slug: string, { plan }: Valid<PlanChange>, by: Requester): Promise<Account> {
    const change: Change = ['account.plan_changed', by, { name: plan }];
    return this.revise(slug, change, (current) => (plan === current.plan ? current : { ...current, plan }));
  }

  /** Keeps the time if the account is already suspended. @throws DomainError `not_found` */
  suspend(slug: string, by: Requester): Promise<Account> {
    const suspendedAt = this.clock();
    return this.revise(slug, ['account.suspended', by], (current) =>
      current.suspendedAt ? current : { ...current, suspendedAt },
    );
  }

  /** @throws DomainError `not_found` */
  resume(slug: string, by: Requester): Promise<Account> {
    return this.revise(slug, ['account.resumed', by], (current) =>
      current.suspendedAt ? { ...current, suspendedAt: null } : current,
    );
  }

  private async revise(slug: string, change: Change, next: (current: Account) => Account): Promise<Account> {
    const { id } = await accountBySlug(this.accounts, slug);
    return requireFound(await this.accounts.revise(id, next, () => this.newEvent(id, ...change)));
  }
}

/** What the security log records. */
type Change = [type: SecurityEventType, by: Requester, subject?: SecuritySubject];
