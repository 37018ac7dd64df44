import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * Whether visitors can vote (docs/contract/public.md 2), whether the form sends receipts, and whether the dashboard offers to
 * tell followers of a new status (docs/contract/form.md 7). Apart from the tables of votes and followers, so that no
 * transaction locks two tables.
 */
export class SettingsOfMessagesAndVotes1766030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE accounts
        ADD COLUMN public_votes boolean NOT NULL DEFAULT false,
        ADD COLUMN form_receipts boolean NOT NULL DEFAULT true,
        ADD COLUMN status_messages text NOT NULL DEFAULT 'ask'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE accounts
        DROP COLUMN public_votes,
        DROP COLUMN form_receipts,
        DROP COLUMN status_messages`,
    );
  }
}
