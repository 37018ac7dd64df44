import type { MigrationInterface, QueryRunner } from 'typeorm';
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
    await added(runner);
    await changed(runner);
    await removed(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE feedback_search DETACH PARTITION feedback_search_indexed`);
    await runner.query(`
      INSERT INTO feedback_search_indexed (account_id, id, text, submitter_email)
      SELECT account_id, id, text, submitter_email FROM feedback_search_newest`);
    await runner.query(`DROP TABLE feedback_search, search_index_queue`);
    await runner.query(`ALTER TABLE feedback_search_indexed RENAME TO feedback_search`);
    await runner.query(`ALTER TABLE feedback_search DROP COLUMN is_indexed`);
    await trigger(
      runner,
      'added',
      `INSERT INTO feedback_search (account_id, id, text, submitter_email) SELECT ${rowOf('added')} FROM added;`,
    );
    await trigger(
      runner,
      'changed',
      `UPDATE feedback_search SET text = ${textOf('NEW')}, submitter_email = lower(NEW.submitter_email)
       WHERE account_id = NEW.account_id AND id = NEW.id;`,
    );
    await trigger(
      runner,
      'removed',
      `DELETE FROM feedback_search WHERE account_id = OLD.account_id AND id = OLD.id;`,
    );
  }
}

const textOf = (row: string) =>
  `lower(${row}.title || E'\\n' || coalesce(${row}.description, '') || E'\\x1f' || coalesce(${row}.submitter_email, ''))`;
const rowOf = (row: string) => `${row}.account_id, ${row}.id, ${textOf(row)}, lower(${row}.submitter_email)`;

const trigger = (runner: QueryRunner, event: string, body: string, declarations = '') =>
  runner.query(`
    CREATE OR REPLACE FUNCTION feedback_search_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
    ${declarations}
    BEGIN
      ${body}
      RETURN NULL;
    END $$`);

/** Imports and seeds write to the index themselves, and so does a statement with this number of rows. */
const BULK = 100;
const IS_BULK = `current_setting('app.actor', true) = 'none' OR entries >= ${BULK}`;
/** One in this number of new entries queues its account. */
const SAMPLE = 200;

/** The queue has no unique account: a long transaction, such as an import, must not delay other writes of the account. */
const added = (runner: QueryRunner) =>
  trigger(
    runner,
    'added',
    `entries := (SELECT count(*) FROM added);
     IF ${IS_BULK} THEN
       INSERT INTO feedback_search_indexed (account_id, id, text, submitter_email) SELECT ${rowOf('added')} FROM added;
     ELSE
       INSERT INTO feedback_search_newest (account_id, id, text, submitter_email) SELECT ${rowOf('added')} FROM added;
       IF random() * ${SAMPLE} < entries THEN
         INSERT INTO search_index_queue (account_id) SELECT DISTINCT added.account_id FROM added;
       END IF;
     END IF;`,
    'DECLARE entries integer;',
  );

/** The second statement also finds an entry that was moved while the first one waited for it. */
const changed = (runner: QueryRunner) =>
  trigger(
    runner,
    'changed',
    `UPDATE feedback_search_newest SET text = ${textOf('NEW')}, submitter_email = lower(NEW.submitter_email)
     WHERE account_id = NEW.account_id AND id = NEW.id;
     IF NOT FOUND THEN
       DELETE FROM feedback_search_indexed WHERE account_id = NEW.account_id AND id = NEW.id;
       INSERT INTO feedback_search_newest (account_id, id, text, submitter_email) VALUES (${rowOf('NEW')});
       IF random() * ${SAMPLE} < 1 THEN
         INSERT INTO search_index_queue (account_id) VALUES (NEW.account_id);
       END IF;
     END IF;`,
  );

const removed = (runner: QueryRunner) =>
  trigger(
    runner,
    'removed',
    `DELETE FROM feedback_search_newest WHERE account_id = OLD.account_id AND id = OLD.id;
     IF NOT FOUND THEN
       DELETE FROM feedback_search_indexed WHERE account_id = OLD.account_id AND id = OLD.id;
     END IF;`,
  );
