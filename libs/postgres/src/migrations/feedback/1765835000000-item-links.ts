import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Links of items (items.md 13): null for an item without any. */
export class ItemLinks1765835000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE feedback ADD COLUMN links jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feedback DROP COLUMN links');
  }
}
