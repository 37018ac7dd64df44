import type { MigrationInterface, QueryRunner } from 'typeorm';
import { withoutQueue } from '../without-queue';
import { SCRUB } from './1764100100000-cheap-deletions';
import { RECOUNT, REPAIR_ALL, REPAIR_VARIABLES } from './1764650000000-duplicates';

/**
 * Replaces the triggers and checks of `feedback` by one function for each kind of write
 * (docs/architecture/adr/0036-one-trigger-per-write.md).
 */
export class OneTriggerPerWrite1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // DROP TRIGGER needs this lock, which an import or an export of a running instance prevents.
    await withoutQueue(runner, `LOCK TABLE feedback IN ACCESS EXCLUSIVE MODE`);
    for (const [name] of REPLACED) await runner.query(`DROP TRIGGER ${name} ON feedback`);
    await runner.query(`
      ALTER TABLE feedback DROP CONSTRAINT feedback_title_length, DROP CONSTRAINT feedback_description_length,
        DROP CONSTRAINT feedback_status_known`);
    for (const [name, body] of FUNCTIONS) {
      await runner.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$${body}$$`);
    }
    await createTriggers(runner, TRIGGERS);
  }

  /** The functions of the replaced triggers still exist. */
  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of TRIGGERS) await runner.query(`DROP TRIGGER ${name} ON feedback`);
    for (const [name] of FUNCTIONS) await runner.query(`DROP FUNCTION ${name}`);
    await runner.query(`
      ALTER TABLE feedback
        ADD CONSTRAINT feedback_title_length CHECK (char_length(title) BETWEEN 1 AND 200),
        ADD CONSTRAINT feedback_description_length CHECK (char_length(description) <= 10000),
        ADD CONSTRAINT feedback_status_known CHECK (status IN (${STATUSES}))`);
    await createTriggers(runner, REPLACED);
  }
}

type Trigger = readonly [name: string, definition: string];

async function createTriggers(runner: QueryRunner, triggers: readonly Trigger[]): Promise<void> {
  for (const [name, definition] of triggers) await runner.query(`CREATE TRIGGER ${name} ${definition}`);
}

const STATUSES = `'new', 'planned', 'building', 'shipped', 'declined'`;

const violates = (constraint: string) => `
    RAISE check_violation USING
      MESSAGE = 'new row for relation "feedback" violates "${constraint}"', CONSTRAINT = '${constraint}';`;
/** Errors like those of constraints. The type of the column limits the length of titles. */
const CHECK_VALUES = `
  IF char_length(NEW.title) < 1 THEN ${violates('feedback_title_length')} END IF;
  IF char_length(NEW.description) > 10000 THEN ${violates('feedback_description_length')} END IF;
  IF NEW.status NOT IN (${STATUSES}) THEN ${violates('feedback_status_known')} END IF;`;

const ACTOR = `coalesce(nullif(current_setting('app.actor', true), ''), 'system')`;
/** False for seeds, imports, and deleted accounts. */
const IS_RECORDED = `current_setting('app.actor', true) IS DISTINCT FROM 'none'`;
/** False for batches, merges, and erasures, which record their changes themselves. */
const IS_RECORDED_HERE = `${IS_RECORDED} AND current_setting('app.records_itself', true) IS DISTINCT FROM 'on'`;

/** The row as JSON, with the names of its tags and its assignee instead of their IDs. */
const recordOf = (row: string) => `
      CASE WHEN ${row}.tags IS NULL AND ${row}.assignee IS NULL THEN to_json(${row})
      ELSE with_names(to_jsonb(${row}), ${row}.account_id, ${row}.tags, ${row}.assignee) END`;

const ENTRY_COLUMNS = `account_id, id, text, submitter_email`;
const TEXT = `lower(NEW.title || E'\\n' || coalesce(NEW.description, '') || E'\\x1f' || coalesce(NEW.submitter_email, ''))`;
const entryOf = (text: string) => `NEW.account_id, NEW.id, ${text}, lower(NEW.submitter_email)`;
/** Queues the account of one in 200 entries, so that no one has to count them. */
const addNewestEntry = (text: string) => `
    INSERT INTO feedback_search_newest (${ENTRY_COLUMNS}) VALUES (${entryOf(text)});
    IF random() * 200 < 1 THEN
      INSERT INTO search_index_queue (account_id) VALUES (NEW.account_id);
    END IF;`;

const ADD_TAGS = `
    INSERT INTO feedback_tags (account_id, tag_id, id, status)
    SELECT NEW.account_id, unnest(NEW.tags), NEW.id, NEW.status;`;
const REMOVE_TAGS = `
    DELETE FROM feedback_tags WHERE account_id = OLD.account_id AND tag_id = ANY (OLD.tags) AND id = OLD.id;`;

const added = (text: string) => `
BEGIN
  ${CHECK_VALUES}
  IF ${IS_RECORDED} THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    VALUES (NEW.account_id, ${ACTOR}, 'created', ${recordOf('NEW')});
    ${addNewestEntry(text)}
  ELSE
    INSERT INTO feedback_search_indexed (${ENTRY_COLUMNS}) VALUES (${entryOf(text)});
  END IF;
  IF NEW.tags IS NOT NULL THEN ${ADD_TAGS} END IF;
  RETURN NULL;
END`;

/**
 * RECOUNT lets the change of the target be recorded. The next row of the statement must find the setting as it was. The
 * search entry of an item that was moved in the meantime is found by the DELETE.
 */
const changed = (text: string) => `
DECLARE
  target uuid;
  records_itself text;
BEGIN
  ${CHECK_VALUES}
  IF OLD.version <> NEW.version AND ${IS_RECORDED_HERE} THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
    VALUES (NEW.account_id, ${ACTOR}, 'updated', ${recordOf('NEW')}, ${recordOf('OLD')});
  END IF;
  IF OLD.submitter_email IS DISTINCT FROM NEW.submitter_email
    AND (NEW.merged_into IS NOT NULL OR NEW.duplicate_count > 0)
  THEN
    records_itself := current_setting('app.records_itself', true);
    ${RECOUNT}
    PERFORM set_config('app.records_itself', records_itself, true);
  END IF;
  IF OLD.title <> NEW.title OR OLD.description IS DISTINCT FROM NEW.description
    OR OLD.submitter_email IS DISTINCT FROM NEW.submitter_email
  THEN
    UPDATE feedback_search_newest SET text = ${text}, submitter_email = lower(NEW.submitter_email)
    WHERE account_id = NEW.account_id AND id = NEW.id;
    IF NOT FOUND THEN
      DELETE FROM feedback_search_indexed WHERE account_id = NEW.account_id AND id = NEW.id;
      ${addNewestEntry(text)}
    END IF;
  END IF;
  IF OLD.tags IS DISTINCT FROM NEW.tags OR (NEW.tags IS NOT NULL AND OLD.status <> NEW.status) THEN
    ${REMOVE_TAGS}
    ${ADD_TAGS}
  END IF;
  RETURN NULL;
END`;

/** Tells the trigger of the statement to look at all its items. */
const HAS_TRACES = `PERFORM set_config('app.removed_has_traces', 'on', true);`;

const REMOVED = `
BEGIN
  IF ${IS_RECORDED} THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    VALUES (OLD.account_id, ${ACTOR}, 'deleted', json_build_object('id', OLD.id, 'version', OLD.version));
    IF OLD.merged_into IS NOT NULL OR OLD.duplicate_count > 0 THEN ${HAS_TRACES} END IF;
  END IF;
  DELETE FROM feedback_search_newest WHERE account_id = OLD.account_id AND id = OLD.id;
  IF NOT FOUND THEN
    DELETE FROM feedback_search_indexed WHERE account_id = OLD.account_id AND id = OLD.id;
  END IF;
  IF OLD.tags IS NOT NULL THEN ${REMOVE_TAGS} END IF;
  IF EXISTS (SELECT FROM idempotency_items WHERE account_id = OLD.account_id AND item_id = OLD.id) THEN
    ${HAS_TRACES}
  END IF;
  RETURN NULL;
END`;

/** Changes what refers to the deleted items, in a fixed order, because others lock it, too. */
const REMOVED_TRACES = `
DECLARE
  ${REPAIR_VARIABLES}
BEGIN
  IF current_setting('app.removed_has_traces', true) IS DISTINCT FROM 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM set_config('app.removed_has_traces', '', true);
  IF ${IS_RECORDED} THEN ${REPAIR_ALL} END IF;
  ${SCRUB}
  RETURN NULL;
END`;

/** @param text the searched text of NEW, as SQL */
export const functionsWith = (text: string) =>
  [
    ['feedback_added', added(text)],
    ['feedback_changed', changed(text)],
  ] as const;
export { TEXT as LOWERCASE_TEXT };

const FUNCTIONS = [
  ...functionsWith(TEXT),
  ['feedback_removed', REMOVED],
  ['feedback_removed_traces', REMOVED_TRACES],
] as const;

const TRIGGERS: readonly Trigger[] = [
  ['feedback_added', `AFTER INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_added()`],
  ['feedback_changed', `AFTER UPDATE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_changed()`],
  ['feedback_removed', `AFTER DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_removed()`],
  [
    'feedback_removed_traces',
    `AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
     FOR EACH STATEMENT EXECUTE FUNCTION feedback_removed_traces()`,
  ],
];

const WHEN_RECORDED = `WHEN (${IS_RECORDED})`;
const RECORDS_ITSELF = `(coalesce(current_setting('app.records_itself', true), '') = 'on')`;

/** The triggers that this migration replaces. */
const REPLACED: readonly Trigger[] = [
  [
    'feedback_search_added',
    `AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
     FOR EACH STATEMENT EXECUTE FUNCTION feedback_search_added()`,
  ],
  [
    'feedback_search_changed',
    `AFTER UPDATE ON feedback FOR EACH ROW
     WHEN ((OLD.title, OLD.description, OLD.submitter_email) IS DISTINCT FROM
       (NEW.title, NEW.description, NEW.submitter_email))
     EXECUTE FUNCTION feedback_search_changed()`,
  ],
  [
    'feedback_search_removed',
    `AFTER DELETE ON feedback FOR EACH ROW EXECUTE FUNCTION feedback_search_removed()`,
  ],
  [
    'feedback_scrubs_answers',
    `AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
     FOR EACH STATEMENT EXECUTE FUNCTION scrub_idempotent_answers()`,
  ],
  [
    'feedback_records_created',
    `AFTER INSERT ON feedback REFERENCING NEW TABLE AS added
     FOR EACH STATEMENT ${WHEN_RECORDED} EXECUTE FUNCTION record_created()`,
  ],
  [
    'feedback_records_updated',
    `AFTER UPDATE ON feedback FOR EACH ROW
     WHEN (OLD.version IS DISTINCT FROM NEW.version AND NOT ${RECORDS_ITSELF}
       AND ${IS_RECORDED})
     EXECUTE FUNCTION record_updated()`,
  ],
  [
    'feedback_records_deleted',
    `AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
     FOR EACH STATEMENT ${WHEN_RECORDED} EXECUTE FUNCTION record_deleted()`,
  ],
  [
    'feedback_tags_added',
    `AFTER INSERT ON feedback FOR EACH ROW WHEN (NEW.tags IS NOT NULL) EXECUTE FUNCTION feedback_tags_changed()`,
  ],
  [
    'feedback_tags_changed',
    `AFTER UPDATE ON feedback FOR EACH ROW
     WHEN (OLD.tags IS DISTINCT FROM NEW.tags OR (NEW.tags IS NOT NULL AND OLD.status IS DISTINCT FROM NEW.status))
     EXECUTE FUNCTION feedback_tags_changed()`,
  ],
  [
    'feedback_tags_removed',
    `AFTER DELETE ON feedback FOR EACH ROW WHEN (OLD.tags IS NOT NULL) EXECUTE FUNCTION feedback_tags_changed()`,
  ],
  [
    'feedback_repairs_groups',
    `AFTER DELETE ON feedback REFERENCING OLD TABLE AS removed
     FOR EACH STATEMENT ${WHEN_RECORDED} EXECUTE FUNCTION repair_groups()`,
  ],
  [
    'feedback_recounts_submitters',
    `AFTER UPDATE OF submitter_email ON feedback FOR EACH ROW
     WHEN (OLD.submitter_email IS DISTINCT FROM NEW.submitter_email
       AND (NEW.merged_into IS NOT NULL OR NEW.duplicate_count > 0))
     EXECUTE FUNCTION recount_submitters()`,
  ],
];
