import { type Person, type PersonRepository } from '@libs/accounts';
import { isUuid, type SecurityEvent } from '@libs/kernel';
import type { DataSource, EntityManager } from 'typeorm';
import { recordEvent } from '../../security-log/record-event';
import { withConflictError } from '../unique-violation';
import { PersonSchema } from './person.schema';

/** People in PostgreSQL. */
export class TypeOrmPersonRepository implements PersonRepository {
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
    events: readonly SecurityEvent[] = [],
  ): Promise<Person | null> {
    if (!isUuid(id)) return null;
    const work = async (manager: EntityManager) => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      if (given.length > 0) await manager.update(PersonSchema, { id }, Object.fromEntries(given));
      const changed = await manager.findOneBy(PersonSchema, { id });
      if (changed) for (const event of events) await recordEvent(manager, event);
      return changed;
    };
    return withConflictError('email', this.dataSource.transaction(work));
  }
}

/** Uses the unique index on lower(email). */
export const personByEmail = (manager: EntityManager, email: string) =>
  manager.createQueryBuilder(PersonSchema, 'person').where('lower(person.email) = lower(:email)', { email });
