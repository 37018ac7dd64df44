import type {
  Account,
  MatchedSession,
  Membership,
  OutboxMessage,
  Person,
  Session,
  SessionRepository,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { Pool } from 'pg';
import { Not, type DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { recorded } from '../../security-log/record-event';
import { AccountSchema } from '../account/account.schema';
import { recordedWithMail } from '../mail/recorded-with-mail';
import { MembershipSchema } from '../memberships/membership.schema';
import { PersonSchema } from '../people/person.schema';
import { isForeignKeyViolation } from '../unique-violation';
import { SessionSchema } from './session.schema';

const TOUCH = `
  UPDATE sessions SET last_seen_at = greatest(last_seen_at, $3) WHERE person_id = $1 AND id = $2`;

const RENEW = `
  UPDATE sessions SET digest = $3, reauthenticated_at = $4 WHERE person_id = $1 AND id = $2`;

const REMOVE_ENDED = `
  DELETE FROM sessions
  WHERE person_id = $1 AND (last_seen_at <= $2 OR created_at <= $3)`;

/** Sessions in PostgreSQL. */
export class PostgresSessionRepository implements SessionRepository {
  private readonly pool: Pool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async add(session: Session, event?: SecurityEvent, mail?: readonly OutboxMessage[]): Promise<boolean> {
    try {
      return await recordedWithMail(this.dataSource, { events: event && [event], mail }, async (manager) => {
        await manager.insert(SessionSchema, session);
        return true;
      });
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  }

  async findByDigest(digest: Buffer): Promise<MatchedSession | null> {
    const found = await this.dataSource.manager
      .createQueryBuilder(SessionSchema, 'session')
      .innerJoinAndMapOne(
        'session.person',
        PersonSchema.options.name,
        'person',
        'person.id = session.personId',
      )
      .innerJoinAndMapOne(
        'session.account',
        AccountSchema.options.name,
        'account',
        'account.id = session.accountId',
      )
      .innerJoinAndMapOne(
        'session.membership',
        MembershipSchema.options.name,
        'membership',
        'membership.accountId = session.accountId AND membership.personId = session.personId',
      )
      .where('session.digest = :digest', { digest })
      .getOne();
    if (!found) return null;
    const { person, account, membership, ...session } = found as Session & Joined;
    return { person, account, role: membership.role, session };
  }

  async touch(personId: string, id: string, at: Date): Promise<void> {
    if (isUuid(personId) && isUuid(id)) await this.pool.query(TOUCH, [personId, id, at]);
  }

  async renew(
    personId: string,
    id: string,
    { digest, reauthenticatedAt }: Pick<Session, 'digest' | 'reauthenticatedAt'>,
  ): Promise<boolean> {
    if (!isUuid(personId) || !isUuid(id)) return false;
    const { rowCount } = await this.pool.query(RENEW, [personId, id, digest, reauthenticatedAt]);
    return rowCount === 1;
  }

  async switchAccount(personId: string, id: string, accountId: string): Promise<boolean> {
    if (!isUuid(personId) || !isUuid(id) || !isUuid(accountId)) return false;
    try {
      const { affected } = await this.dataSource.manager.update(
        SessionSchema,
        { personId, id },
        { accountId },
      );
      return affected === 1;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  }

  async list(personId: string): Promise<readonly Session[]> {
    if (!isUuid(personId)) return [];
    return this.dataSource.manager.find(SessionSchema, {
      where: { personId },
      order: { id: 'DESC' },
    });
  }

  async remove(personId: string, id: string, event?: SecurityEvent): Promise<boolean> {
    if (!isUuid(personId) || !isUuid(id)) return false;
    return recorded(this.dataSource, event, async (manager) => {
      const { affected } = await manager.delete(SessionSchema, { personId, id });
      return affected === 1;
    });
  }

  async removeAll(personId: string, exceptId?: string, event?: SecurityEvent): Promise<void> {
    if (!isUuid(personId)) return;
    const others = exceptId === undefined ? {} : { id: Not(exceptId) };
    await recorded(this.dataSource, event, async (manager) => {
      const { affected } = await manager.delete(SessionSchema, { personId, ...others });
      return affected !== 0;
    });
  }

  async removeEnded(
    personId: string,
    { idleSince, begunSince }: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void> {
    if (!isUuid(personId)) return;
    await this.pool.query(REMOVE_ENDED, [personId, idleSince, begunSince]);
  }
}

interface Joined {
  readonly person: Person;
  readonly account: Account;
  readonly membership: Membership;
}
