import {
  slugsOf,
  type Account,
  type AccountQuery,
  type AccountRepository,
  type IdentityKey,
  type ListedAccount,
  type Membership,
  type OutboxMessage,
  type OwnerOfAccount,
  type Person,
  type RemovedAccount,
  type SwitchedSession,
  type UniqueField,
} from '@libs/accounts';
import { isUuid, type Requester, type SecurityEvent } from '@libs/kernel';
import { In, IsNull, type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { AccountScope, withinShare } from '../../connection/account-scope';
import { deleteInChunks } from '../../connection/delete-in-chunks';
import { moveCards } from './move-cards';
import { addEvent, recordEvent, requireRole } from '../../security-log/record-event';
import { lockAccount, lockAccounts } from '../account-lock';
import { AccountSchema } from './account.schema';
import { AccountSlugSchema } from './account-slug.schema';
import { queueMail } from '../mail/queue-mail';
import { MembershipSchema } from '../memberships/membership.schema';
import { PersonSchema } from '../people/person.schema';
import { personByEmail } from '../people/postgres-person-repository';
import { SessionSchema } from '../sessions/session.schema';
import { isUniqueViolation, withConflictError } from '../unique-violation';
import { RemovedAccountSchema } from './removed-account.schema';

const ALL_IDENTITY_KEYS = `
  SELECT id, identity_keys AS "identityKeys" FROM accounts WHERE identity_keys <> '[]' ORDER BY id FOR NO KEY UPDATE`;

/** Accounts in PostgreSQL. */
export class PostgresAccountRepository implements AccountRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(account: Account, owner: Person, event?: SecurityEvent): Promise<readonly UniqueField[]> {
    try {
      await this.dataSource.transaction(async (manager) => {
        await insertAccount(manager, account);
        await manager.insert(PersonSchema, owner);
        await manager.insert(MembershipSchema, ownership(account, owner.id));
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

  async addAnother(
    accountId: string,
    personId: string,
    account: Account,
    event: SecurityEvent,
  ): Promise<readonly UniqueField[] | null> {
    if (!isUuid(accountId) || !isUuid(personId)) return null;
    const work = async (manager: EntityManager) => {
      // The person exists as long as a member of this account: its deletion, and a change of the member, wait.
      await lockAccount(manager, accountId);
      if (!(await manager.existsBy(MembershipSchema, { accountId, personId }))) return null;
      await insertAccount(manager, account);
      await manager.insert(MembershipSchema, ownership(account, personId));
      await recordEvent(manager, event);
      return [];
    };
    try {
      return await withinShare(this.dataSource, accountId, () => this.dataSource.transaction(work));
    } catch (error) {
      if (isUniqueViolation(error) && (await this.findBySlug(account.slug))) return ['slug'];
      throw error;
    }
  }

  async list({ search, after, limit }: AccountQuery): Promise<readonly ListedAccount[]> {
    const query = withOwner(this.dataSource.manager)
      .addSelect(countMembers, 'members')
      .orderBy('account.id', 'DESC')
      .limit(limit + 1);
    if (after) query.andWhere('account.id < :after', { after: after.id });
    if (search) {
      const matches = ['account.slug', 'account.name', 'owner.email'].map(
        (column) => `strpos(lower(${column}), lower(:search)) > 0`,
      );
      query.andWhere(`(${matches.join(' OR ')})`, { search });
    }
    const { entities, raw } = await query.getRawAndEntities<{ members: string }>();
    return entities.map((found, i) => ({ ...ownerOfAccount(found), members: Number(raw[i]!.members) }));
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
    by?: Requester,
  ): Promise<Account | null> {
    if (!isUuid(accountId)) return null;
    const work = async (manager: EntityManager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const current = await manager.findOne(AccountSchema, { where: { id: accountId }, lock });
      if (!current) return null;
      await requireRole(manager, accountId, by);
      const next = change(current);
      if (next === current) return next;
      const before = slugsOf(current);
      const after = slugsOf(next);
      // Claim slugs before releasing any, so that two accounts that swap slugs can't deadlock.
      await withConflictError('slug', claim(manager, accountId, without(after, before)));
      await release(manager, accountId, without(before, after));
      await manager.update(AccountSchema, { id: accountId }, next);
      if (next.slug !== current.slug) await moveCards(manager, accountId, next.slug);
      const record = by ? addEvent : recordEvent;
      await record(manager, eventOf?.(next, current));
      return next;
    };
    return withinShare(this.dataSource, accountId, () => this.dataSource.transaction(work));
  }

  async reviseIdentityKeys(
    change: (keys: readonly IdentityKey[]) => readonly IdentityKey[] | null,
  ): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const accounts = await manager.query<Pick<Account, 'id' | 'identityKeys'>[]>(ALL_IDENTITY_KEYS);
      const changed = accounts.map(({ id, identityKeys }) => ({ id, identityKeys: change(identityKeys) }));
      for (const { id, identityKeys } of changed)
        if (identityKeys) await manager.update(AccountSchema, { id }, { identityKeys });
      return changed.filter(({ identityKeys }) => identityKeys !== null).length;
    });
  }

  async findWithOwner(slug: string): Promise<OwnerOfAccount | null> {
    const found = await withOwner(this.dataSource.manager)
      .innerJoin(AccountSlugSchema.options.name, 'name', 'name.accountId = account.id')
      .where('name.slug = :slug', { slug })
      .getOne();
    return found && ownerOfAccount(found);
  }

  async listOwners(accountId: string): Promise<readonly OwnerOfAccount[]> {
    if (!isUuid(accountId)) return [];
    const { manager } = this.dataSource;
    const account = await manager.findOneBy(AccountSchema, { id: accountId });
    if (!account) return [];
    const owners = await manager
      .createQueryBuilder(PersonSchema, 'owner')
      .innerJoin(MembershipSchema.options.name, 'membership', 'membership.personId = owner.id')
      .where(`membership.accountId = :accountId AND membership.role = 'owner'`, { accountId })
      .orderBy('membership.createdAt')
      .addOrderBy('membership.personId')
      .getMany();
    return owners.map((owner) => ({ account, owner }));
  }

  async remove(
    accountId: string,
    at: Date,
    mail?: readonly OutboxMessage[],
    opened?: SwitchedSession,
  ): Promise<boolean> {
    if (!isUuid(accountId)) return false;
    // The deletion of the account would delete millions of rows in one statement.
    const scope = new AccountScope(this.dataSource);
    for (const table of ['security_events', 'mail_outbox']) await deleteInChunks(scope, accountId, table);
    return this.dataSource.transaction(async (manager) => {
      if (opened) await switchSession(manager, accountId, opened);
      const { affected } = await manager.delete(AccountSchema, { id: accountId });
      if (affected !== 1) return false;
      await manager.insert(RemovedAccountSchema, { accountId, removedAt: at });
      await queueMail(manager, mail);
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
    if (await personByEmail(this.dataSource.manager, email).getExists()) takenFields.push('email');
    return takenFields;
  }
}

async function switchSession(manager: EntityManager, from: string, opened: SwitchedSession): Promise<void> {
  const { personId, sessionId: id, accountId } = opened;
  // The other account's owner may delete it at the same time and open this one.
  await lockAccounts(manager, [from, accountId]);
  const isMember = await manager.existsBy(MembershipSchema, { accountId, personId });
  const isOpen = await manager.existsBy(AccountSchema, { id: accountId, suspendedAt: IsNull() });
  if (!isMember || !isOpen) return;
  const session = { personId, id, accountId: from };
  await manager.update(SessionSchema, session, { accountId, reauthenticatedAt: null });
}

async function insertAccount(manager: EntityManager, account: Account): Promise<void> {
  await manager.insert(AccountSchema, account);
  await claim(manager, account.id, slugsOf(account));
}

const ownership = ({ id, createdAt }: Account, personId: string): Membership => ({
  accountId: id,
  personId,
  role: 'owner',
  createdAt,
});

/** Joins the first owner of each account. */
function withOwner(manager: EntityManager): SelectQueryBuilder<Account> {
  const first = manager
    .createQueryBuilder(MembershipSchema, 'first')
    .select('first.personId')
    .where(`first.accountId = account.id AND first.role = 'owner'`)
    .orderBy('first.createdAt')
    .addOrderBy('first.personId')
    .limit(1);
  return manager
    .createQueryBuilder(AccountSchema, 'account')
    .innerJoinAndMapOne(
      'account.owner',
      PersonSchema.options.name,
      'owner',
      `owner.id = (${first.getQuery()})`,
    );
}

const countMembers = (query: SelectQueryBuilder<Account>) =>
  query.select('count(*)').from(MembershipSchema, 'one').where('one.accountId = account.id');

/** @param found a row of `withOwner` */
function ownerOfAccount(found: Account): OwnerOfAccount {
  const { owner, ...account } = found as Account & { owner: Person };
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
