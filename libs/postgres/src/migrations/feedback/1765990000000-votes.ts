import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ITEM_FUNCTIONS, VOTE_FUNCTIONS, VOTE_TRIGGERS } from '../../schema/functions';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/**
 * Votes for public cards (docs/contract/votes.md). `voter` and `source` are keyed hashes of networks, null when they are
 * too old to be compared; `voted_at` is a full hour.
 */
export class Votes1765990000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(
      runner,
      'ALTER TABLE feedback ADD COLUMN unconfirmed_votes integer NOT NULL DEFAULT 0',
    );
    await runner.query(`
      CREATE TABLE feedback_votes (
        account_id uuid NOT NULL,
        feedback_id uuid NOT NULL,
        id uuid NOT NULL,
        voter text,
        source text,
        voted_at timestamptz(3) NOT NULL,
        CONSTRAINT feedback_votes_pkey PRIMARY KEY (account_id, feedback_id, id)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX feedback_votes_voter ON feedback_votes (account_id, feedback_id, voter)
      WHERE voter IS NOT NULL`);
    await runner.query(`
      CREATE INDEX feedback_votes_source ON feedback_votes (account_id, source, voted_at) WHERE source IS NOT NULL`);
    await runner.query(`
      CREATE INDEX feedback_votes_forgotten ON feedback_votes (voted_at) WHERE voter IS NOT NULL`);
    await isolate(runner, ['feedback_votes'], 'publisher');
    for (const definition of [...ITEM_FUNCTIONS, ...VOTE_FUNCTIONS]) await runner.query(definition);
    for (const trigger of VOTE_TRIGGERS) await runner.query(`CREATE TRIGGER ${trigger}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE feedback_votes');
    await runner.query('DROP FUNCTION votes_counted');
    await runner.query('ALTER TABLE feedback DROP COLUMN unconfirmed_votes');
  }
}
