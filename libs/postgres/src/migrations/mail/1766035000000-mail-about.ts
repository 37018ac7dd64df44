import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Which message about status a message of the outbox belongs to (docs/contract/status-messages.md). */
export class MailAbout1766035000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE mail_outbox ADD COLUMN about uuid');
    await runner.query(
      'CREATE INDEX mail_outbox_about ON mail_outbox (about, status) WHERE about IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE mail_outbox DROP COLUMN about');
  }
}
