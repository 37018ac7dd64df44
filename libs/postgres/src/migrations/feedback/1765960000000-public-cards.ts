import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEM_FUNCTIONS } from '../../schema/functions';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/** Public cards of items: null for an item without one (public.md 1). Their statuses while they are public (public.md 4). */
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
    await runner.query(`
      CREATE TABLE public_moves (
        account_id uuid NOT NULL,
        item_id uuid NOT NULL,
        at timestamptz(3) NOT NULL,
        status text NOT NULL,
        CONSTRAINT public_moves_pkey PRIMARY KEY (account_id, item_id, at)
      )`);
    await runner.query('CREATE INDEX public_moves_account_at ON public_moves (account_id, at)');
    await isolate(runner, ['public_moves']);
    for (const definition of ITEM_FUNCTIONS) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE public_moves');
    await runner.query('ALTER TABLE feedback DROP COLUMN public, DROP COLUMN public_ended_at');
  }
}
