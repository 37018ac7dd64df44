import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNT_ID, current, PUBLISHES } from '../../connection/settings';
import { isolate } from '../row-level-security';
import { withoutQueue } from '../without-queue';

/**
 * Tags, assignees, duplicates, notes, views, and the history of items (docs/architecture/adr/0028-tags.md,
 * 0029-history.md, 0030-insights.md, 0031-duplicates.md).
 */
export class Triage1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner);
    await addTags(runner);
    await addHistory(runner);
    await addNotes(runner);
    await addViews(runner);
    await isolate(runner, ['tags', 'feedback_tags', 'views']);
    await isolate(runner, ['feedback_notes'], 'publisher');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE views, feedback_notes, feedback_history, feedback_tags, tags`);
    await runner.query(`
      ALTER TABLE feedback DROP COLUMN tags, DROP COLUMN merged_into, DROP COLUMN merged_via,
        DROP COLUMN duplicate_count, DROP COLUMN request_count, DROP COLUMN assignee`);
  }
}

/** Constant defaults don't rewrite the table. Partial indexes cost nothing for items without the value. */
async function addColumns(runner: QueryRunner): Promise<void> {
  await withoutQueue(
    runner,
    `ALTER TABLE feedback
       ADD COLUMN tags uuid[],
       ADD COLUMN merged_into uuid,
       ADD COLUMN merged_via uuid,
       ADD COLUMN duplicate_count integer NOT NULL DEFAULT 0,
       ADD COLUMN request_count integer NOT NULL DEFAULT 1,
       ADD COLUMN assignee uuid`,
  );
  await runner.query(
    `CREATE INDEX feedback_account_merged ON feedback (account_id, merged_into) WHERE merged_into IS NOT NULL`,
  );
  await runner.query(`
    CREATE INDEX feedback_account_duplicate ON feedback (account_id, id) INCLUDE (status, source)
    WHERE merged_into IS NOT NULL`);
  await runner.query(`CREATE INDEX feedback_account_requests ON feedback (account_id, request_count, id)`);
  await runner.query(`
    CREATE INDEX feedback_account_assignee ON feedback (account_id, assignee, id) WHERE assignee IS NOT NULL`);
}

/** The tags of an item are IDs in its row. */
async function addTags(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE tags (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      name varchar(40) NOT NULL,
      key text COLLATE "C" NOT NULL,
      color text NOT NULL,
      CONSTRAINT tags_pkey PRIMARY KEY (account_id, id)
    )`);
  await runner.query(`CREATE UNIQUE INDEX tags_account_key ON tags (account_id, key)`);
  await runner.query(`
    CREATE TABLE feedback_tags (
      account_id uuid NOT NULL,
      tag_id uuid NOT NULL,
      id uuid NOT NULL,
      status text NOT NULL,
      CONSTRAINT feedback_tags_pkey PRIMARY KEY (account_id, tag_id, id)
    )`);
  await runner.query(`CREATE INDEX feedback_tags_status ON feedback_tags (account_id, tag_id, status, id)`);
}

/**
 * The changes of items, for as long as the items exist (history.md 1). `position` is that of the first event of the change,
 * `version` that of the item after it. `status_from` and `status_to` are null unless the status changed; `changes` has the
 * other fields: `{"title": {"from": …, "to": …}}`. `is_first` marks the first change of the status of an item, if its
 * history is complete. `age_seconds` are those since the creation of the item.
 */
async function addHistory(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE feedback_history (
      account_id uuid NOT NULL,
      item_id uuid NOT NULL,
      position bigint NOT NULL,
      at timestamptz(3) NOT NULL,
      actor text NOT NULL,
      kind text NOT NULL,
      version integer NOT NULL,
      status_from text,
      status_to text,
      is_first boolean NOT NULL DEFAULT false,
      changes json,
      source text,
      age_seconds integer,
      CONSTRAINT feedback_history_pkey PRIMARY KEY (account_id, item_id, position)
    )`);
  // For statistics, which read only the index.
  await runner.query(`
    CREATE INDEX feedback_history_statuses ON feedback_history (account_id, at)
    INCLUDE (status_to, source, is_first, age_seconds) WHERE status_to IS NOT NULL`);
  await isolate(runner, ['feedback_history'], 'publisher');
  // Subqueries are evaluated once per statement. Without them, the settings would be read for each entry of the index.
  await runner.query(`
    ALTER POLICY feedback_history_account ON feedback_history
    USING (account_id = (SELECT nullif(${current(ACCOUNT_ID)}, '')::uuid))`);
  await runner.query(`
    ALTER POLICY feedback_history_publisher ON feedback_history
    USING ((SELECT ${current(PUBLISHES)}) = 'on')`);
}

/** Internal notes about items (history.md 3). The publisher deletes those of deleted items. */
async function addNotes(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE feedback_notes (
      account_id uuid NOT NULL,
      item_id uuid NOT NULL,
      id uuid NOT NULL,
      text text NOT NULL,
      author text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      CONSTRAINT feedback_notes_pkey PRIMARY KEY (account_id, item_id, id),
      CONSTRAINT feedback_notes_text_length CHECK (char_length(text) BETWEEN 1 AND 10000)
    )`);
}

/** The views that members save. The index of the primary key finds all of an account. */
async function addViews(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE views (
      account_id uuid NOT NULL,
      id uuid NOT NULL,
      owner_id uuid NOT NULL,
      name varchar(60) NOT NULL,
      parameters jsonb NOT NULL,
      position integer NOT NULL,
      CONSTRAINT views_pkey PRIMARY KEY (account_id, id)
    )`);
}
