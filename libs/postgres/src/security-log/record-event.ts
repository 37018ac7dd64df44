import type { SecurityEvent } from '@libs/kernel';
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

/** Adds an event to the security log. For a transaction whose scope is set to the account. */
export const insertEvent = (event: SecurityEvent): QueryConfig => ({
  text: `INSERT INTO security_events (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: valuesOf(event),
});

/** Adds an event to the security log, in the transaction of the manager. */
export async function recordEvent(manager: EntityManager, event: SecurityEvent | undefined): Promise<void> {
  if (!event) return;
  for (const { text, values } of [setScope(event.accountId), insertEvent(event)]) {
    await manager.query(text, values as unknown[]);
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
