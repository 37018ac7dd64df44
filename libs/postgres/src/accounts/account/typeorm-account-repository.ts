import {
  takenError,
  slugsOf,
  type Account,
  type AccountQuery,
  type AccountRepository,
  type OutboxMessage,
  type Owner,
  type OwnerOfAccount,
  type RemovedAccount,
  type UniqueField,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import { In, QueryFailedError, type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { withinShare } from '../../connection/account-scope';
import { recordEvent } from '../../security-log/record-event';
import { recordedWithMail, type Effects } from '../mail/recorded-with-mail';
import { AccountSchema } from './account.schema';
import { AccountSlugSchema } from './account-slug.schema';
import { OwnerSchema } from './owner.schema';
import { changeCredentials, deleteLinks } from './person-credentials';
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

  async list({ search, after, limit }: AccountQuery): Promise<readonly OwnerOfAccount[]> {
    const query = withAccount(this.dataSource.manager.createQueryBuilder(OwnerSchema, 'owner'))
      .orderBy('account.id', 'DESC')
      .limit(limit + 1);
    if (after) query.andWhere('account.id < :after', { after: after.id });
    if (search) {
      const matches = ['account.slug', 'account.name', 'owner.email'].map(
        (column) => `strpos(lower(${column}), lower(:search)) > 0`,
      );
      query.andWhere(`(${matches.join(' OR ')})`, { search });
    }
    return (await query.getMany()).map(ownerOfAccount);
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

  async findWithOwner(slug: string): Promise<OwnerOfAccount | null> {
    const found = await withAccount(this.dataSource.manager.createQueryBuilder(OwnerSchema, 'owner'))
      .innerJoin(AccountSlugSchema.options.name, 'name', 'name.accountId = account.id')
      .where('name.slug = :slug', { slug })
      .getOne();
    return found && ownerOfAccount(found);
  }

  async findOwner(email: string): Promise<OwnerOfAccount | null> {
    // Runs a single statement, so that the response time doesn't reveal whether the email address is in use.
    const found = await withAccount(ownerByEmail(this.dataSource.manager, email)).getOne();
    return found && ownerOfAccount(found);
  }

  async findOwnerOf(accountId: string, ownerId: string): Promise<OwnerOfAccount | null> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return null;
    const { manager } = this.dataSource;
    const owner = await manager.findOneBy(OwnerSchema, { id: ownerId, accountId });
    const account = owner && (await manager.findOneBy(AccountSchema, { id: accountId }));
    return account && { account, owner };
  }

  async listOwners(accountId: string): Promise<readonly OwnerOfAccount[]> {
    if (!isUuid(accountId)) return [];
    const owners = await withAccount(this.dataSource.manager.createQueryBuilder(OwnerSchema, 'owner'))
      .where('owner.accountId = :accountId', { accountId })
      .orderBy('owner.id', 'ASC')
      .getMany();
    return owners.map(ownerOfAccount);
  }

  async setPasswordHash(
    accountId: string,
    ownerId: string,
    passwordHash: string,
    event?: SecurityEvent,
    mail?: readonly OutboxMessage[],
  ): Promise<boolean> {
    return this.changeOwner(accountId, ownerId, { passwordHash }, { event, mail });
  }

  async setEmail(accountId: string, ownerId: string, email: string, event?: SecurityEvent): Promise<boolean> {
    return withConflictError('email', this.changeOwner(accountId, ownerId, { email }, { event }));
  }

  private async changeOwner(
    accountId: string,
    ownerId: string,
    change: Partial<Pick<Owner, 'passwordHash' | 'email'>>,
    effects: Effects,
  ): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return false;
    return recordedWithMail(this.dataSource, effects, async (manager) => {
      if (!(await changeCredentials(manager, { accountId, personId: ownerId }, change))) return false;
      if (effects.event) await deleteLinks(manager, ownerId);
      return true;
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

function withAccount(owners: SelectQueryBuilder<Owner>): SelectQueryBuilder<Owner> {
  return owners.innerJoinAndMapOne(
    'owner.account',
    AccountSchema.options.name,
    'account',
    'account.id = owner.accountId',
  );
}

/** @param found a row of `withAccount` */
function ownerOfAccount(found: Owner): OwnerOfAccount {
  const { account, ...owner } = found as Owner & { account: Account };
  return { account, owner };
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
