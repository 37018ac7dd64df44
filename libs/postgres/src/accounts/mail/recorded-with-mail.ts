import type { Effects } from '@libs/accounts';
import type { DataSource, EntityManager } from 'typeorm';
import { recordEvent } from '../../security-log/record-event';
import { queueMail } from './queue-mail';

/** Runs a change and stores its effects in one transaction. If the change returns false, stores nothing. */
export function recordedWithMail(
  dataSource: DataSource,
  { events = [], mail = [] }: Effects,
  change: (manager: EntityManager) => Promise<boolean>,
): Promise<boolean> {
  if (events.length === 0 && mail.length === 0) return change(dataSource.manager);
  return dataSource.transaction(async (manager) => {
    if (!(await change(manager))) return false;
    await recordEffects(manager, { events, mail });
    return true;
  });
}

/** Stores effects in the transaction of the manager. */
export async function recordEffects(manager: EntityManager, { events = [], mail }: Effects): Promise<void> {
  for (const event of events) await recordEvent(manager, event);
  await queueMail(manager, mail);
}
