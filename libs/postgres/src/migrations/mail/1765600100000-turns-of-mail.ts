import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Sends links first, and lets accounts take turns (mail.md 3). */
export class TurnsOfMail1765600100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE mail_outbox ADD COLUMN turn_at timestamptz(3) NOT NULL DEFAULT now()`,
    );
    await withoutQueue(runner, `DROP INDEX mail_outbox_due_at_once`);
    await runner.query(`
      CREATE INDEX mail_outbox_due_links ON mail_outbox (due_at, id)
      WHERE status = 'pending' AND kind IN ('password_reset', 'email_confirmation')`);
    const others = `status = 'pending' AND kind NOT IN ('password_reset', 'email_confirmation', 'digest')`;
    await runner.query(`CREATE INDEX mail_outbox_due_others ON mail_outbox (due_at) WHERE ${others}`);
    await runner.query(`CREATE INDEX mail_outbox_turns ON mail_outbox (turn_at, id) WHERE ${others}`);
    await runner.query(
      `CREATE INDEX mail_outbox_account_turns ON mail_outbox (account_id, turn_at) WHERE status = 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX mail_outbox_account_turns, mail_outbox_turns, mail_outbox_due_others`);
    await runner.query(`DROP INDEX mail_outbox_due_links`);
    await runner.query(`
      CREATE INDEX mail_outbox_due_at_once ON mail_outbox (due_at, id)
      WHERE status = 'pending' AND kind <> 'digest'`);
    await runner.query(`ALTER TABLE mail_outbox DROP COLUMN turn_at`);
  }
}
