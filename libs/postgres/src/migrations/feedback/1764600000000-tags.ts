import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';

/** Tags of items, which are IDs in the item's row (docs/architecture/adr/0028-tags.md). */
export class Tags1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
    await isolate(runner, 'tags');
    await withoutQueue(runner, `ALTER TABLE feedback ADD COLUMN tags uuid[]`);
    await runner.query(`
      CREATE TABLE feedback_tags (
        account_id uuid NOT NULL,
        tag_id uuid NOT NULL,
        id uuid NOT NULL,
        status text NOT NULL,
        CONSTRAINT feedback_tags_pkey PRIMARY KEY (account_id, tag_id, id)
      )`);
    await runner.query(`CREATE INDEX feedback_tags_status ON feedback_tags (account_id, tag_id, status, id)`);
    await isolate(runner, 'feedback_tags');
    await indexTags(runner);
    await runner.query(WITH_TAG_NAMES);
    await recordNames(runner, {
      created: recordOf('added'),
      item: recordOf('NEW'),
      previous: recordOf('OLD'),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await recordNames(runner, { created: 'to_json(added)', item: 'to_json(NEW)', previous: 'to_json(OLD)' });
    for (const kind of ['added', 'changed', 'removed']) {
      await runner.query(`DROP TRIGGER feedback_tags_${kind} ON feedback`);
    }
    await runner.query(`DROP FUNCTION feedback_tags_changed, with_tag_names`);
    await runner.query(`DROP TABLE feedback_tags`);
    await runner.query(`ALTER TABLE feedback DROP COLUMN tags`);
    await runner.query(`DROP TABLE tags`);
  }
}

async function isolate(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
  await runner.query(`
    CREATE POLICY ${table}_account ON ${table}
    USING (account_id = nullif(current_setting('app.account_id', true), '')::uuid)`);
}

/** Row-level triggers with WHEN cost nothing for items without tags. */
async function indexTags(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION feedback_tags_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        DELETE FROM feedback_tags WHERE account_id = OLD.account_id AND tag_id = ANY (OLD.tags) AND id = OLD.id;
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO feedback_tags (account_id, tag_id, id, status)
        SELECT NEW.account_id, unnest(NEW.tags), NEW.id, NEW.status;
      END IF;
      RETURN NULL;
    END $$`);
  const trigger = (kind: string, event: string, condition: string) =>
    runner.query(`
      CREATE TRIGGER feedback_tags_${kind} AFTER ${event} ON feedback
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION feedback_tags_changed()`);
  await trigger('added', 'INSERT', 'NEW.tags IS NOT NULL');
  await trigger(
    'changed',
    'UPDATE',
    `OLD.tags IS DISTINCT FROM NEW.tags OR (NEW.tags IS NOT NULL AND OLD.status IS DISTINCT FROM NEW.status)`,
  );
  await trigger('removed', 'DELETE', 'OLD.tags IS NOT NULL');
}

/** Not in SQL, because PostgreSQL would prepare a subquery for each row without tags, too. */
const WITH_TAG_NAMES = `
  CREATE FUNCTION with_tag_names(item jsonb, account uuid, tag_ids uuid[]) RETURNS json LANGUAGE plpgsql STABLE AS $$
  BEGIN
    RETURN item || jsonb_build_object('tags', ARRAY (
      SELECT tag.name FROM tags tag WHERE tag.account_id = account AND tag.id = ANY (tag_ids) ORDER BY tag.key
    ));
  END $$`;

/** The row as JSON, with the names of its tags instead of their IDs. */
const recordOf = (row: string) => `
  CASE WHEN ${row}.tags IS NULL THEN to_json(${row})
  ELSE with_tag_names(to_jsonb(${row}), ${row}.account_id, ${row}.tags) END`;

const ACTOR = `coalesce(nullif(current_setting('app.actor', true), ''), 'system')`;

async function recordNames(
  runner: QueryRunner,
  sql: { readonly created: string; readonly item: string; readonly previous: string },
): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE FUNCTION record_created() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item)
      SELECT account_id, ${ACTOR}, 'created', ${sql.created} FROM added;
      RETURN NULL;
    END $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION record_updated() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
      VALUES (NEW.account_id, ${ACTOR}, 'updated', ${sql.item}, ${sql.previous});
      RETURN NULL;
    END $$`);
}
