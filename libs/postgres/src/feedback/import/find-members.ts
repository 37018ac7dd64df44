import type { Assignee } from '@libs/feedback';
import type { PoolClient } from 'pg';
import { rowsOf } from '../../connection/array-rows';

/** $2 names. */
const MEMBERS = `
  SELECT person_id, name FROM memberships JOIN people ON people.id = person_id
  WHERE account_id = $1 AND name = ANY ($2::text[])`;

/** Returns the members of the account with one of these names. */
export async function findMembers(
  client: PoolClient,
  accountId: string,
  names: readonly string[],
): Promise<readonly Assignee[]> {
  const { rows } = await client.query<[id: string, name: string]>(rowsOf(MEMBERS, [accountId, names]));
  return rows.map(([id, name]) => ({ id, name }));
}
