import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which email addresses were confirmed (mail.md 8). People of earlier releases keep getting mail. */
export class ConfirmedAddresses1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE people ADD COLUMN email_confirmed_at timestamptz(3)`);
    await runner.query(`UPDATE people SET email_confirmed_at = created_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE people DROP COLUMN email_confirmed_at`);
  }
}
