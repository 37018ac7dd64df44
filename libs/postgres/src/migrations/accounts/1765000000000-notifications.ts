import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';

/**
 * Notifications of people, what they want to be told, and when mail about it is due
 * (docs/architecture/adr/0035-mail-about-notifications.md). The defaults mean that nothing is planned yet. `notifications`
 * has no foreign key: the event publisher writes it, and would otherwise wait for the deletion of an account.
 */
export class Notifications1765000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE notifications (
        account_id uuid NOT NULL,
        person_id uuid NOT NULL,
        id uuid NOT NULL,
        kind text NOT NULL,
        is_merged boolean NOT NULL,
        count integer NOT NULL DEFAULT 1,
        item_id uuid,
        subject json NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL,
        read_at timestamptz(3),
        mail_due_at timestamptz(3),
        CONSTRAINT notifications_pkey PRIMARY KEY (account_id, person_id, id)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX notifications_merged ON notifications (account_id, person_id, kind)
      WHERE read_at IS NULL AND is_merged`);
    await runner.query(`
      CREATE INDEX notifications_unread ON notifications (account_id, person_id) WHERE read_at IS NULL`);
    await runner.query(
      `CREATE INDEX notifications_newest ON notifications (account_id, person_id, created_at, id)`,
    );
    await runner.query(`
      CREATE INDEX notifications_item ON notifications (account_id, item_id) WHERE item_id IS NOT NULL`);
    await runner.query(`CREATE INDEX notifications_created_at ON notifications (created_at)`);
    await runner.query(`
      CREATE INDEX notifications_mail_due ON notifications (mail_due_at)
      WHERE mail_due_at IS NOT NULL AND read_at IS NULL`);
    await isolate(runner, ['notifications'], 'publisher', 'ended');
    // `feedback_since`: position of the last event that mail has covered. `feedback_due_at`: for mail at once.
    await runner.query(`
      CREATE TABLE notification_settings (
        account_id uuid NOT NULL,
        person_id uuid NOT NULL,
        new_feedback_in_app boolean NOT NULL,
        new_feedback_mail text NOT NULL,
        new_feedback_view uuid,
        assigned_mail text NOT NULL,
        mentioned_mail text NOT NULL,
        quarantine_mail text NOT NULL,
        time_zone text NOT NULL,
        service_mail text NOT NULL DEFAULT 'immediately',
        feedback_since bigint NOT NULL DEFAULT 0,
        feedback_checked_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        feedback_due_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        digest_due_at timestamptz(3) NOT NULL DEFAULT '-infinity',
        mail_claimed_until timestamptz(3) NOT NULL DEFAULT '-infinity',
        CONSTRAINT notification_settings_pkey PRIMARY KEY (account_id, person_id),
        CONSTRAINT notification_settings_account_id_fkey FOREIGN KEY (account_id)
          REFERENCES accounts (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE INDEX notification_settings_feedback_due ON notification_settings (feedback_due_at)
      WHERE new_feedback_mail = 'immediately'`);
    await runner.query(`
      CREATE INDEX notification_settings_digest_due ON notification_settings (digest_due_at)
      WHERE new_feedback_mail IN ('daily', 'weekly') OR quarantine_mail = 'daily'`);
    await isolate(runner, ['notification_settings'], 'publisher');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE notifications, notification_settings`);
  }
}
