import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Members who work on items (docs/contract/team.md). */
export class Assignees1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await withoutQueue(runner, `ALTER TABLE feedback ADD COLUMN assignee uuid`);
    // Partial, so that items without an assignee cost nothing extra.
    await runner.query(`
      CREATE INDEX feedback_account_assignee ON feedback (account_id, assignee, id) WHERE assignee IS NOT NULL`);
    await runner.query(WITH_NAMES);
    await recordNames(runner, withNames);
  }

  async down(runner: QueryRunner): Promise<void> {
    await recordNames(runner, withTagNames);
    await runner.query(`DROP FUNCTION with_names`);
    await runner.query(`ALTER TABLE feedback DROP COLUMN assignee`);
  }
}

const WITH_NAMES = `
  CREATE FUNCTION with_names(item jsonb, account uuid, tag_ids uuid[], member uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
  BEGIN
    IF tag_ids IS NOT NULL THEN
      item := with_tag_names(item, account, tag_ids);
    END IF;
    IF member IS NOT NULL THEN
      item := item || jsonb_build_object('assignee', (
        SELECT jsonb_build_object('id', member, 'name', name) FROM (
          SELECT name FROM memberships JOIN people ON people.id = person_id
          WHERE account_id = account AND person_id = member
          UNION ALL
          SELECT name FROM former_members WHERE account_id = account AND person_id = member
        ) known LIMIT 1
      ));
    END IF;
    RETURN item;
  END $$`;

/** The row as JSON, with the names of its tags and its assignee instead of their IDs. */
const withNames = (row: string) => `
  CASE WHEN ${row}.tags IS NULL AND ${row}.assignee IS NULL THEN to_json(${row})
  ELSE with_names(to_jsonb(${row}), ${row}.account_id, ${row}.tags, ${row}.assignee) END`;

const withTagNames = (row: string) => `
  CASE WHEN ${row}.tags IS NULL THEN to_json(${row})
  ELSE with_tag_names(to_jsonb(${row}), ${row}.account_id, ${row}.tags) END`;

const ACTOR = `coalesce(nullif(current_setting('app.actor', true), ''), 'system')`;

async function recordNames(runner: QueryRunner, recordOf: (row: string) => string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION record_created() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item)
      SELECT account_id, ${ACTOR}, 'created', ${recordOf('added')} FROM added;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION record_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
      VALUES (NEW.account_id, ${ACTOR}, 'updated', ${recordOf('NEW')}, ${recordOf('OLD')});
      RETURN NULL;
    END $$`);
}
