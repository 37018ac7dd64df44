import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/** Votes with an address that wait for its confirmation (docs/contract/votes.md). */
export class WaitingVotes1766020000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      `
      CREATE TABLE waiting_votes (
        account_id uuid NOT NULL,
        follower_id uuid NOT NULL,
        item_id uuid NOT NULL,
        name varchar(100),
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT waiting_votes_pkey PRIMARY KEY (account_id, follower_id, item_id),
        CONSTRAINT waiting_votes_follower_fkey FOREIGN KEY (account_id, follower_id)
          REFERENCES followers (account_id, id) ON DELETE CASCADE,
        CONSTRAINT waiting_votes_item_fkey FOREIGN KEY (account_id, item_id)
          REFERENCES feedback (account_id, id) ON DELETE CASCADE
      )`,
    );
    await runner.query('CREATE INDEX waiting_votes_item ON waiting_votes (account_id, item_id)');
    await runner.query('CREATE INDEX waiting_votes_ended ON waiting_votes (created_at)');
    await isolate(runner, ['waiting_votes'], 'publisher');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE waiting_votes');
  }
}
