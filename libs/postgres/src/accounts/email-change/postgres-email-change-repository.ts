import type { EmailChange, EmailChangeRepository, OutboxMessage, Person } from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { queueMail } from '../mail/queue-mail';
import { recordEffects } from '../mail/recorded-with-mail';
import { changeCredentials, lockPerson } from '../people/person-credentials';
import { withConflictError } from '../unique-violation';

const COLUMNS = `person_id AS "personId", email, digest, created_at AS "createdAt", expires_at AS "expiresAt"`;

const ADD = `
  INSERT INTO email_changes (person_id, email, digest, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (person_id) DO UPDATE SET email = excluded.email, digest = excluded.digest,
    created_at = excluded.created_at, expires_at = excluded.expires_at`;

const FIND = `SELECT ${COLUMNS} FROM email_changes WHERE person_id = $1 AND expires_at > $2`;

const FIND_BY_DIGEST = `SELECT ${COLUMNS} FROM email_changes WHERE digest = $1 AND expires_at > $2`;

const CANCEL = `DELETE FROM email_changes WHERE person_id = $1 RETURNING person_id`;

const REMOVE_EXPIRED = `DELETE FROM email_changes WHERE expires_at <= $1`;

/** Pending changes of email addresses in PostgreSQL. Every transaction locks the person before the change. */
export class PostgresEmailChangeRepository implements EmailChangeRepository {
  constructor(private readonly dataSource: DataSource) {}

  add(change: EmailChange, mail: readonly OutboxMessage[]): Promise<boolean> {
    const { personId, email, digest, createdAt, expiresAt } = change;
    return this.dataSource.transaction(async (manager) => {
      if (!(await lockPerson(manager, personId))) return false;
      await manager.query(ADD, [personId, email, digest, createdAt, expiresAt]);
      await queueMail(manager, mail);
      return true;
    });
  }

  async find(personId: string, now: Date): Promise<EmailChange | null> {
    if (!isUuid(personId)) return null;
    const [change] = await this.dataSource.query<EmailChange[]>(FIND, [personId, now]);
    return change ?? null;
  }

  async findByDigest(digest: Buffer, now: Date): Promise<EmailChange | null> {
    const [change] = await this.dataSource.query<EmailChange[]>(FIND_BY_DIGEST, [digest, now]);
    return change ?? null;
  }

  async cancel(personId: string): Promise<boolean> {
    if (!isUuid(personId)) return false;
    const [removed] = await this.dataSource.query<[unknown[], number]>(CANCEL, [personId]);
    return removed.length === 1;
  }

  confirm(
    digest: Buffer,
    now: Date,
    effects: Parameters<EmailChangeRepository['confirm']>[2],
  ): Promise<Person | null> {
    const work = async (manager: EntityManager) => {
      const locked = await this.lock(manager, digest, now);
      if (!locked) return null;
      const { person, email } = locked;
      const confirmed = { email, emailConfirmedAt: now };
      await changeCredentials(manager, person.id, confirmed);
      await recordEffects(manager, effects);
      return { ...person, ...confirmed };
    };
    return withConflictError('email', this.dataSource.transaction(work));
  }

  async removeExpired(now: Date): Promise<void> {
    await this.dataSource.query(REMOVE_EXPIRED, [now]);
  }

  private async lock(manager: EntityManager, digest: Buffer, now: Date) {
    const [found] = await manager.query<EmailChange[]>(FIND_BY_DIGEST, [digest, now]);
    const person = found && (await lockPerson(manager, found.personId));
    // Another request may have confirmed or cancelled it before the lock.
    const [valid] = await manager.query<EmailChange[]>(FIND_BY_DIGEST, [digest, now]);
    return person && valid ? { person, email: valid.email } : null;
  }
}
