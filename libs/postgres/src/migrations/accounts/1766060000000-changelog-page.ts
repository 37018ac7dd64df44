import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Whether an account has a public changelog (docs/contract/public.md 2). */
export class ChangelogPage1766060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      'ALTER TABLE accounts ADD COLUMN changelog_open boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE accounts DROP COLUMN changelog_open');
  }
}
