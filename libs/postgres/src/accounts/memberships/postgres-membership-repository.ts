import {
  MEMBER_NOTICES_PER_HOUR,
  type Account,
  type AccountOfPerson,
  type FormerMember,
  type Member,
  type Membership,
  type MembershipChange,
  type MembershipRepository,
  type Person,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { withinShare } from '../../connection/account-scope';
import { setScope } from '../../connection/scoped-query';
import { lockAccount } from '../account-lock';
import { AccountSchema } from '../account/account.schema';
import { InvitationSchema } from '../invitations/invitation.schema';
import { lowestIdAfter, recordEvent } from '../../security-log/record-event';
import { queueMail } from '../mail/queue-mail';
import { PersonSchema } from '../people/person.schema';
import { FormerMemberSchema } from './former-member.schema';
import { MembershipSchema } from './membership.schema';

/** So that nothing becomes due for people who have left. */
const DELETE_SETTINGS = 'DELETE FROM notification_settings WHERE account_id = $1 AND person_id = $2';

const HOUR_MS = 3_600_000;
const COUNT_EVENTS = `
  SELECT count(*)::integer AS count FROM security_events
  WHERE account_id = $1 AND id >= $2 AND type = $3 AND subject_id = $4
    AND (type <> 'member.role_changed' OR subject_name = $5)`;

/** Memberships in PostgreSQL. */
export class PostgresMembershipRepository implements MembershipRepository {
  constructor(private readonly dataSource: DataSource) {}

  async listOf(personId: string): Promise<readonly AccountOfPerson[]> {
    if (!isUuid(personId)) return [];
    const found = await this.dataSource.manager
      .createQueryBuilder(MembershipSchema, 'membership')
      .innerJoinAndMapOne(
        'membership.account',
        AccountSchema.options.name,
        'account',
        'account.id = membership.accountId',
      )
      .where('membership.personId = :personId', { personId })
      .orderBy('membership.createdAt')
      .addOrderBy('membership.accountId')
      .getMany();
    return (found as (Membership & { account: Account })[]).map(({ account, role }) => ({ account, role }));
  }

  async list(accountId: string): Promise<readonly Member[]> {
    return isUuid(accountId) ? membersOf(this.dataSource.manager, accountId) : [];
  }

  async listFormer(accountId: string): Promise<readonly FormerMember[]> {
    if (!isUuid(accountId)) return [];
    return this.dataSource.manager
      .createQueryBuilder(FormerMemberSchema, 'former')
      .select(['former.accountId', 'former.id', 'former.name'])
      .where('former.accountId = :accountId', { accountId })
      .andWhere(
        `NOT EXISTS (SELECT FROM memberships WHERE account_id = former.account_id AND person_id = former.person_id)`,
      )
      .orderBy('former.name')
      .getMany()
      .then((found) => found.map(({ id, name }) => ({ id, name })));
  }

  async revise(accountId: string, personId: string, change: MembershipChange): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(personId)) return false;
    const work = async (manager: EntityManager) => {
      await lockAccount(manager, accountId);
      const members = await membersOf(manager, accountId);
      const current = members.find(({ person }) => person.id === personId);
      if (!current) return false;
      const { next, event, mail } = change(current, members);
      if (next?.role === current.membership.role) return true;
      // Before the change, which can take the role from the member who makes it.
      await recordEvent(manager, event);
      if (mail && !(await isRepeated(manager, event))) await queueMail(manager, mail);
      await write(manager, current, next);
      return true;
    };
    return withinShare(this.dataSource, accountId, () => this.dataSource.transaction(work));
  }
}

/** True if the log has too many events like this one of the hour before it. */
async function isRepeated(
  manager: EntityManager,
  { accountId, type, subject, createdAt }: SecurityEvent,
): Promise<boolean> {
  const since = new Date(createdAt.getTime() - HOUR_MS);
  const values = [accountId, lowestIdAfter(since), type, subject.id, subject.name];
  const [found] = await manager.query<[{ count: number }]>(COUNT_EVENTS, values);
  return found.count > MEMBER_NOTICES_PER_HOUR;
}

async function write(manager: EntityManager, { membership, person }: Member, next: Membership | null) {
  const { accountId, personId } = membership;
  await manager.delete(InvitationSchema, { accountId, createdBy: personId });
  if (next) {
    await manager.update(MembershipSchema, { accountId, personId }, { role: next.role });
    return;
  }
  await manager.upsert(FormerMemberSchema, { accountId, id: personId, name: person.name }, [
    'accountId',
    'id',
  ]);
  await manager.delete(MembershipSchema, { accountId, personId });
  const { text, values } = setScope(accountId);
  await manager.query(text, values as unknown[]);
  await manager.query(DELETE_SETTINGS, [accountId, personId]);
}

async function membersOf(manager: EntityManager, accountId: string): Promise<Member[]> {
  const found = await manager
    .createQueryBuilder(MembershipSchema, 'membership')
    .innerJoinAndMapOne(
      'membership.person',
      PersonSchema.options.name,
      'person',
      'person.id = membership.personId',
    )
    .where('membership.accountId = :accountId', { accountId })
    .orderBy('membership.createdAt')
    .addOrderBy('membership.personId')
    .getMany();
  return (found as (Membership & { person: Person })[]).map(({ person, ...membership }) => ({
    membership,
    person,
  }));
}
