/** An event refers to a description with more bytes, as JSON, instead of storing it again. */
const LONG = 1_000;
/** Positions are about microseconds. Partitions of the log begin at midnight UTC. */
const DAY = 86_400_000_000;

/** The values of the item of a row of `events`, with those that other events store: see `WRITE_EVENTS`. */
export const WHOLE_ITEM = `
  CASE WHEN events.base_position IS NULL THEN events.item ELSE (
    SELECT (coalesce((
      SELECT text.item::jsonb FROM events text
      WHERE text.account_id = base.account_id AND text.position = base.base_position
    ), '{}') || base.item::jsonb || events.item::jsonb)::json
    FROM events base WHERE base.account_id = events.account_id AND base.position = events.base_position
  ) END`;

/** The position of the event in the log that stores the description of the item's newest one; null if it is not needed. */
const TEXT_IN_LOG = `CASE WHEN is_first AND is_long AND kind = 'updated' THEN (
  SELECT coalesce(newest.base_position, newest.position) FROM events newest
  WHERE newest.account_id = placed.account_id AND newest.position = (
    SELECT max(history.position) FROM feedback_history history
    WHERE history.account_id = placed.account_id AND history.item_id = placed.item_id
  )
) END`;

/** Whether the description is the one of the item's event before, of the same day. */
const REPEATS_TEXT = `coalesce(is_long AND new_description::text = CASE WHEN is_first THEN (
  SELECT (text.item->'description')::text FROM events text
  WHERE text.account_id = located.account_id AND text.position = text_in_log AND text_in_log / ${DAY} = located.position / ${DAY}
) ELSE description_before END, false)`;

/** The values before that the change replaced. */
const REPLACED = `(SELECT json_object_agg(key, value) FROM (
  SELECT * FROM jsonb_each(previous::jsonb) EXCEPT SELECT * FROM jsonb_each(item::jsonb)
) replaced)`;

/**
 * Stores the events of `numbered`, as a part of the statement that publishes them. A deletion gets a version of its own,
 * as in `eventsOf`. An item is stored once per change, and a long description once per item and day, as long as it does
 * not change: `base_position` is the position of the event with the values that this one leaves out. Those of a new
 * status are in the event before. Both are in the same partition, so they are dropped together. The release before can't
 * read such events, so the first ones are written some time after the migration.
 */
export const WRITE_EVENTS = `
  published AS (
    INSERT INTO events (position, account_id, id, type, at, actor, item_id, item, previous, base_position)
    SELECT position, account_id, id, type, at, actor, item_id,
      CASE WHEN type = 'feedback.deleted' THEN json_build_object('id', item_id, 'version', version + 1, 'external_id', new_external_id)
        WHEN repeats_item THEN json_build_object('id', item_id, 'version', version)
        WHEN text_position IS NULL THEN item ELSE (item::jsonb - 'description')::json END,
      CASE WHEN repeats_item THEN json_build_object('status', old_status)
        WHEN is_compact THEN ${REPLACED} ELSE previous END,
      CASE WHEN repeats_item THEN position - 1 ELSE text_position END
    FROM (
      SELECT *, CASE WHEN repeats_text THEN
        coalesce(max(position) FILTER (WHERE NOT repeats_text) OVER so_far, max(text_in_log) OVER so_far)
      END AS text_position
      FROM (
        SELECT *, ${REPEATS_TEXT} AS repeats_text FROM (
          SELECT *, ${TEXT_IN_LOG} AS text_in_log FROM (
            SELECT *, is_compact AND octet_length(new_description::text) > ${LONG} AS is_long,
              is_compact AND type = 'feedback.status_changed' AND position % ${DAY} > 0 AS repeats_item,
              row_number() OVER of_item = 1 AS is_first, lag(new_description::text) OVER of_item AS description_before
            FROM (SELECT numbered.*, position > compact_from AS is_compact FROM numbered, event_positions) numbered
            WINDOW of_item AS (PARTITION BY account_id, item_id, position / ${DAY} ORDER BY position)
          ) placed
        ) located
      ) compared
      WINDOW so_far AS (PARTITION BY account_id, item_id, position / ${DAY} ORDER BY position ROWS UNBOUNDED PRECEDING)
    ) compacted
    RETURNING account_id, type, octet_length(item::text) + coalesce(octet_length(previous::text), 0) AS bytes
  )`;
