import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Whether the form accepts only submissions with an identity token (docs/contract/identity.md 7). */
export class RequiredIdentity1766100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      'ALTER TABLE accounts ADD COLUMN form_require_identity boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE accounts DROP COLUMN form_require_identity');
  }
}
