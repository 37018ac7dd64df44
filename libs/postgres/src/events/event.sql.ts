/** An event refers to a description with more bytes, as JSON, instead of storing it again. */
export const LONG = 1_000;
/** Positions are about microseconds. Partitions of the log begin at midnight UTC. */
const DAY = 86_400_000_000;

/** The values of the item of a row of `events`, with the description that it refers to. */
export const WHOLE_ITEM = `
  CASE WHEN events.text_position IS NULL THEN events.item ELSE (
    SELECT (events.item::jsonb || jsonb_build_object('description', text.item->'description'))::json
    FROM events text WHERE text.account_id = events.account_id AND text.position = events.text_position
  ) END`;

/** Of the newest event of an item that stores its description, if that event is of the same day. */
const TEXT_IN_LOG = `
  SELECT text.position, (text.item->'description')::text AS description FROM (
    SELECT position FROM feedback_history history
    WHERE history.account_id = change.account_id AND history.item_id = change.item_id
    ORDER BY position DESC LIMIT 1
  ) newest
  JOIN events last ON last.account_id = change.account_id AND last.position = newest.position
  JOIN events text ON text.account_id = change.account_id AND text.position = coalesce(last.text_position, last.position)
  WHERE change.kind = 'updated' AND is_long AND text.position / ${DAY} = change.position / ${DAY}`;

/** Whether the description is the one of the item's event before. */
const REPEATS = `coalesce(is_long AND new_description::text = CASE
  WHEN row_number() OVER of_item = 1 THEN text.description
  ELSE lag(new_description::text) OVER of_item
END, false)`;

/**
 * Stores the events of `numbered`, as a part of the statement that publishes them. A long description is stored once per
 * item and day, as long as it does not change: other events have the position of the one with it. That one is in the same
 * partition, so both are dropped together. The release before can't read these, so the first ones are written some time
 * after the migration.
 */
export const WRITE_EVENTS = `
  published AS (
    INSERT INTO events (position, account_id, id, type, at, actor, item_id, item, previous, text_position)
    SELECT position, account_id, id, type, at, actor, item_id,
      CASE WHEN text_position IS NULL THEN item ELSE (item::jsonb - 'description')::json END,
      CASE WHEN text_position IS NULL THEN previous ELSE (previous::jsonb - 'description')::json END,
      text_position
    FROM (
      SELECT *, CASE WHEN repeats THEN coalesce(
        max(position) FILTER (WHERE NOT repeats) OVER (of_item ROWS UNBOUNDED PRECEDING), text_in_log
      ) END AS text_position
      FROM (
        SELECT change.*, text.position AS text_in_log, ${REPEATS} AS repeats
        FROM (
          SELECT numbered.*, octet_length(new_description::text) > ${LONG} AND position > compact_from AS is_long
          FROM numbered, event_positions
        ) change
        LEFT JOIN LATERAL (${TEXT_IN_LOG}) text ON true
        WINDOW of_item AS (PARTITION BY account_id, item_id, change.position / ${DAY} ORDER BY change.position)
      ) change
      WINDOW of_item AS (PARTITION BY account_id, item_id, position / ${DAY} ORDER BY position)
    ) change
  )`;
