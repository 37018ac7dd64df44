import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Finds out whether a message of the same topic is still waiting (notifications.md 6). */
export class TopicsOfMail1765750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE mail_outbox ADD COLUMN topic text`);
    await runner.query(`
      CREATE INDEX mail_outbox_topics ON mail_outbox (topic) WHERE status = 'pending' AND topic IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE mail_outbox DROP COLUMN topic`);
  }
}
