import { HISTORY_FIELDS } from './change-values.sql';

/** As the item has it: without tags or links, an empty array instead of the null of the column. */
const valueOf = (column: string) => (/_(tags|links)$/.test(column) ? `coalesce(${column}, '[]')` : column);

const FIELDS = HISTORY_FIELDS.map(
  (name) => `('${name}', ${valueOf(`old_${name}`)}, ${valueOf(`new_${name}`)})`,
);

/** Null if none of the fields changed. */
const CHANGES = `(
  SELECT json_object_agg(name, json_build_object('from', old, 'to', new))
  FROM (VALUES ${FIELDS.join(', ')}) AS field (name, old, new)
  WHERE old::text IS DISTINCT FROM new::text)`;

/** Whole seconds from the creation of the item to the change. An import can set a later time of creation. */
const AGE = `least(greatest(extract(epoch FROM at - new_created_at), 0), 2147483647)::integer`;

const OF_ITEM = `FROM feedback_history older WHERE older.account_id = change.account_id AND older.item_id = change.item_id`;

/**
 * Writes the history of items, from the events, as a part of the statement that publishes them. A status change is the
 * first one if no older entry has one, and the history is complete: its oldest entry has the version 1, or 2, because an
 * import doesn't record the items that it creates. A change of the status that was undone has no `age_seconds`.
 */
export const WRITE_HISTORY = `
  history AS (
    INSERT INTO feedback_history (account_id, item_id, position, at, actor, kind, version, status_from, status_to,
      source, age_seconds, is_first, changes)
    SELECT account_id, item_id, position, at, actor, kind, version,
      CASE WHEN has_status THEN old_status END, CASE WHEN has_status THEN new_status END,
      CASE WHEN has_status THEN new_source END, CASE WHEN has_status THEN ${AGE} END,
      CASE WHEN has_status THEN
        statuses = 1 AND NOT EXISTS (SELECT ${OF_ITEM} AND older.status_to IS NOT NULL AND older.age_seconds IS NOT NULL)
          AND coalesce((SELECT older.version ${OF_ITEM} ORDER BY older.position LIMIT 1), oldest) <= 2
      ELSE false END,
      CASE WHEN kind = 'updated' THEN ${CHANGES} END
    FROM (
      SELECT *, count(*) FILTER (WHERE has_status) OVER up_to AS statuses, min(version) OVER up_to AS oldest
      FROM (
        SELECT *, coalesce(old_status <> new_status, false) AS has_status FROM numbered
        WHERE type IN ('feedback.created', 'feedback.updated')
      ) change
      WINDOW up_to AS (PARTITION BY account_id, item_id ORDER BY position ROWS UNBOUNDED PRECEDING)
    ) change
  )`;

/** Unless an item with this ID was added again. */
export const isGone = (account: string, item: string): string =>
  `NOT EXISTS (SELECT FROM feedback_search item WHERE item.account_id = ${account} AND item.id = ${item})`;

/** Deletes what belongs to deleted items ($1 accounts, $2 items). */
const deleteOf = (table: string, item: string) => `
  DELETE FROM ${table} part USING unnest($1::uuid[], $2::uuid[]) AS deleted (account, item)
  WHERE part.account_id = account AND part.${item} = deleted.item AND ${isGone('part.account_id', `part.${item}`)}`;
export const DELETE_NOTES = deleteOf('feedback_notes', 'item_id');
export const DELETE_REQUESTS = deleteOf('feedback_requests', 'feedback_id');
