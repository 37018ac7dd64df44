import type { OutboxMessage, OwnerOfAccount, PasswordReset, PasswordResetRepository } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import { changeCredentials, deleteLinks, lockPerson } from '../account/person-credentials';
import { queueMail } from '../mail/queue-mail';
import { recordEffects } from '../mail/recorded-with-mail';
import { SessionSchema } from '../sessions/session.schema';

const ADD = `
  INSERT INTO password_resets (person_id, account_id, digest, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (person_id) DO UPDATE SET account_id = excluded.account_id, digest = excluded.digest,
    created_at = excluded.created_at, expires_at = excluded.expires_at`;

const FIND = `
  SELECT account_id AS "accountId", person_id AS "personId" FROM password_resets
  WHERE digest = $1 AND expires_at > $2`;

const REMOVE_EXPIRED = `DELETE FROM password_resets WHERE expires_at <= $1`;

type Ids = Pick<PasswordReset, 'accountId' | 'personId'>;

/** Password resets in PostgreSQL. Every transaction locks the person before the reset. */
export class PostgresPasswordResetRepository implements PasswordResetRepository {
  constructor(private readonly dataSource: DataSource) {}

  add(reset: PasswordReset, mail: readonly OutboxMessage[]): Promise<boolean> {
    const { personId, accountId, digest, createdAt, expiresAt } = reset;
    return this.dataSource.transaction(async (manager) => {
      if (!(await lockPerson(manager, reset))) return false;
      await manager.query(ADD, [personId, accountId, digest, createdAt, expiresAt]);
      await queueMail(manager, mail);
      return true;
    });
  }

  find(digest: Buffer, now: Date): Promise<OwnerOfAccount | null> {
    return this.dataSource.transaction(async (manager) => {
      const [ids] = await manager.query<Ids[]>(FIND, [digest, now]);
      return ids ? lockPerson(manager, ids) : null;
    });
  }

  use(
    digest: Buffer,
    now: Date,
    { passwordHash, ...effects }: Parameters<PasswordResetRepository['use']>[2],
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [ids] = await manager.query<Ids[]>(FIND, [digest, now]);
      if (!ids || !(await lockPerson(manager, ids))) return false;
      // Another request may have used it before the lock.
      const [stillValid] = await manager.query<Ids[]>(FIND, [digest, now]);
      if (!stillValid) return false;
      await changeCredentials(manager, ids, { passwordHash });
      await deleteLinks(manager, ids.personId);
      await manager.delete(SessionSchema, { accountId: ids.accountId, ownerId: ids.personId });
      await recordEffects(manager, effects);
      return true;
    });
  }

  async removeExpired(now: Date): Promise<void> {
    await this.dataSource.query(REMOVE_EXPIRED, [now]);
  }
}
