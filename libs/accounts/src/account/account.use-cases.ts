import {
  memberActor,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type ObjectRule,
  type Requester,
  type Valid,
} from '@libs/kernel';
import {
  newAccount,
  requireFound,
  suggestedSlug,
  takenError,
  type Account,
  type UniqueField,
} from './account';
import type { AccountRepository, PasswordHasher, RemovedAccount } from './account.ports';
import { isSlug, newAccountRule, signUpRule, type NewAccount } from './account.rules';
import type { MailComposer } from '../mail/mail-composer';
import { nameFromEmail, personNotFound, type Person } from '../people/person';
import type { SignedIn } from '../sessions/session';
import type { CommonPasswords } from './password';

/** Use cases of new accounts and their owners. */
export class AccountUseCases {
  /** Input of the operator for a new account. */
  readonly newAccountRule: ObjectRule<NewAccount>;
  /** Input of a visitor who signs up, without the plan. */
  readonly signUpRule: ObjectRule<NewAccount>;
  private readonly newEvent: NewSecurityEvent;

  constructor(
    private readonly ports: {
      readonly accounts: AccountRepository;
      readonly passwords: PasswordHasher;
      /** Null without mail: then no one can confirm an address. */
      readonly mail?: MailComposer | null;
    },
    commonPasswords: CommonPasswords,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {
    this.newAccountRule = newAccountRule(commonPasswords);
    this.signUpRule = signUpRule(commonPasswords);
    this.newEvent = securityEvents(clock, newId);
  }

  /**
   * @param by the operator, or a visitor who signs up and becomes the owner
   * @throws DomainError `conflict`: `slug_taken`, `email_taken`
   */
  async createAccount(
    input: Valid<NewAccount>,
    by: Requester,
  ): Promise<{ readonly account: Account; readonly owner: Person }> {
    const now = this.clock();
    const { email, password, person_name: name = nameFromEmail(email) } = input;
    const account = newAccount(input, this.newId(now), now);
    const passwordHash = await this.ports.passwords.hash(password);
    const emailConfirmedAt = by.type === 'visitor' && this.ports.mail ? null : now;
    const owner = { id: this.newId(now), email, name, passwordHash, createdAt: now, emailConfirmedAt };
    const creator = by.type === 'visitor' ? { ...by, ...memberActor(owner.id) } : by;
    const event = this.newEvent(account.id, 'account.created', creator);
    const add = (candidate: Account) => this.ports.accounts.add(candidate, owner, event);
    return { account: await this.addWithFreeSlug(account, input.slug === undefined, add), owner };
  }

  /** Creates another account of a member, who becomes its owner. @throws DomainError `not_found` `person_not_found` */
  async createAnotherAccount(
    { accountId, personId }: SignedIn,
    input: Pick<Valid<NewAccount>, 'name' | 'plan'>,
    by: Requester,
  ): Promise<Account> {
    const now = this.clock();
    const account = newAccount(input, this.newId(now), now);
    const event = this.newEvent(account.id, 'account.created', by);
    return this.addWithFreeSlug(account, true, async (candidate) => {
      const takenFields = await this.ports.accounts.addAnother(accountId, personId, candidate, event);
      if (!takenFields) throw personNotFound();
      return takenFields;
    });
  }

  /** @throws DomainError `not_found` */
  async findBySlug(slug: string): Promise<Account> {
    return accountBySlug(this.ports.accounts, slug);
  }

  /** Returns a valid, unused slug that is derived from the name. */
  async suggestSlug(name: string): Promise<string> {
    for (let attempt = 1; attempt < SMALL_NUMBERS; attempt++) {
      const slug = suggestedSlug(name, attempt);
      if (!(await this.ports.accounts.findBySlug(slug))) return slug;
    }
    return suggestedSlug(name, this.largeNumber(this.clock()));
  }

  /** Records the first submission through the form. Later calls have no effect. */
  async noteFormUsed(account: Account): Promise<void> {
    if (account.formUsedAt) return;
    const at = this.clock();
    await this.ports.accounts.revise(account.id, (current) =>
      current.formUsedAt ? current : { ...current, formUsedAt: at },
    );
  }

  /** Whether no account exists. */
  isEmpty(): Promise<boolean> {
    return this.ports.accounts.isEmpty();
  }

  /** Returns removed accounts whose data in other contexts may still exist, in the order of removal. */
  listRemoved(): Promise<readonly RemovedAccount[]> {
    return this.ports.accounts.listRemoved();
  }

  /** Call it when all data of the account is deleted and no request can write more. */
  forgetRemoved(accountId: string): Promise<void> {
    return this.ports.accounts.forgetRemoved(accountId);
  }

  /** If a suggested slug is taken, tries `acme-2`, `acme-3`, and so on, and then `acme-` and a large number. */
  private async addWithFreeSlug(
    account: Account,
    suggested: boolean,
    add: (candidate: Account) => Promise<readonly UniqueField[]>,
  ): Promise<Account> {
    for (let attempt = 1; ; attempt++) {
      const n = attempt < SMALL_NUMBERS ? attempt : this.largeNumber(account.createdAt);
      const candidate = suggested ? { ...account, slug: suggestedSlug(account.name, n) } : account;
      const takenFields = await add(candidate);
      if (takenFields.length === 0) return candidate;
      if (takenFields.includes('email') && suggested) throw takenError(['email']);
      if (!suggested || attempt === MAX_ATTEMPTS) throw takenError(takenFields);
    }
  }

  private largeNumber(at: Date): number {
    return Number.parseInt(this.newId(at).slice(-8), 16);
  }
}

/** Many names give the slug `feedback`, so trying every number would take long. */
const SMALL_NUMBERS = 10;
const MAX_ATTEMPTS = 20;

/** A malformed slug matches no account. @throws DomainError `not_found` */
export async function accountBySlug(accounts: AccountRepository, slug: string): Promise<Account> {
  // PostgreSQL would reject text with NUL.
  return requireFound(isSlug(slug) ? await accounts.findBySlug(slug) : null);
}
