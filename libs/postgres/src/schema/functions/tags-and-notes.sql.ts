import {
  ACTOR,
  current,
  CURRENT_ACTOR,
  PUBLISHES,
  TAG_MERGED_INTO,
  UNRECORDED,
} from '../../connection/settings';

/** Records what happens to tags and notes (events.md 1). Their events have no text of a note. */

const record = (account: string, kind: string, item: string) => `
  INSERT INTO feedback_changes (account_id, actor, kind, item) VALUES (${account}, actor, '${kind}', ${item});`;

const tagOf = (row: string) =>
  `json_build_object('id', ${row}.id, 'name', ${row}.name, 'color', ${row}.color)`;

/** An import does not record its items, but the tags that it creates. The deletion of an account records nothing. */
export const RECORD_TAG = `
CREATE OR REPLACE FUNCTION record_tag() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor text := coalesce(nullif(${CURRENT_ACTOR}, '${UNRECORDED}'), 'import');
BEGIN
  IF TG_OP = 'INSERT' THEN
    ${record('NEW.account_id', 'tag_created', `json_build_object('tag', ${tagOf('NEW')})`)}
  ELSIF TG_OP = 'UPDATE' THEN
    IF (OLD.name, OLD.color) IS DISTINCT FROM (NEW.name, NEW.color) THEN
      ${record(
        'NEW.account_id',
        'tag_updated',
        `json_build_object('tag', ${tagOf('NEW')}, 'previous', json_strip_nulls(json_build_object(
          'name', CASE WHEN OLD.name <> NEW.name THEN OLD.name END,
          'color', CASE WHEN OLD.color <> NEW.color THEN OLD.color END)))`,
      )}
    END IF;
  ELSIF ${current(ACTOR)} IS DISTINCT FROM '${UNRECORDED}' THEN
    ${record(
      'OLD.account_id',
      'tag_deleted',
      `json_build_object('tag', ${tagOf('OLD')}, 'merged_into', (
        SELECT ${tagOf('tag')} FROM tags tag
        WHERE tag.account_id = OLD.account_id AND tag.id::text = ${current(TAG_MERGED_INTO)}))`,
    )}
  END IF;
  RETURN NULL;
END $$`;

const noteOf = (row: string) => `json_build_object('note', json_build_object(
  'id', ${row}.id, 'feedback_id', ${row}.item_id, 'created_at', to_char(${row}.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'author', json_strip_nulls(json_build_object(
    'type', split_part(${row}.author, ':', 1), 'id', nullif(split_part(${row}.author, ':', 2), '')))))`;

/** Not of notes that are deleted with their item, which the publisher does, or with their account. */
export const RECORD_NOTE = `
CREATE OR REPLACE FUNCTION record_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  actor text := ${CURRENT_ACTOR};
BEGIN
  IF ${current(PUBLISHES)} = 'on' OR actor = '${UNRECORDED}' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    ${record('NEW.account_id', 'note_created', noteOf('NEW'))}
  ELSE
    ${record('OLD.account_id', 'note_deleted', noteOf('OLD'))}
  END IF;
  RETURN NULL;
END $$`;
