import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/** Entries of the changelog, and the items that they are about (docs/contract/changelog.md). */
export class Changelog1766050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE changelog_entries (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        title text NOT NULL,
        text text NOT NULL,
        status text NOT NULL,
        published_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT changelog_entries_pkey PRIMARY KEY (account_id, id)
      )`);
    await runner.query(`
      CREATE INDEX changelog_entries_published ON changelog_entries (account_id, published_at, id)
      WHERE status = 'published'`);
    await withoutQueue(
      runner,
      `
      CREATE TABLE changelog_items (
        account_id uuid NOT NULL,
        entry_id uuid NOT NULL,
        item_id uuid NOT NULL,
        position smallint NOT NULL,
        CONSTRAINT changelog_items_pkey PRIMARY KEY (account_id, entry_id, item_id),
        CONSTRAINT changelog_items_entry_fkey FOREIGN KEY (account_id, entry_id)
          REFERENCES changelog_entries (account_id, id) ON DELETE CASCADE,
        CONSTRAINT changelog_items_item_fkey FOREIGN KEY (account_id, item_id)
          REFERENCES feedback (account_id, id) ON DELETE CASCADE
      )`,
    );
    await runner.query('CREATE INDEX changelog_items_item ON changelog_items (account_id, item_id)');
    await isolate(runner, ['changelog_entries', 'changelog_items']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE changelog_items');
    await runner.query('DROP TABLE changelog_entries');
  }
}
