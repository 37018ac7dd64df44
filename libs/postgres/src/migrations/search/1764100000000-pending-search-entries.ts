import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

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
