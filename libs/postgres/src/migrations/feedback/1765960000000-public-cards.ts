import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Public cards of items (public.md 1): null for an item without one. */
export class PublicCards1765960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      'ALTER TABLE feedback ADD COLUMN public jsonb, ADD COLUMN public_ended_at timestamptz(3)',
    );
    await withoutQueue(
      runner,
      'CREATE INDEX feedback_account_public ON feedback (account_id, status, id) WHERE public IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE feedback DROP COLUMN public, DROP COLUMN public_ended_at');
  }
}
