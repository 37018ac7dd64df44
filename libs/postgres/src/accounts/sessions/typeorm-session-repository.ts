import type {
  Account,
  OutboxMessage,
  Owner,
  OwnerOfAccount,
  Session,
  SessionRepository,
} from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { Pool } from 'pg';
import { Not, QueryFailedError, type DataSource } from 'typeorm';
import { poolOf } from '../../connection/data-source';
import { recorded } from '../../security-log/record-event';
import { AccountSchema } from '../account/account.schema';
import { OwnerSchema } from '../account/owner.schema';
import { recordedWithMail } from '../mail/recorded-with-mail';
import { SessionSchema } from './session.schema';

const FOREIGN_KEY_VIOLATION = '23503';

const TOUCH = `
  UPDATE sessions SET last_seen_at = greatest(last_seen_at, $3) WHERE account_id = $1 AND id = $2`;

const RENEW = `
  UPDATE sessions SET digest = $3, reauthenticated_at = $4 WHERE account_id = $1 AND id = $2`;

const REMOVE_ENDED = `
  DELETE FROM sessions
  WHERE account_id = $1 AND owner_id = $2 AND (last_seen_at <= $3 OR created_at <= $4)`;

/** Sessions in PostgreSQL. */
export class TypeOrmSessionRepository implements SessionRepository {
  private readonly pool: Pool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async add(session: Session, event?: SecurityEvent, mail?: readonly OutboxMessage[]): Promise<boolean> {
    try {
      return await recordedWithMail(this.dataSource, { event, mail }, async (manager) => {
        await manager.insert(SessionSchema, session);
        return true;
      });
    } catch (error) {
      if (error instanceof QueryFailedError && error.driverError.code === FOREIGN_KEY_VIOLATION) return false;
      throw error;
    }
  }

  async findByDigest(digest: Buffer): Promise<(OwnerOfAccount & { readonly session: Session }) | null> {
    const found = await this.dataSource.manager
      .createQueryBuilder(SessionSchema, 'session')
      .innerJoinAndMapOne('session.owner', OwnerSchema.options.name, 'owner', 'owner.id = session.ownerId')
      .innerJoinAndMapOne(
        'session.account',
        AccountSchema.options.name,
        'account',
        'account.id = session.accountId',
      )
      .where('session.digest = :digest', { digest })
      .getOne();
    if (!found) return null;
    const { owner, account, ...session } = found as Session & { owner: Owner; account: Account };
    return { owner, account, session };
  }

  async touch(accountId: string, id: string, at: Date): Promise<void> {
    if (isUuid(accountId) && isUuid(id)) await this.pool.query(TOUCH, [accountId, id, at]);
  }

  async renew(
    accountId: string,
    id: string,
    { digest, reauthenticatedAt }: Pick<Session, 'digest' | 'reauthenticatedAt'>,
  ): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(id)) return false;
    const { rowCount } = await this.pool.query(RENEW, [accountId, id, digest, reauthenticatedAt]);
    return rowCount === 1;
  }

  async list(accountId: string, ownerId: string): Promise<readonly Session[]> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return [];
    return this.dataSource.manager.find(SessionSchema, {
      where: { accountId, ownerId },
      order: { id: 'DESC' },
    });
  }

  async remove(accountId: string, ownerId: string, id: string, event?: SecurityEvent): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(ownerId) || !isUuid(id)) return false;
    return recorded(this.dataSource, event, async (manager) => {
      const { affected } = await manager.delete(SessionSchema, { accountId, ownerId, id });
      return affected === 1;
    });
  }

  async removeAll(
    accountId: string,
    ownerId: string,
    exceptId?: string,
    event?: SecurityEvent,
  ): Promise<void> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return;
    const others = exceptId === undefined ? {} : { id: Not(exceptId) };
    await recorded(this.dataSource, event, async (manager) => {
      const { affected } = await manager.delete(SessionSchema, { accountId, ownerId, ...others });
      return affected !== 0;
    });
  }

  async removeEnded(
    accountId: string,
    ownerId: string,
    { idleSince, begunSince }: { readonly idleSince: Date; readonly begunSince: Date },
  ): Promise<void> {
    if (!isUuid(accountId) || !isUuid(ownerId)) return;
    await this.pool.query(REMOVE_ENDED, [accountId, ownerId, idleSince, begunSince]);
  }
}
