import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

const ATTEMPTS = 30;
const PAUSE_MS = 2_000;

/**
 * Runs a statement that needs an index or a table alone. A long export or import holds it, and every statement after
 * this one would wait behind it. So waits for a second at a time.
 */
export async function withoutQueue(runner: QueryRunner, sql: string): Promise<void> {
  await runner.query(`SET LOCAL lock_timeout = '1s'`);
  for (let attempt = 1; ; attempt++) {
    await runner.query('SAVEPOINT attempt');
    try {
      await runner.query(sql);
      return void (await runner.query('SET LOCAL lock_timeout = 0'));
    } catch (error) {
      const isLocked = ((error as { driverError?: { code?: string } }).driverError?.code ?? '') === '55P03';
      if (!isLocked || attempt === ATTEMPTS) throw error;
      await runner.query('ROLLBACK TO SAVEPOINT attempt');
      await sleep(PAUSE_MS);
    }
  }
}
