import type { OutboxMessage, Person, PersonRepository } from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { recordEffects } from '../mail/recorded-with-mail';
import { withConflictError } from '../unique-violation';
import { deleteLinks } from './person-credentials';
import { PersonSchema } from './person.schema';
import { requireFreeName } from './unique-names';

/** People in PostgreSQL. */
export class PostgresPersonRepository implements PersonRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string): Promise<Person | null> {
    return isUuid(id) ? this.dataSource.manager.findOneBy(PersonSchema, { id }) : null;
  }

  findByEmail(email: string): Promise<Person | null> {
    return personByEmail(this.dataSource.manager, email).getOne();
  }

  async update(
    id: string,
    change: Partial<Pick<Person, 'name' | 'email' | 'passwordHash'>>,
    events?: readonly SecurityEvent[],
    mail?: readonly OutboxMessage[],
  ): Promise<Person | null> {
    if (!isUuid(id)) return null;
    const work = async (manager: EntityManager) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      if (change.name !== undefined) await requireFreeName(manager, id, change.name);
      if (given.length > 0) await manager.update(PersonSchema, { id }, Object.fromEntries(given));
      const changed = await manager.findOneBy(PersonSchema, { id });
      if (!changed) return null;
      if (events && isCredential(change)) await deleteLinks(manager, id);
      await recordEffects(manager, { events, mail });
      return changed;
    };
    return withConflictError('email', this.dataSource.transaction(work));
  }
}

const isCredential = ({ email, passwordHash }: Partial<Person>): boolean =>
  (email ?? passwordHash) !== undefined;

/** Uses the unique index on lower(email). */
export const personByEmail = (manager: EntityManager, email: string) =>
  manager.createQueryBuilder(PersonSchema, 'person').where('lower(person.email) = lower(:email)', { email });
