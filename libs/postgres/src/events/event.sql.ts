/** An event refers to a description with more bytes, as JSON, instead of storing it again. */
const LONG = 1_000;
/** Positions are about microseconds. Partitions of the log begin at midnight UTC. */
const DAY = 86_400_000_000;

/** The values of the item of a row of `events`, with the description that it refers to. */
export const WHOLE_ITEM = `
  CASE WHEN events.text_position IS NULL THEN events.item ELSE (
    SELECT (events.item::jsonb || jsonb_build_object('description', text.item->'description'))::json
    FROM events text WHERE text.account_id = events.account_id AND text.position = events.text_position
  ) END`;

/** The position of the event in the log that stores the description of the item's newest one; null if it is not needed. */
const TEXT_IN_LOG = `CASE WHEN is_first AND is_long AND kind = 'updated' THEN (
  SELECT coalesce(newest.text_position, newest.position) FROM events newest
  WHERE newest.account_id = placed.account_id AND newest.position = (
    SELECT max(history.position) FROM feedback_history history
    WHERE history.account_id = placed.account_id AND history.item_id = placed.item_id
  )
) END`;

/** Whether the description is the one of the item's event before, of the same day. */
const REPEATS = `coalesce(is_long AND new_description::text = CASE WHEN is_first THEN (
  SELECT (text.item->'description')::text FROM events text
  WHERE text.account_id = located.account_id AND text.position = text_in_log AND text_in_log / ${DAY} = located.position / ${DAY}
) ELSE description_before END, false)`;

/**
 * Stores the events of `numbered`, as a part of the statement that publishes them. A deletion gets a version of its own,
 * as in `eventsOf`. A long description is stored once per
 * item and day, as long as it does not change: other events have the position of the one with it. That one is in the same
 * partition, so both are dropped together. The release before can't read these, so the first ones are written some time
 * after the migration.
 */
export const WRITE_EVENTS = `
  published AS (
    INSERT INTO events (position, account_id, id, type, at, actor, item_id, item, previous, text_position)
    SELECT position, account_id, id, type, at, actor, item_id,
      CASE WHEN type = 'feedback.deleted' THEN json_build_object('id', item_id, 'version', version + 1)
        WHEN text_position IS NULL THEN item ELSE (item::jsonb - 'description')::json END,
      CASE WHEN text_position IS NULL THEN previous ELSE (previous::jsonb - 'description')::json END,
      text_position
    FROM (
      SELECT *, CASE WHEN repeats THEN
        coalesce(max(position) FILTER (WHERE NOT repeats) OVER so_far, max(text_in_log) OVER so_far)
      END AS text_position
      FROM (
        SELECT *, ${REPEATS} AS repeats FROM (
          SELECT *, ${TEXT_IN_LOG} AS text_in_log FROM (
            SELECT numbered.*, octet_length(new_description::text) > ${LONG} AND position > compact_from AS is_long,
              row_number() OVER of_item = 1 AS is_first, lag(new_description::text) OVER of_item AS description_before
            FROM numbered, event_positions
            WINDOW of_item AS (PARTITION BY account_id, item_id, position / ${DAY} ORDER BY position)
          ) placed
        ) located
      ) compared
      WINDOW so_far AS (PARTITION BY account_id, item_id, position / ${DAY} ORDER BY position ROWS UNBOUNDED PRECEDING)
    ) compacted
    RETURNING account_id, type, octet_length(item::text) + coalesce(octet_length(previous::text), 0) AS bytes
  )`;
