import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Whether the dashboard offers to tell followers of a new status (status-messages.md 6). */
export class StatusMessagesSetting1766030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE accounts ADD COLUMN status_messages text NOT NULL DEFAULT 'ask'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE accounts DROP COLUMN status_messages');
  }
}
