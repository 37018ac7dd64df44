import { assertRole } from '@libs/accounts';
import type { Requester, Role, SecurityEvent } from '@libs/kernel';
import type { QueryConfig } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { setScope, textOf } from '../connection/scoped-query';

export const COLUMNS = 'account_id, id, type, created_at, actor, ip_address, subject_id, subject_name';

/** The values of `COLUMNS`. */
export const valuesOf = ({ accountId, id, type, createdAt, by, subject }: SecurityEvent): unknown[] => [
  accountId,
  id,
  type,
  createdAt,
  textOf(by),
  by.ip ?? null,
  subject.id ?? null,
  subject.name ?? null,
];

/** Returns the lowest UUIDv7 after a time. IDs are precise to the millisecond. */
export function lowestIdAfter(time: Date): string {
  const hex = (time.getTime() + 1).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Adds an event to the security log. For a transaction whose scope is set to the account. */
export const insertEvent = (event: SecurityEvent): QueryConfig => ({
  text: `INSERT INTO security_events (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: valuesOf(event),
});

/**
 * Reads the role ($1 account, $2 person). A change of it, and the end of the membership, wait for the transaction. The
 * account is locked first, as its deletion does. A transaction that locks it for more does so before this, as changes of
 * roles do.
 */
const LOCK_ROLE = `
  WITH account AS MATERIALIZED (SELECT id FROM accounts WHERE id = $1 FOR KEY SHARE)
  SELECT role FROM memberships JOIN account ON account_id = account.id WHERE person_id = $2 FOR SHARE OF memberships`;

/** A transaction: an `EntityManager`, which returns rows, or a client of `pg`. */
interface Transaction {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/**
 * Checks, in a transaction, that the member who makes a change still has the role for it (team.md 2). Does nothing for
 * others.
 * @throws DomainError as `assertRole`
 */
export async function requireRole(
  transaction: Transaction,
  accountId: string,
  by: Requester | undefined,
): Promise<void> {
  if (by?.leastRole === undefined) return;
  const found: unknown = await transaction.query(LOCK_ROLE, [accountId, by.id]);
  const rows = (Array.isArray(found) ? found : (found as { rows: unknown[] }).rows) as { role: Role }[];
  assertRole(by, rows[0]?.role);
}

/**
 * Adds an event to the security log, in the transaction of its change.
 * @throws DomainError as `assertRole`, if the member who makes the change has lost the role for it
 */
export async function recordEvent(
  transaction: Transaction,
  event: SecurityEvent | null | undefined,
): Promise<void> {
  if (!event) return;
  await requireRole(transaction, event.accountId, event.by);
  await addEvent(transaction, event);
}

/** As `recordEvent`, after `requireRole` for the same member, so that the role is not locked again. */
export async function addEvent(
  transaction: Transaction,
  event: SecurityEvent | null | undefined,
): Promise<void> {
  if (!event) return;
  for (const { text, values } of [setScope(event.accountId), insertEvent(event)]) {
    await transaction.query(text, values as unknown[]);
  }
}

/** Runs a change and records its event in one transaction. If the change returns false, records nothing. */
export function recorded(
  dataSource: DataSource,
  event: SecurityEvent | undefined,
  change: (manager: EntityManager) => Promise<boolean>,
): Promise<boolean> {
  if (!event) return change(dataSource.manager);
  return dataSource.transaction(async (manager) => {
    const isDone = await change(manager);
    if (isDone) await recordEvent(manager, event);
    return isDone;
  });
}
