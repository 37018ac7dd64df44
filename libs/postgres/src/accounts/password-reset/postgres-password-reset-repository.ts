import type { OutboxMessage, PasswordReset, PasswordResetRepository, Person } from '@libs/accounts';
import type { DataSource } from 'typeorm';
import { queueMail } from '../mail/queue-mail';
import { recordEffects } from '../mail/recorded-with-mail';
import { changeCredentials, lockPerson } from '../people/person-credentials';
import { PersonSchema } from '../people/person.schema';
import { SessionSchema } from '../sessions/session.schema';

const ADD = `
  INSERT INTO password_resets (person_id, digest, created_at, expires_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (person_id) DO UPDATE
  SET digest = excluded.digest, created_at = excluded.created_at, expires_at = excluded.expires_at`;

const FIND = `SELECT person_id AS "personId" FROM password_resets WHERE digest = $1 AND expires_at > $2`;

const REMOVE_EXPIRED = `DELETE FROM password_resets WHERE expires_at <= $1`;

type Found = Pick<PasswordReset, 'personId'>;

/** Password resets in PostgreSQL. Every transaction locks the person before the reset. */
export class PostgresPasswordResetRepository implements PasswordResetRepository {
  constructor(private readonly dataSource: DataSource) {}

  add(
    { personId, digest, createdAt, expiresAt }: PasswordReset,
    mail: readonly OutboxMessage[],
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await lockPerson(manager, personId))) return false;
      await manager.query(ADD, [personId, digest, createdAt, expiresAt]);
      await queueMail(manager, mail);
      return true;
    });
  }

  async find(digest: Buffer, now: Date): Promise<Person | null> {
    const { manager } = this.dataSource;
    const [found] = await manager.query<Found[]>(FIND, [digest, now]);
    return found ? manager.findOneBy(PersonSchema, { id: found.personId }) : null;
  }

  use(
    digest: Buffer,
    now: Date,
    { passwordHash, ...effects }: Parameters<PasswordResetRepository['use']>[2],
  ): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [found] = await manager.query<Found[]>(FIND, [digest, now]);
      const person = found && (await lockPerson(manager, found.personId));
      if (!person) return false;
      // Another request may have used it before the lock.
      const [stillValid] = await manager.query<Found[]>(FIND, [digest, now]);
      if (!stillValid) return false;
      const emailConfirmedAt = person.emailConfirmedAt ?? now;
      await changeCredentials(manager, person.id, { passwordHash, emailConfirmedAt });
      await manager.delete(SessionSchema, { personId: person.id });
      await recordEffects(manager, effects);
      return true;
    });
  }

  async removeExpired(now: Date): Promise<void> {
    await this.dataSource.query(REMOVE_EXPIRED, [now]);
  }
}
