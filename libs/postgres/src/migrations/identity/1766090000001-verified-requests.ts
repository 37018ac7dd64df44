import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/**
 * Whether identity tokens confirmed requests (docs/contract/identity.md 5). Apart from items, so that no transaction locks
 * two tables.
 */
export class VerifiedRequests1766090000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      'ALTER TABLE feedback_requests ADD COLUMN verified boolean NOT NULL DEFAULT false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE feedback_requests DROP COLUMN verified');
  }
}
