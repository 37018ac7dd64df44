import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';

/** Addresses that accounts no longer send messages to (mail.md 9). `digest`: a keyed MAC. */
export class MailSuppressions1766000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_suppressions (
        account_id uuid NOT NULL,
        digest varchar(22) NOT NULL,
        at timestamptz(3) NOT NULL,
        reason text NOT NULL,
        CONSTRAINT mail_suppressions_pkey PRIMARY KEY (account_id, digest),
        CONSTRAINT mail_suppressions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id) ON DELETE CASCADE
      )`);
    await isolate(runner, ['mail_suppressions']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mail_suppressions');
  }
}
