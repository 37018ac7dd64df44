import { CHANGEABLE } from '@libs/feedback';

/** The status has columns of its own, for statistics. */
const FIELDS = CHANGEABLE.filter((name) => name !== 'status').join(',');

/** As the item has it: without tags, an empty array instead of the null of the column. */
const valueOf = (value: string) =>
  `CASE WHEN key = 'tags' AND json_typeof(${value}) = 'null' THEN '[]' ELSE ${value} END`;

/** Null if none of the fields changed. */
const CHANGES = `(
  SELECT json_object_agg(key, json_build_object('from', ${valueOf('old.value')}, 'to', ${valueOf('new.value')}))
  FROM json_each(previous) AS old JOIN json_each(item) AS new USING (key)
  WHERE key = ANY ('{${FIELDS}}') AND old.value::text <> new.value::text)`;

/** Whole seconds from the creation of the item to the change. An import can set a later time of creation. */
const AGE = `least(greatest(extract(epoch FROM at - (item->>'created_at')::timestamptz), 0), 2147483647)::integer`;

const OF_ITEM = `FROM feedback_history older WHERE older.account_id = change.account_id AND older.item_id = change.item_id`;

/**
 * Writes the history of items, from the published events, as a part of the statement that publishes them. A status
 * change is the first one if no older entry has one, and the history is complete: its oldest entry has the version 1,
 * or 2, because an import doesn't record the items that it creates.
 */
export const WRITE_HISTORY = `
  changed AS MATERIALIZED (
    SELECT account_id, item_id, position, at, actor, substr(type, length('feedback.') + 1) AS kind,
      (item->>'version')::integer AS version, item, previous,
      previous->>'status' AS status_from, item->>'status' AS status_to
    FROM published WHERE type IN ('feedback.created', 'feedback.updated')
  ),
  history AS (
    INSERT INTO feedback_history (account_id, item_id, position, at, actor, kind, version, status_from, status_to,
      source, age_seconds, is_first, changes)
    SELECT account_id, item_id, position, at, actor, kind, version,
      CASE WHEN has_status THEN status_from END, CASE WHEN has_status THEN status_to END,
      CASE WHEN has_status THEN item->>'source' END, CASE WHEN has_status THEN ${AGE} END,
      CASE WHEN has_status THEN
        statuses = 1 AND NOT EXISTS (SELECT ${OF_ITEM} AND older.status_to IS NOT NULL)
          AND coalesce((SELECT older.version ${OF_ITEM} ORDER BY older.position LIMIT 1), oldest) <= 2
      ELSE false END,
      CASE WHEN kind = 'updated' THEN ${CHANGES} END
    FROM (
      SELECT *, count(*) FILTER (WHERE has_status) OVER up_to AS statuses, min(version) OVER up_to AS oldest
      FROM (SELECT *, coalesce(status_from <> status_to, false) AS has_status FROM changed) typed
      WINDOW up_to AS (PARTITION BY account_id, item_id ORDER BY position ROWS UNBOUNDED PRECEDING)
    ) change
  )`;

/** Deletes the notes of deleted items ($1 accounts, $2 items), unless an item was added again. */
export const DELETE_NOTES = `
  DELETE FROM feedback_notes note USING unnest($1::uuid[], $2::uuid[]) AS deleted (account_id, item_id)
  WHERE note.account_id = deleted.account_id AND note.item_id = deleted.item_id
    AND NOT EXISTS (SELECT FROM feedback_search item WHERE item.account_id = note.account_id AND item.id = note.item_id)`;

/** Deletes the history of deleted items ($1 accounts, $2 items, $3 positions of their deletions). */
export const DELETE_HISTORY = `
  DELETE FROM feedback_history history USING unnest($1::uuid[], $2::uuid[], $3::bigint[]) AS deleted (account_id, item_id, position)
  WHERE history.account_id = deleted.account_id AND history.item_id = deleted.item_id
    AND history.position < deleted.position`;
