import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

const WAITING = `
  SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until so many statements wait for locks, or `hasEnded` is true. */
export async function untilStatementsWait(
  dataSource: DataSource,
  count = 1,
  hasEnded = () => false,
): Promise<void> {
  const areWaiting = async () => (await dataSource.query<{ count: number }[]>(WAITING))[0]!.count >= count;
  await until(async () => hasEnded() || (await areWaiting()));
}

/** Waits until the condition is true, without a time limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await nextTurn();
}
