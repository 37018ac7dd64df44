import type { Owner, OwnerOfAccount } from '@libs/accounts';
import type { EntityManager } from 'typeorm';
import { AccountSchema } from './account.schema';
import { OwnerSchema } from './owner.schema';

/** The statements that read and change how a person signs in. Links that the person got before become invalid. */

/** Locks the person until the end of the transaction. */
export async function lockPerson(
  manager: EntityManager,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
): Promise<OwnerOfAccount | null> {
  const lock = { mode: 'pessimistic_write' } as const;
  const owner = await manager.findOne(OwnerSchema, { where: { id: personId, accountId }, lock });
  const account = owner && (await manager.findOneBy(AccountSchema, { id: accountId }));
  return account && { account, owner };
}

export async function changeCredentials(
  manager: EntityManager,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
  change: Partial<Pick<Owner, 'passwordHash' | 'email'>>,
): Promise<boolean> {
  const { affected } = await manager.update(OwnerSchema, { id: personId, accountId }, change);
  return affected === 1;
}

export async function deleteLinks(manager: EntityManager, personId: string): Promise<void> {
  await manager.query(`DELETE FROM password_resets WHERE person_id = $1`, [personId]);
  await manager.query(`DELETE FROM email_changes WHERE person_id = $1`, [personId]);
}
