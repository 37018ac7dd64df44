import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * Finds deletions among all events (lists.md 10). It has an entry for each deletion only. Its creation reads all events,
 * while none are published.
 */
export class IndexOfDeletions1765850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `CREATE INDEX events_deleted ON events (account_id, position) WHERE type = 'feedback.deleted'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX events_deleted`);
  }
}
