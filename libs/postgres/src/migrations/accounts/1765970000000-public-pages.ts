import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Settings of an account's public pages (public.md 2). */
export class PublicPages1765970000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE accounts
        ADD COLUMN roadmap_open boolean NOT NULL DEFAULT false,
        ADD COLUMN roadmap_statuses text[] NOT NULL DEFAULT '{planned,building,shipped}',
        ADD COLUMN public_counts text NOT NULL DEFAULT 'confirmed',
        ADD COLUMN public_search_engines boolean NOT NULL DEFAULT false,
        ADD COLUMN public_introduction varchar(1000)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `ALTER TABLE accounts DROP COLUMN roadmap_open, DROP COLUMN roadmap_statuses, DROP COLUMN public_counts,
        DROP COLUMN public_search_engines, DROP COLUMN public_introduction`,
    );
  }
}
