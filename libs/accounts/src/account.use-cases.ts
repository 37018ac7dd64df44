import { DomainError, type Clock, type Issue, type NewId } from '@libs/kernel';
import {
  accountNotFound,
  isSlug,
  newAccount,
  onPlan,
  suggestedSlug,
  type Account,
  type Plan,
} from './account';
import type { AccountRepository, PasswordHasher, Taken } from './accounts.ports';
import { Input } from './input';
import type { Owner } from './owner';
import { passwordIn } from './password';

export interface CreateAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly plan?: Plan;
  /** Made from the name when not given. */
  readonly slug?: string;
}

/** What the product does with accounts and their owners. */
export class AccountUseCases {
  constructor(
    private readonly accounts: AccountRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
    private readonly newId: NewId,
  ) {}

  /** @throws DomainError `validation`; `conflict`: `slug_taken`, `email_taken` */
  async createAccount(given: CreateAccount): Promise<{ readonly account: Account; readonly owner: Owner }> {
    const input = new Input();
    const now = this.clock();
    const { plan = 'free', slug = suggestedSlug(given.name) } = given;
    const account = newAccount(input, { name: given.name, slug, plan }, this.newId(now), now);
    const email = input.email(given.email, 'email');
    const password = passwordIn(input, given.password, { accountName: account.name, email });
    input.refuse();
    const passwordHash = await this.passwords.hash(password);
    const owner = { id: this.newId(now), accountId: account.id, email, passwordHash, createdAt: now };
    return { account: await this.keep(account, owner, given.slug === undefined), owner };
  }

  /** @throws DomainError `not_found` */
  async findBySlug(slug: string): Promise<Account> {
    // Whatever is no slug names no account, and need not reach the database (NUL would not even be text there).
    return found(isSlug(slug) ? await this.accounts.findBySlug(slug) : null);
  }

  /** Holds within a second on every instance. @throws DomainError `not_found`, `validation` */
  async setPlan(slug: string, plan: Plan): Promise<Account> {
    const { id } = await this.findBySlug(slug);
    return found(await this.accounts.revise(id, (current) => onPlan(current, plan)));
  }

  /** @throws DomainError `not_found` when nobody has this address; `validation` */
  async resetPassword(email: string, password: string): Promise<Owner> {
    const match = await this.accounts.findOwner(email.trim());
    if (!match) throw ownerNotFound();
    const { account, owner } = match;
    const input = new Input();
    const accepted = passwordIn(input, password, { accountName: account.name, email: owner.email });
    input.refuse();
    const passwordHash = await this.passwords.hash(accepted);
    if (!(await this.accounts.setPasswordHash(account.id, owner.id, passwordHash))) throw ownerNotFound();
    return { ...owner, passwordHash };
  }

  /** A slug that was only suggested gives way: `acme`, `acme-2`, `acme-3`, and then `acme-` and a large number. */
  private async keep(account: Account, owner: Owner, suggested: boolean): Promise<Account> {
    for (let attempt = 1; ; attempt++) {
      const n =
        attempt < SMALL_NUMBERS ? attempt : Number.parseInt(this.newId(account.createdAt).slice(-8), 16);
      const candidate = suggested ? { ...account, slug: suggestedSlug(account.name, n) } : account;
      const taken = await this.accounts.add(candidate, owner);
      if (taken.length === 0) return candidate;
      if (taken.includes('email') && suggested) throw conflict(['email']);
      if (!suggested || attempt === MAX_ATTEMPTS) throw conflict(taken);
    }
  }
}

/** Many names make no slug of their own and share the word `feedback`; counting them through would take long. */
const SMALL_NUMBERS = 10;
const MAX_ATTEMPTS = 20;

const TAKEN: Readonly<Record<Taken, Issue>> = {
  slug: { param: 'slug', code: 'slug_taken', message: 'This slug is taken' },
  email: { param: 'email', code: 'email_taken', message: 'This email address belongs to an account already' },
};

function conflict(taken: readonly Taken[]): DomainError {
  const issues = taken.map((what) => TAKEN[what]);
  return new DomainError('conflict', issues[0]!.code, issues[0]!.message, { issues });
}

function found(account: Account | null): Account {
  if (!account) throw accountNotFound();
  return account;
}

const ownerNotFound = () => new DomainError('not_found', 'owner_not_found', 'Owner not found');
