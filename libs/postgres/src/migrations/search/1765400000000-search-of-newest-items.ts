import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TEXT_FUNCTIONS } from '../../schema/functions';
import { withoutQueue } from '../without-queue';

/**
 * Splits the search table: the newest entries of an account are in a partition without an index of words, because a
 * search can read them all (docs/architecture/adr/0012-search.md). The previous release works on both partitions.
 */
export class SearchOfNewestItems1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Keeps the rows and their indexes. The default is constant, so the table isn't rewritten.
    await withoutQueue(
      runner,
      `ALTER TABLE feedback_search ADD COLUMN is_indexed boolean NOT NULL DEFAULT true`,
    );
    await runner.query(`ALTER TABLE feedback_search RENAME TO feedback_search_indexed`);
    await runner.query(`
      CREATE TABLE feedback_search (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        text text NOT NULL,
        submitter_email character varying(254),
        is_indexed boolean NOT NULL DEFAULT false
      ) PARTITION BY LIST (is_indexed)`);
    await runner.query(
      `ALTER TABLE feedback_search ATTACH PARTITION feedback_search_indexed FOR VALUES IN (true)`,
    );
    await runner.query(`
      CREATE TABLE feedback_search_newest PARTITION OF feedback_search (
        CONSTRAINT feedback_search_newest_pkey PRIMARY KEY (account_id, id)
      ) FOR VALUES IN (false)`);
    await runner.query(`
      CREATE TABLE search_index_queue (
        id bigint GENERATED ALWAYS AS IDENTITY,
        account_id uuid NOT NULL,
        CONSTRAINT search_index_queue_pkey PRIMARY KEY (id)
      )`);
    for (const definition of TEXT_FUNCTIONS) await runner.query(definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION searched_text, without_accents, folded`);
    await runner.query(`ALTER TABLE feedback_search DETACH PARTITION feedback_search_indexed`);
    await runner.query(`
      INSERT INTO feedback_search_indexed (account_id, id, text, submitter_email)
      SELECT account_id, id, text, submitter_email FROM feedback_search_newest`);
    await runner.query(`DROP TABLE feedback_search, search_index_queue`);
    await runner.query(`ALTER TABLE feedback_search_indexed RENAME TO feedback_search`);
    await runner.query(`ALTER TABLE feedback_search DROP COLUMN is_indexed`);
  }
}
