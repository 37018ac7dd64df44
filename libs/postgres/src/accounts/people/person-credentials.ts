import type { Person } from '@libs/accounts';
import { isUuid } from '@libs/kernel';
import type { EntityManager } from 'typeorm';
import { PersonSchema } from './person.schema';

/** The statements that read and change how a person signs in. */

/** Locks the person until the end of the transaction. */
export async function lockPerson(manager: EntityManager, id: string): Promise<Person | null> {
  const lock = { mode: 'pessimistic_write' } as const;
  return isUuid(id) ? manager.findOne(PersonSchema, { where: { id }, lock }) : null;
}

/** Links that the person got before become invalid. */
export async function changeCredentials(
  manager: EntityManager,
  personId: string,
  change: Partial<Pick<Person, 'passwordHash' | 'email' | 'emailConfirmedAt'>>,
): Promise<void> {
  await manager.update(PersonSchema, { id: personId }, change);
  await deleteLinks(manager, personId);
}

export async function deleteLinks(manager: EntityManager, personId: string): Promise<void> {
  await manager.query(`DELETE FROM password_resets WHERE person_id = $1`, [personId]);
  await manager.query(`DELETE FROM email_changes WHERE person_id = $1`, [personId]);
}
