import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Where submissions in quarantine were written (items.md 14). Apart from items, so that no transaction locks two tables. */
export class QuarantinedContext1766070000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE quarantined_feedback ADD COLUMN context jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE quarantined_feedback DROP COLUMN context');
  }
}
