import {
  takenError,
  slugsOf,
  type Account,
  type AccountRepository,
  type Owner,
  type OwnerOfAccount,
  type RemovedAccount,
  type UniqueField,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import { In, QueryFailedError, type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { withinShare } from '../../connection/account-scope';
import { recorded, recordEvent } from '../../security-log/record-event';
import { AccountSchema } from './account.schema';
import { AccountSlugSchema } from './account-slug.schema';
import { OwnerSchema } from './owner.schema';
import { RemovedAccountSchema } from './removed-account.schema';

const UNIQUE_VIOLATION = '23505';

/** Accounts and owners in PostgreSQL. */
export class TypeOrmAccountRepository implements AccountRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(account: Account, owner: Owner, event?: SecurityEvent): Promise<readonly UniqueField[]> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await manager.insert(AccountSchema, account);
        await claim(manager, account.id, slugsOf(account));
        await manager.insert(OwnerSchema, owner);
        await recordEvent(manager, event);
      });
      return [];
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      // PostgreSQL reports only the first conflict. Report both, so that the user can fix them together.
      const takenFields = await this.findTaken(account.slug, owner.email);
      if (takenFields.length === 0) throw error;
      return takenFields;
    }
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.dataSource.manager.exists(AccountSchema));
  }

  findBySlug(slug: string): Promise<Account | null> {
    return this.dataSource.manager
      .createQueryBuilder(AccountSchema, 'account')
      .innerJoin(AccountSlugSchema.options.name, 'name', 'name.accountId = account.id')
      .where('name.slug = :slug', { slug })
      .getOne();
  }

  async revise(
    accountId: string,
    change: (current: Account) => Account,
    eventOf?: (next: Account, current: Account) => SecurityEvent | null,
  ): Promise<Account | null> {
    if (!isUuid(accountId)) return null;
    const work = async (manager: EntityManager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const current = await manager.findOne(AccountSchema, { where: { id: accountId }, lock });
      if (!current) return null;
      const next = change(current);
      if (next === current) return next;
      const before = slugsOf(current);
      const after = slugsOf(next);
      // Claim slugs before releasing any, so that two accounts that swap slugs can't deadlock.
      await withConflictError('slug', claim(manager, accountId, without(after, before)));
      await release(manager, accountId, without(before, after));
      await manager.update(AccountSchema, { id: accountId }, next);
      await recordEvent(manager, eventOf?.(next, current) ?? undefined);
      return next;
    };
    return withinShare(this.dataSource, accountId, () => this.dataSource.transaction(work));
  }

  async findOwner(email: string): Promise<OwnerOfAccount | null> {
    // Runs a single statement, so that the response time doesn't reveal whether the email address is in use.
    const found = await ownerByEmail(this.dataSource.manager, email)
      .innerJoinAndMapOne(
        'owner.account',
        AccountSchema.options.name,
        'account',
        'account.id = owner.accountId',
      )
      .getOne();
    if (!found) return null;
    const { account, ...owner } = found as Owner & { account: Account };
    return { account, owner };
  }

  async findOwnerOf(accountId: string, ownerId: string): Promise<OwnerOfAccount | null> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return null;
    const { manager } = this.dataSource;
    const owner = await manager.findOneBy(OwnerSchema, { id: ownerId, accountId });
    const account = owner && (await manager.findOneBy(AccountSchema, { id: accountId }));
    return account && { account, owner };
  }

  async setPasswordHash(
    accountId: string,
    ownerId: string,
    passwordHash: string,
    event?: SecurityEvent,
  ): Promise<boolean> {
    return this.changeOwner(accountId, ownerId, { passwordHash }, event);
  }

  async setEmail(accountId: string, ownerId: string, email: string, event?: SecurityEvent): Promise<boolean> {
    return withConflictError('email', this.changeOwner(accountId, ownerId, { email }, event));
  }

  private async changeOwner(
    accountId: string,
    ownerId: string,
    change: Partial<Pick<Owner, 'passwordHash' | 'email'>>,
    event: SecurityEvent | undefined,
  ): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return false;
    return recorded(this.dataSource, event, async (manager) => {
      const { affected } = await manager.update(OwnerSchema, { id: ownerId, accountId }, change);
      return affected === 1;
    });
  }

  async remove(accountId: string, at: Date): Promise<boolean> {
    if (!isUuid(accountId)) return false;
    return this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.delete(AccountSchema, { id: accountId });
      if (affected !== 1) return false;
      await manager.insert(RemovedAccountSchema, { accountId, removedAt: at });
      return true;
    });
  }

  listRemoved(): Promise<RemovedAccount[]> {
    return this.dataSource.manager.find(RemovedAccountSchema, { order: { removedAt: 'ASC' } });
  }

  async forgetRemoved(accountId: string): Promise<void> {
    if (!isUuid(accountId)) return;
    await this.dataSource.manager.delete(RemovedAccountSchema, { accountId });
  }

  private async findTaken(slug: string, email: string): Promise<UniqueField[]> {
    const takenFields: UniqueField[] = [];
    if (await this.findBySlug(slug)) takenFields.push('slug');
    if (await ownerByEmail(this.dataSource.manager, email).getExists()) takenFields.push('email');
    return takenFields;
  }
}

async function claim(manager: EntityManager, accountId: string, slugs: readonly string[]): Promise<void> {
  if (slugs.length > 0)
    await manager.insert(
      AccountSlugSchema,
      slugs.map((slug) => ({ slug, accountId })),
    );
}

async function release(manager: EntityManager, accountId: string, slugs: readonly string[]): Promise<void> {
  if (slugs.length > 0) await manager.delete(AccountSlugSchema, { slug: In(slugs), accountId });
}

const without = (slugs: readonly string[], others: readonly string[]): string[] =>
  slugs.filter((slug) => !others.includes(slug));

/** Uses the unique index on lower(email). */
function ownerByEmail(manager: EntityManager, email: string): SelectQueryBuilder<Owner> {
  return manager
    .createQueryBuilder(OwnerSchema, 'owner')
    .where('lower(owner.email) = lower(:email)', { email });
}

/** Converts a unique violation to a conflict error, for statements that can violate only one unique index. */
async function withConflictError<T>(field: UniqueField, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error) ? takenError([field]) : error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION;
}
