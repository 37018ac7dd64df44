import { randomUUID } from 'node:crypto';
import { digestOf, newToken } from '@libs/accounts';
import type { Role } from '@libs/kernel';
import type { Client } from './client';
import { Dashboard } from './dashboard';
import type { Service } from './service';

/**
 * Adds a new person with this role to an account, and signs in, without hashing a password.
 * @param personId an existing person
 */
export async function memberOf(
  service: Service,
  client: Client,
  { accountId, role, personId }: { accountId: string; role: Role; personId?: string },
): Promise<Dashboard & { personId: string; email: string }> {
  const id = personId ?? randomUUID();
  const email = `${role}-${id}@example.com`;
  const query = (sql: string, ...values: unknown[]) => service.dataSource.query(sql, values);
  if (!personId)
    await query(`INSERT INTO people VALUES ($1, $2, $3, 'none', now())`, id, email, `The ${role}`);
  await query(`INSERT INTO memberships VALUES ($1, $2, $3, now())`, accountId, id, role);
  const dashboard = new Dashboard(client);
  await signInWithoutPassword(service, dashboard, accountId, id);
  return Object.assign(dashboard, { personId: id, email });
}

/** Returns a function that calls `memberOf` for the account at the time of the call. */
export const addMembersTo =
  (service: Service, client: Client, account: () => { readonly id: string }) =>
  (role: Role, personId?: string) =>
    memberOf(service, client, { accountId: account().id, role, personId });

/** Creates a session, and its cookie. */
export async function signInWithoutPassword(
  service: Service,
  dashboard: Dashboard,
  accountId: string,
  personId: string,
): Promise<void> {
  const token = newToken();
  await service.dataSource.query(
    `INSERT INTO sessions (id, account_id, person_id, digest, created_at, last_seen_at)
     VALUES ($1, $2, $3, $4, now(), now())`,
    [randomUUID(), accountId, personId, digestOf(token)],
  );
  dashboard.cookie = `session=${token}`;
}

/** Makes a person a member again, and signs in. */
export async function rejoin(
  service: Service,
  member: Dashboard & { personId: string },
  { accountId, role }: { accountId: string; role: Role },
): Promise<void> {
  await service.dataSource.query(`INSERT INTO memberships VALUES ($1, $2, $3, now())`, [
    accountId,
    member.personId,
    role,
  ]);
  await signInWithoutPassword(service, member, accountId, member.personId);
}
