import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A setting lets one transaction delete the old notifications of every account, as for the security log. */
const HAS_ENDED = `created_at < nullif(current_setting('app.ended_at', true), '')::timestamptz`;
const IS_ACCOUNT = `account_id = nullif(current_setting('app.account_id', true), '')::uuid`;
const IS_PUBLISHER = `current_setting('app.publishes', true) = 'on'`;

/**
 * Notifications of people, and what they want to be told. `notifications` has no foreign key: the event publisher writes
 * it, and would otherwise wait for the deletion of an account.
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
        CONSTRAINT notification_settings_pkey PRIMARY KEY (account_id, person_id),
        CONSTRAINT notification_settings_account_id_fkey FOREIGN KEY (account_id)
          REFERENCES accounts (id) ON DELETE CASCADE
      )`);
    for (const table of ['notifications', 'notification_settings']) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY ${table}_account ON ${table} USING (${IS_ACCOUNT})`);
      // The event publisher writes the notifications of events, for all accounts.
      await runner.query(`CREATE POLICY ${table}_publisher ON ${table} USING (${IS_PUBLISHER})`);
    }
    await runner.query(`
      CREATE POLICY notifications_ended ON notifications USING (${HAS_ENDED}) WITH CHECK (false)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE notifications, notification_settings`);
  }
}
