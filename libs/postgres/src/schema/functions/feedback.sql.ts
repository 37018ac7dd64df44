import {
  ACTOR,
  current,
  CURRENT_ACTOR,
  RECORDS_ITSELF,
  REMOVED_HAS_TRACES,
  setting,
  UNRECORDED,
} from '../../connection/settings';
import { RECOUNT, REPAIR_ALL, REPAIR_VARIABLES } from './groups.sql';
import { recordOf } from './recorded-row.sql';

/** What each write of an item does besides (docs/architecture/adr/0036-one-trigger-per-write.md). */

// Literals, which the migration contains. write-triggers.spec.ts compares them with the rules of the core.
const STATUSES = `'new', 'planned', 'building', 'shipped', 'declined'`;

const violates = (constraint: string) => `
    RAISE check_violation USING
      MESSAGE = 'new row for relation "feedback" violates "${constraint}"', CONSTRAINT = '${constraint}';`;
/** When a row violates a constraint, by its name. The type of the column limits the length of titles. */
export const violationsOf = (row: string): readonly (readonly [constraint: string, isViolated: string])[] => [
  ['feedback_title_length', `char_length(${row}.title) < 1`],
  ['feedback_description_length', `char_length(${row}.description) > 10000`],
  ['feedback_status_known', `${row}.status NOT IN (${STATUSES})`],
];
/** Errors like those of constraints. */
const CHECK_VALUES = violationsOf('NEW')
  .map(([constraint, isViolated]) => `\n  IF ${isViolated} THEN ${violates(constraint)} END IF;`)
  .join('');

/** False for seeds, imports, and deleted accounts. */
const IS_RECORDED = `${current(ACTOR)} IS DISTINCT FROM '${UNRECORDED}'`;
/** False for batches, merges, and erasures, which record their changes themselves. */
const IS_RECORDED_HERE = `${IS_RECORDED} AND ${current(RECORDS_ITSELF)} IS DISTINCT FROM 'on'`;

const ENTRY_COLUMNS = `account_id, id, text, submitter_email`;
const textOf = (row: string) =>
  `searched_text(${row}.title || E'\\n' || coalesce(${row}.description, ''), ${row}.submitter_email)`;
const entryOf = (row: string) =>
  `${row}.account_id, ${row}.id, ${textOf(row)}, lower(${row}.submitter_email)`;
const TEXT = textOf('NEW');
const ENTRY = entryOf('NEW');
/** Queues the account of one in 200 entries, so that no one has to count them. */
const ADD_NEWEST_ENTRY = `
    INSERT INTO feedback_search_newest (${ENTRY_COLUMNS}) VALUES (${ENTRY});
    IF random() * 200 < 1 THEN
      INSERT INTO search_index_queue (account_id) VALUES (NEW.account_id);
    END IF;`;

const addTags = (row: string) => `
    INSERT INTO feedback_tags (account_id, tag_id, id, status)
    SELECT ${row}.account_id, unnest(${row}.tags), ${row}.id, ${row}.status`;
const ADD_TAGS = `${addTags('NEW')};`;
const REMOVE_TAGS = `
    DELETE FROM feedback_tags WHERE account_id = OLD.account_id AND tag_id = ANY (OLD.tags) AND id = OLD.id;`;

/** As `reachedBetween` in the core: 10, 25, 50, 100, 250, … */
const RECORD_REACHED = `
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    SELECT NEW.account_id, ${CURRENT_ACTOR}, 'requests_reached', json_build_object('reached', max(step), 'feedback',
      json_build_object('id', NEW.id, 'request_count', NEW.request_count, 'request_value', NEW.request_value))
    FROM (SELECT (factor * 10 ^ power)::bigint AS step FROM unnest('{1,2.5,5}'::numeric[]) factor, generate_series(1, 9) power) steps
    WHERE step > OLD.request_count AND step <= NEW.request_count
    HAVING count(*) > 0;`;

/** The statuses of a public item, since it became public (public.md 4). */
const RECORD_MOVE = `
  IF NEW.public IS NOT NULL AND (OLD.public IS NULL OR OLD.status <> NEW.status) THEN
    INSERT INTO public_moves (account_id, item_id, at, status)
    VALUES (NEW.account_id, NEW.id, NEW.updated_at, NEW.status)
    ON CONFLICT (account_id, item_id, at) DO UPDATE SET status = excluded.status;
  ELSIF NEW.public IS NULL AND OLD.public IS NOT NULL THEN
    DELETE FROM public_moves WHERE account_id = OLD.account_id AND item_id = OLD.id;
  END IF;`;

/** Fills the empty tables that are made from `feedback`, as FEEDBACK_ADDED does without recording. */
export const FILL_DERIVED: readonly string[] = [
  `INSERT INTO feedback_search_indexed (${ENTRY_COLUMNS}) SELECT ${entryOf('item')} FROM feedback item`,
  `${addTags('item')} FROM feedback item`,
];

export const FEEDBACK_ADDED = `
CREATE OR REPLACE FUNCTION feedback_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${CHECK_VALUES}
  IF ${IS_RECORDED} THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    VALUES (NEW.account_id, ${CURRENT_ACTOR}, 'created', ${recordOf('NEW')});
    ${ADD_NEWEST_ENTRY}
  ELSE
    INSERT INTO feedback_search_indexed (${ENTRY_COLUMNS}) VALUES (${ENTRY});
  END IF;
  IF NEW.tags IS NOT NULL THEN ${ADD_TAGS} END IF;
  RETURN NULL;
END $$`;

/**
 * RECOUNT lets the change of the target be recorded. The next row of the statement must find the setting as it was. The
 * search entry of an item that was moved in the meantime is found by the DELETE.
 */
export const FEEDBACK_CHANGED = `
CREATE OR REPLACE FUNCTION feedback_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  target uuid;
  records_itself text;
BEGIN
  ${CHECK_VALUES}
  IF OLD.version <> NEW.version AND ${IS_RECORDED_HERE} THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
    VALUES (NEW.account_id, ${CURRENT_ACTOR}, 'updated', ${recordOf('NEW')}, ${recordOf('OLD')});
  END IF;
  IF NEW.request_count > OLD.request_count AND NEW.merged_into IS NULL AND ${IS_RECORDED} THEN
    ${RECORD_REACHED}
  END IF;
  IF OLD.submitter_email IS DISTINCT FROM NEW.submitter_email
    AND (NEW.merged_into IS NOT NULL OR NEW.duplicate_count > 0)
  THEN
    records_itself := ${current(RECORDS_ITSELF)};
    ${RECOUNT}
    PERFORM ${setting(RECORDS_ITSELF, 'records_itself')};
  END IF;
  IF OLD.title <> NEW.title OR OLD.description IS DISTINCT FROM NEW.description
    OR OLD.submitter_email IS DISTINCT FROM NEW.submitter_email
  THEN
    UPDATE feedback_search_newest SET text = ${TEXT}, submitter_email = lower(NEW.submitter_email)
    WHERE account_id = NEW.account_id AND id = NEW.id;
    IF NOT FOUND THEN
      DELETE FROM feedback_search_indexed WHERE account_id = NEW.account_id AND id = NEW.id;
      ${ADD_NEWEST_ENTRY}
    END IF;
  END IF;
  IF OLD.tags IS DISTINCT FROM NEW.tags OR (NEW.tags IS NOT NULL AND OLD.status <> NEW.status) THEN
    ${REMOVE_TAGS}
    ${ADD_TAGS}
  END IF;
  ${RECORD_MOVE}
  RETURN NULL;
END $$`;

/** Tells the trigger of the statement to look at all its items. */
const HAS_TRACES = `PERFORM ${setting(REMOVED_HAS_TRACES, "'on'")};`;

export const FEEDBACK_REMOVED = `
CREATE OR REPLACE FUNCTION feedback_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF ${IS_RECORDED} THEN
    INSERT INTO feedback_changes (account_id, actor, kind, item)
    VALUES (OLD.account_id, ${CURRENT_ACTOR}, 'deleted',
      json_build_object('id', OLD.id, 'version', OLD.version, 'external_id', OLD.external_id));
    IF OLD.merged_into IS NOT NULL OR OLD.duplicate_count > 0 THEN ${HAS_TRACES} END IF;
  END IF;
  DELETE FROM feedback_search_newest WHERE account_id = OLD.account_id AND id = OLD.id;
  IF NOT FOUND THEN
    DELETE FROM feedback_search_indexed WHERE account_id = OLD.account_id AND id = OLD.id;
  END IF;
  IF OLD.tags IS NOT NULL THEN ${REMOVE_TAGS} END IF;
  IF OLD.public IS NOT NULL THEN
    DELETE FROM public_moves WHERE account_id = OLD.account_id AND item_id = OLD.id;
  END IF;
  IF OLD.unconfirmed_votes > 0 THEN
    DELETE FROM feedback_votes WHERE account_id = OLD.account_id AND feedback_id = OLD.id;
  END IF;
  IF EXISTS (SELECT FROM idempotency_items WHERE account_id = OLD.account_id AND item_id = OLD.id) THEN
    ${HAS_TRACES}
  END IF;
  RETURN NULL;
END $$`;

/** Clears the stored responses with items that the table `removed` contains. */
const SCRUB = `
  WITH told AS MATERIALIZED (
    SELECT record.account_id, record.client, record.key
    FROM idempotency_records record JOIN (
      SELECT DISTINCT item.account_id, item.client, item.key
      FROM removed JOIN idempotency_items item ON item.account_id = removed.account_id AND item.item_id = removed.id
    ) of_removed ON record.account_id = of_removed.account_id
      AND record.client = of_removed.client AND record.key = of_removed.key
    WHERE record.answer IS NOT NULL
    ORDER BY record.account_id, record.client, record.key
    FOR UPDATE OF record
  )
  UPDATE idempotency_records record SET answer = NULL FROM told
  WHERE record.account_id = told.account_id AND record.client = told.client AND record.key = told.key;`;

/** Changes what refers to the deleted items, in a fixed order, because others lock it, too. */
export const FEEDBACK_REMOVED_TRACES = `
CREATE OR REPLACE FUNCTION feedback_removed_traces() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ${REPAIR_VARIABLES}
BEGIN
  IF ${current(REMOVED_HAS_TRACES)} IS DISTINCT FROM 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM ${setting(REMOVED_HAS_TRACES, "''")};
  IF ${IS_RECORDED} THEN ${REPAIR_ALL} END IF;
  ${SCRUB}
  RETURN NULL;
END $$`;
