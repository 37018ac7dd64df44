import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * When mail about notifications is due (docs/architecture/adr/0035-mail-about-notifications.md). The release before this
 * one doesn't set `mail_due_at`, so notifications that it adds are not mailed. The defaults of the settings mean that
 * nothing is planned yet.
 */
export class NotificationMail1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE notifications ADD COLUMN mail_due_at timestamptz(3)`);
    await runner.query(`
      CREATE INDEX notifications_mail_due ON notifications (mail_due_at)
      WHERE mail_due_at IS NOT NULL AND read_at IS NULL`);
    // `feedback_since`: position of the last event that mail has covered. `feedback_due_at`: for mail at once.
    await withoutQueue(
      runner,
      `ALTER TABLE notification_settings
        ADD COLUMN service_mail text NOT NULL DEFAULT 'immediately',
        ADD COLUMN feedback_since bigint NOT NULL DEFAULT 0,
        ADD COLUMN feedback_checked_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        ADD COLUMN feedback_due_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        ADD COLUMN digest_due_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        ADD COLUMN mail_claimed_until timestamptz(3) NOT NULL DEFAULT '-infinity'`,
    );
    await runner.query(`
      CREATE INDEX notification_settings_feedback_due ON notification_settings (feedback_due_at)
      WHERE new_feedback_mail = 'immediately'`);
    await runner.query(`
      CREATE INDEX notification_settings_digest_due ON notification_settings (digest_due_at)
      WHERE new_feedback_mail IN ('daily', 'weekly') OR quarantine_mail = 'daily'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notification_settings
        DROP COLUMN service_mail, DROP COLUMN feedback_since, DROP COLUMN feedback_checked_at,
        DROP COLUMN feedback_due_at, DROP COLUMN digest_due_at, DROP COLUMN mail_claimed_until`);
    await runner.query(`ALTER TABLE notifications DROP COLUMN mail_due_at`);
  }
}
