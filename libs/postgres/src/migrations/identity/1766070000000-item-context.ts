import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Where items were written (items.md 14): null if nothing is known. */
export class ItemContext1766070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE feedback ADD COLUMN context jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'ALTER TABLE feedback DROP COLUMN context');
  }
}
