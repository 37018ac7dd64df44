import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Finds messages that must not wait for thousands of digests (docs/architecture/adr/0033-mail.md). */
export class MailBeforeDigests1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `CREATE INDEX mail_outbox_due_at_once ON mail_outbox (due_at, id)
       WHERE status = 'pending' AND kind <> 'digest'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX mail_outbox_due_at_once`);
  }
}
