import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Writes add to the search index's pending list, which the service empties (docs/architecture/adr/0012-search.md). */
export class PendingSearchEntries1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A write beyond the limit (in kB) would empty the list itself, also for other accounts. The service never lets it
    // get that long.
    await withoutQueue(
      runner,
      `ALTER INDEX feedback_search_text SET (fastupdate = on, gin_pending_list_limit = 1048576)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER INDEX feedback_search_text SET (fastupdate = off)`);
    await runner.query(`ALTER INDEX feedback_search_text RESET (gin_pending_list_limit)`);
    await runner.query(`SELECT gin_clean_pending_list('feedback_search_text')`);
  }
}

const ATTEMPTS = 30;
const PAUSE_MS = 2_000;

/**
 * Runs a statement that needs the index alone. A long search, such as an export, holds the index, and every statement
 * after this one would wait behind it. So waits for a second at a time.
 */
async function withoutQueue(runner: QueryRunner, sql: string): Promise<void> {
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
