import type {
  Account,
  Invitation,
  InvitationRepository,
  Joining,
  OfferedInvitation,
  OutboxMessage,
  Person,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import { LessThanOrEqual, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { withinShare } from '../../connection/account-scope';
import { recorded } from '../../security-log/record-event';
import { AccountSchema } from '../account/account.schema';
import { lockAccount } from '../account-lock';
import { recordEffects } from '../mail/recorded-with-mail';
import { MembershipSchema } from '../memberships/membership.schema';
import { PersonSchema } from '../people/person.schema';
import { accountsOf, isNameTaken, lockName } from '../people/unique-names';
import { withConflictError } from '../unique-violation';
import { InvitationSchema } from './invitation.schema';

/** Invitations in PostgreSQL. */
export class PostgresInvitationRepository implements InvitationRepository {
  constructor(private readonly dataSource: DataSource) {}

  async add(invitation: Invitation, max: number, event: SecurityEvent, mail?: readonly OutboxMessage[]) {
    const { accountId, createdAt } = invitation;
    return this.inTransaction(accountId, async (manager) => {
      if (!(await lockAccount(manager, accountId))) return 'account_not_found' as const;
      await manager.delete(InvitationSchema, { accountId, expiresAt: LessThanOrEqual(createdAt) });
      if ((await manager.countBy(InvitationSchema, { accountId })) >= max) return 'limit_reached' as const;
      await manager.insert(InvitationSchema, invitation);
      await recordEffects(manager, { events: [event], mail });
      return 'added' as const;
    });
  }

  async list(accountId: string, now: Date): Promise<readonly Invitation[]> {
    if (!isUuid(accountId)) return [];
    return this.dataSource.manager.find(InvitationSchema, {
      where: { accountId, expiresAt: MoreThan(now) },
      order: { id: 'DESC' },
    });
  }

  async remove(accountId: string, id: string, event: SecurityEvent): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(id)) return false;
    return recorded(this.dataSource, event, async (manager) => {
      const { affected } = await manager.delete(InvitationSchema, { accountId, id });
      return affected === 1;
    });
  }

  async findByDigest(digest: Buffer, now: Date): Promise<OfferedInvitation | null> {
    const found = await this.dataSource.manager
      .createQueryBuilder(InvitationSchema, 'invitation')
      .innerJoinAndMapOne(
        'invitation.account',
        AccountSchema.options.name,
        'account',
        'account.id = invitation.accountId',
      )
      .innerJoinAndMapOne(
        'invitation.inviter',
        PersonSchema.options.name,
        'inviter',
        'inviter.id = invitation.createdBy',
      )
      .where('invitation.digest = :digest AND invitation.expiresAt > :now', { digest, now })
      .getOne();
    if (!found) return null;
    const { account, inviter, ...invitation } = found as Invitation & { account: Account; inviter: Person };
    return { invitation, account, inviterName: inviter.name };
  }

  accept({ accountId, id }: Invitation, { membership, person, newName, event, mail }: Joining, max: number) {
    const { personId } = membership;
    const work = async (manager: EntityManager) => {
      const current = person?.name ?? (await lockName(manager, personId)) ?? '';
      const others = newName === undefined ? [] : await accountsOf(manager, personId);
      // Also serializes with changes of members, which remove invitations.
      const isTaken = await isNameTaken(manager, [...others, accountId], personId, newName ?? current);
      if (!(await manager.existsBy(InvitationSchema, { accountId, id }))) return 'not_found' as const;
      if (await manager.existsBy(MembershipSchema, { accountId, personId })) return 'already_member' as const;
      if ((await manager.countBy(MembershipSchema, { accountId })) >= max) return 'limit_reached' as const;
      if (isTaken) return 'name_taken' as const;
      await manager.delete(InvitationSchema, { accountId, id });
      if (person) await manager.insert(PersonSchema, person);
      if (newName !== undefined) await manager.update(PersonSchema, { id: personId }, { name: newName });
      await manager.insert(MembershipSchema, membership);
      await recordEffects(manager, { events: [event], mail });
      return 'accepted' as const;
    };
    return withConflictError('email', this.inTransaction(accountId, work));
  }

  /** Runs within the account's share of the pool, because `work` occupies a connection while it waits for the lock. */
  private inTransaction<T>(accountId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return withinShare(this.dataSource, accountId, () => this.dataSource.transaction(work));
  }
}
