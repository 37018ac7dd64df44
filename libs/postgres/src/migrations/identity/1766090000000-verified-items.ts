import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Whether items were submitted with an identity token (docs/contract/identity.md 5). */
export class VerifiedItems1766090000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE feedback ADD COLUMN verified boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE feedback DROP COLUMN verified');
  }
}
