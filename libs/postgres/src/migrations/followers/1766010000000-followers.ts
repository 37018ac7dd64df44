import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/** Addresses that follow items without an account (docs/contract/following.md). */
export class Followers1766010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE followers (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        email varchar(254) NOT NULL,
        language text,
        confirmed_at timestamptz(3),
        no_mail_at timestamptz(3),
        generation text NOT NULL,
        messages timestamptz(3)[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT followers_pkey PRIMARY KEY (account_id, id),
        CONSTRAINT followers_email UNIQUE (account_id, email)
      )`);
    await withoutQueue(
      runner,
      `
      CREATE TABLE followed_items (
        account_id uuid NOT NULL,
        follower_id uuid NOT NULL,
        item_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL,
        stopped_at timestamptz(3),
        CONSTRAINT followed_items_pkey PRIMARY KEY (account_id, follower_id, item_id),
        CONSTRAINT followed_items_follower_fkey FOREIGN KEY (account_id, follower_id)
          REFERENCES followers (account_id, id) ON DELETE CASCADE,
        CONSTRAINT followed_items_item_fkey FOREIGN KEY (account_id, item_id)
          REFERENCES feedback (account_id, id) ON DELETE CASCADE
      )`,
    );
    await runner.query(
      'CREATE INDEX followed_items_item ON followed_items (account_id, item_id, follower_id)',
    );
    await isolate(runner, ['followers', 'followed_items']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE followed_items');
    await runner.query('DROP TABLE followers');
  }
}
