import type { MigrationInterface, QueryRunner } from 'typeorm';
import { showToPublisher } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/**
 * Subscriptions to the changelog, and messages about its entries (docs/contract/changelog.md 10). `told_by_…`: when a
 * message about the status, or about an entry, last told the follower that the item is shipped.
 */
export class ChangelogMail1766110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `
      ALTER TABLE followers ADD COLUMN changelog_at timestamptz(3), ADD COLUMN changelog_asked_at timestamptz(3)`,
    );
    await runner.query(
      'CREATE INDEX followers_changelog ON followers (account_id, id) WHERE changelog_at IS NOT NULL',
    );
    await runner.query(`
      CREATE INDEX followers_changelog_asked ON followers (changelog_asked_at) WHERE changelog_asked_at IS NOT NULL`);
    await showToPublisher(runner, 'followers');
    await withoutQueue(
      runner,
      `
      ALTER TABLE followed_items ADD COLUMN told_by_status_at timestamptz(3), ADD COLUMN told_by_entry_at timestamptz(3)`,
    );
    await withoutQueue(
      runner,
      `
      ALTER TABLE status_messages ALTER COLUMN previous_status DROP NOT NULL, ADD COLUMN entry_id uuid,
        ADD CONSTRAINT status_messages_entry_fkey FOREIGN KEY (account_id, entry_id)
          REFERENCES changelog_entries (account_id, id) ON DELETE SET NULL (entry_id)`,
    );
    await runner.query(`
      CREATE INDEX status_messages_entry ON status_messages (account_id, entry_id, created_at) WHERE entry_id IS NOT NULL`);
    await withoutQueue(runner, 'DROP INDEX status_messages_orphans');
    await runner.query(`
      CREATE INDEX status_messages_orphans ON status_messages (created_at) WHERE feedback_id IS NULL AND entry_id IS NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, 'DROP INDEX status_messages_orphans');
    await runner.query('DELETE FROM status_messages WHERE previous_status IS NULL');
    await withoutQueue(
      runner,
      'ALTER TABLE status_messages DROP COLUMN entry_id, ALTER COLUMN previous_status SET NOT NULL',
    );
    await runner.query(`
      CREATE INDEX status_messages_orphans ON status_messages (created_at) WHERE feedback_id IS NULL`);
    await withoutQueue(
      runner,
      'ALTER TABLE followed_items DROP COLUMN told_by_status_at, DROP COLUMN told_by_entry_at',
    );
    await runner.query('DROP POLICY followers_publisher ON followers');
    await withoutQueue(
      runner,
      'ALTER TABLE followers DROP COLUMN changelog_at, DROP COLUMN changelog_asked_at',
    );
  }
}
