import {
  takenError,
  type EmailChange,
  type EmailChangeRepository,
  type OutboxMessage,
  type OwnerOfAccount,
} from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import { QueryFailedError, type DataSource, type EntityManager } from 'typeorm';
import { changeCredentials, deleteLinks, lockPerson } from '../account/person-credentials';
import { queueMail } from '../mail/queue-mail';
import { recordEffects } from '../mail/recorded-with-mail';

const UNIQUE_VIOLATION = '23505';

const COLUMNS = `person_id AS "personId", account_id AS "accountId", email, digest, created_at AS "createdAt",
  expires_at AS "expiresAt"`;

const ADD = `
  INSERT INTO email_changes (person_id, account_id, email, digest, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (person_id) DO UPDATE SET account_id = excluded.account_id, email = excluded.email,
    digest = excluded.digest, created_at = excluded.created_at, expires_at = excluded.expires_at`;

const FIND = `
  SELECT ${COLUMNS} FROM email_changes WHERE account_id = $1 AND person_id = $2 AND expires_at > $3`;

const FIND_BY_DIGEST = `SELECT ${COLUMNS} FROM email_changes WHERE digest = $1 AND expires_at > $2`;

const CANCEL = `DELETE FROM email_changes WHERE account_id = $1 AND person_id = $2 RETURNING person_id`;

const REMOVE_EXPIRED = `DELETE FROM email_changes WHERE expires_at <= $1`;

/** Pending changes of email addresses in PostgreSQL. Every transaction locks the person before the change. */
export class PostgresEmailChangeRepository implements EmailChangeRepository {
  constructor(private readonly dataSource: DataSource) {}

  add(change: EmailChange, mail: readonly OutboxMessage[]): Promise<boolean> {
    const { personId, accountId, email, digest, createdAt, expiresAt } = change;
    return this.dataSource.transaction(async (manager) => {
      if (!(await lockPerson(manager, change))) return false;
      await manager.query(ADD, [personId, accountId, email, digest, createdAt, expiresAt]);
      await queueMail(manager, mail);
      return true;
    });
  }

  async find(accountId: string, personId: string, now: Date): Promise<EmailChange | null> {
    if (!isUuid(accountId) || !isUuid(personId)) return null;
    const [change] = await this.dataSource.query<EmailChange[]>(FIND, [accountId, personId, now]);
    return change ?? null;
  }

  async cancel(accountId: string, personId: string): Promise<boolean> {
    if (!isUuid(accountId) || !isUuid(personId)) return false;
    const [removed] = await this.dataSource.query<[unknown[], number]>(CANCEL, [accountId, personId]);
    return removed.length === 1;
  }

  async confirm(
    digest: Buffer,
    now: Date,
    effects: Parameters<EmailChangeRepository['confirm']>[2],
  ): Promise<OwnerOfAccount | null> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const match = await this.lockMatch(manager, digest, now);
        if (!match) return null;
        const { email, account, owner } = match;
        await changeCredentials(manager, { accountId: account.id, personId: owner.id }, { email });
        await deleteLinks(manager, owner.id);
        await recordEffects(manager, effects({ account, owner }, email));
        return { account, owner: { ...owner, email } };
      });
    } catch (error) {
      const isTaken = error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION;
      throw isTaken ? takenError(['email']) : error;
    }
  }

  async removeExpired(now: Date): Promise<void> {
    await this.dataSource.query(REMOVE_EXPIRED, [now]);
  }

  private async lockMatch(manager: EntityManager, digest: Buffer, now: Date) {
    const [found] = await manager.query<EmailChange[]>(FIND_BY_DIGEST, [digest, now]);
    const match = found && (await lockPerson(manager, found));
    // Another request may have confirmed or cancelled it before the lock.
    const [valid] = await manager.query<EmailChange[]>(FIND_BY_DIGEST, [digest, now]);
    return match && valid ? { ...match, email: valid.email } : null;
  }
}
