import { isSameName, nameTaken } from '@libs/accounts';
import type { EntityManager } from 'typeorm';
import { lockAccounts } from '../account-lock';

const LOCK_NAME = 'SELECT name FROM people WHERE id = $1 FOR NO KEY UPDATE';
const ACCOUNTS = 'SELECT account_id AS id FROM memberships WHERE person_id = $1';
const OTHER_NAMES = `
  SELECT DISTINCT name FROM people JOIN memberships ON person_id = id
  WHERE account_id = ANY ($1::uuid[]) AND person_id <> $2`;

/**
 * Returns the name of a person; null if there is none. New names and new memberships of the person wait for the
 * transaction, so it calls this before it locks accounts.
 */
export async function lockName(manager: EntityManager, personId: string): Promise<string | null> {
  const [row] = await manager.query<{ name: string }[]>(LOCK_NAME, [personId]);
  return row?.name ?? null;
}

export async function accountsOf(manager: EntityManager, personId: string): Promise<string[]> {
  return (await manager.query<{ id: string }[]>(ACCOUNTS, [personId])).map(({ id }) => id);
}

/**
 * Returns whether someone else in these accounts has the name (team.md 1). Locks the accounts, so that new members and
 * new names wait for the transaction.
 */
export async function isNameTaken(
  manager: EntityManager,
  accountIds: readonly string[],
  personId: string,
  name: string,
): Promise<boolean> {
  await lockAccounts(manager, accountIds);
  const others = await manager.query<{ name: string }[]>(OTHER_NAMES, [accountIds, personId]);
  return others.some((other) => isSameName(other.name, name));
}

/** An unchanged name is not checked. @throws DomainError `conflict` `name_taken` */
export async function requireFreeName(manager: EntityManager, personId: string, name: string): Promise<void> {
  const current = await lockName(manager, personId);
  if (current === null || current === name) return;
  const accountIds = await accountsOf(manager, personId);
  if (await isNameTaken(manager, accountIds, personId, name)) throw nameTaken('name');
}
