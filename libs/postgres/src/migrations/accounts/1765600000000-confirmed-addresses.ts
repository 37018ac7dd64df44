import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * Which email addresses were confirmed (mail.md 8). People of earlier releases keep getting mail, also those who join
 * while an instance of one still runs.
 */
export class ConfirmedAddresses1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE people ADD COLUMN email_confirmed_at timestamptz(3) DEFAULT now()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE people DROP COLUMN email_confirmed_at`);
  }
}
