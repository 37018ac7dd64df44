import {
  AUTHOR_NAME_MAX,
  DESCRIPTION_MAX,
  ENTRY_TEXT_MAX,
  ERASED,
  MESSAGE_MAX,
  NOTE_MAX,
  PUBLIC_TEXT_MAX,
  TITLE_MAX,
} from '@libs/feedback';
import { WHOLE_ITEM } from '../../events/event.sql';
import { AFTER_LOCK, lockIfGrouped } from '../duplicates/merge.sql';
import { recordOf } from '../../schema/functions/recorded-row.sql';
import { CURRENT_ACTOR, RECORDS_HERE } from '../../connection/settings';

/** Latin letters and digits. Texts in other scripts, such as Japanese, have email addresses without spaces around them. */
const ALNUM = '0-9A-Za-z\\u00C0-\\u024F';
const JOINING = '._%+-';
/**
 * Before and after an email address, these don't make it a part of another one. The lookbehind has only one character,
 * because PostgreSQL reads the text from its start for each match of a longer one. No address contains two dots in a row.
 */
const BEFORE = `((?<![${ALNUM}${JOINING}])[${JOINING}]*|[.]{2})`;
const AFTER = `(?!-*[${ALNUM}]|[.][${ALNUM}])`;
/** For a match: the characters before the email address are not a part of it. */
export const REPLACEMENT = `\\1${ERASED}`;

/** Parameters of an email address: in lowercase, as a regular expression, and as a LIKE pattern. */
export function addressParameters(email: string): [email: string, regexp: string, like: string] {
  const lower = email.toLowerCase();
  const literal = lower.replace(/[\\.*+?^$|(){}[\]]/g, '\\$&');
  return [lower, `${BEFORE}${literal}${AFTER}`, `%${lower.replace(/[\\%_]/g, '\\$&')}%`];
}

/** Email addresses are ASCII, and ILIKE takes several times as long. @param like a pattern in lowercase */
export const contains = (text: string, like: string) => `lower((${text}) COLLATE "C") LIKE ${like}`;

/** Whether a row with the columns of an item contains the address. $2 the email address, $3 the regular expression. */
const inColumns = (row: string) =>
  `(lower(${row}.submitter_email) = $2 OR ${row}.title ~* $3 OR ${row}.description ~* $3)`;

/** The values, because JSON escapes some characters before and after an address. */
const inCard = (card: string) => `(${card}->>'title' ~* $3 OR ${card}->>'text' ~* $3)`;

/** The first two parts use indexes. $4 the LIKE pattern. */
export const FIND_ITEMS = `
  SELECT id FROM feedback_search WHERE account_id = $1 AND submitter_email = $2
  UNION
  SELECT item.id FROM feedback_search search JOIN feedback item USING (account_id, id)
  WHERE search.account_id = $1 AND search.text LIKE folded($4) AND search.submitter_email IS DISTINCT FROM $2
    AND ${inColumns('item')}
  UNION
  SELECT id FROM feedback WHERE account_id = $1 AND (
    (${contains('external_id', '$4')} AND external_id ~* $3) OR (${contains('links::text', '$4')} AND links::text ~* $3)
    OR (${contains('public::text', '$4')} AND ${inCard('public')})
    OR (${contains('context::text', '$4')} AND context::text ~* $3))
  ORDER BY id`;

/** Locks items in the order of their IDs. $2 the IDs. */
export const LOCK_ITEMS = `
  WITH ${lockIfGrouped('id = ANY ($2::uuid[])')}
  SELECT id FROM feedback WHERE account_id = $1 AND id = ANY ($2) AND ${AFTER_LOCK} ORDER BY id FOR UPDATE`;

/** Of the items to delete, so that no event has them. $2 the email address, $3 the regular expression, $4 the IDs. */
export const FORGET_EXTERNAL_IDS = `
  UPDATE feedback SET external_id = NULL
  WHERE account_id = $1 AND lower(submitter_email) = $2 AND id = ANY ($4::uuid[]) AND external_id ~* $3`;

/** $2 the email address, $3 the IDs. */
export const DELETE_ITEMS = `
  DELETE FROM feedback WHERE account_id = $1 AND lower(submitter_email) = $2 AND id = ANY ($3::uuid[])`;

/** The links without the address, in JSON: null if all have it. */
const OTHER_LINKS = `(
        SELECT jsonb_agg(link ORDER BY n) FROM jsonb_array_elements(links) WITH ORDINALITY AS each (link, n)
        WHERE link::text !~* $3
      )`;

const erasedIn = (text: string, max: number) =>
  `left(regexp_replace(${text}, $3, '${REPLACEMENT}', 'gi'), ${max})`;

/** $4 the IDs, $5 the time. Records the changes itself, because the triggers would record the previous values. */
export const UPDATE_ITEMS = `
  WITH updated AS (
    UPDATE feedback item SET
      submitter_email = CASE WHEN lower(submitter_email) = $2 THEN NULL ELSE submitter_email END,
      title = ${erasedIn('title', TITLE_MAX)},
      description = ${erasedIn('description', DESCRIPTION_MAX)},
      external_id = CASE WHEN external_id ~* $3 THEN NULL ELSE external_id END,
      links = CASE WHEN links::text ~* $3 THEN ${OTHER_LINKS} ELSE links END,
      public = public || jsonb_build_object('title', ${erasedIn("public->>'title'", TITLE_MAX)},
        'text', ${erasedIn("public->>'text'", PUBLIC_TEXT_MAX)}),
      context = CASE WHEN lower(submitter_email) = $2 OR context::text ~* $3 THEN NULL ELSE context END,
      updated_at = greatest(updated_at, $5), version = version + 1
    FROM (SELECT ${RECORDS_HERE}) AS setting
    WHERE account_id = $1 AND id = ANY ($4::uuid[]) AND (${inColumns('item')} OR external_id ~* $3 OR links::text ~* $3 OR ${inCard('public')}
      OR context::text ~* $3)
    RETURNING item.*
  )
  INSERT INTO feedback_changes (account_id, actor, kind, item, previous)
  SELECT account_id, ${CURRENT_ACTOR}, 'updated',
    ${recordOf('updated')}, ${recordOf('updated')}
  FROM updated`;

const WITHOUT_VALUES = `json_build_object('id', item->'id', 'version', item->'version')`;

const inValues = (values: string) =>
  `(lower(${values}->>'submitter_email') = $2 OR ${values}->>'title' ~* $3 OR ${values}->>'description' ~* $3
    OR ${values}->>'external_id' ~* $3 OR ${values}->>'links' ~* $3 OR ${values}->>'context' ~* $3
    OR ${inCard(`${values}->'public'`)})`;
const inEvent = `((${contains('item::text', '$4')} AND ${inValues('item')})
    OR (${contains('previous::text', '$4')} AND ${inValues('previous')}))`;

/** Removes the values of changes that are not yet published. */
export const SCRUB_CHANGES = `
  UPDATE feedback_changes SET item = ${WITHOUT_VALUES}, previous = NULL
  WHERE account_id = $1 AND kind IN ('created', 'updated', 'deleted') AND ${inEvent}`;

/** The columns of a key, and SQL for the key as text, and for the columns of the one in $5. */
interface Key {
  readonly columns: readonly string[];
  readonly text: string;
  readonly last: string;
}
const keyOf = (name: string, type: string): Key => ({
  columns: [name],
  text: `${name}::text`,
  last: `$5::${type}`,
});
export const pairKey = (name: string, type: string): Key => ({
  columns: ['item_id', name],
  text: `item_id || ' ' || ${name}`,
  last: `(split_part($5, ' ', 1)::uuid, split_part($5, ' ', 2)::${type})`,
});

/**
 * A chunk of rows after $5: the key of the last one, and the keys of those with the address. `address` gives the
 * parameters a type if the condition doesn't use them.
 */
export function scan(
  table: string,
  key: Key,
  condition: string,
  where = 'true',
  order: 'ASC' | 'DESC' = 'ASC',
  size = 2000,
): string {
  const [after, reverse] = order === 'ASC' ? ['>', 'DESC'] : ['<', 'ASC'];
  // Each column has its direction: no index has the order of a row of columns.
  const by = (direction: string) => key.columns.map((column) => `${column} ${direction}`).join(', ');
  return `
  WITH address AS (SELECT $2::text, $3::text, $4::text), chunk AS MATERIALIZED (
    SELECT *, ${key.text} AS key FROM ${table}
    WHERE account_id = $1 AND ${where}
      AND ($5::text IS NULL OR (${key.columns.join()}) ${after} ${key.last})
    ORDER BY ${by(order)} LIMIT ${size}
  )
  SELECT (SELECT key FROM chunk ORDER BY ${by(reverse)} LIMIT 1) AS last,
    ARRAY (SELECT key FROM chunk WHERE ${condition} ORDER BY ${by('ASC')}) AS keys`;
}
const inQuarantine = `${contains("concat_ws(' ', title, description, submitter_email, context::text)", '$4')}
  AND (${inColumns('chunk')} OR context::text ~* $3)`;
export const SCAN_QUARANTINE = scan('quarantined_feedback', keyOf('id', 'uuid'), inQuarantine);
const inNote = `${contains("concat_ws(' ', text, author_name)", '$4')} AND (text ~* $3 OR author_name ~* $3)`;
export const SCAN_NOTES = scan('feedback_notes', pairKey('id', 'uuid'), inNote);
const inMessage = `${contains('message', '$4')} AND message ~* $3`;
/** Of messages about status. */
export const SCAN_MESSAGES = scan('status_messages', keyOf('id', 'uuid'), inMessage, 'message IS NOT NULL');
const inEntry = `${contains("concat_ws(' ', title, text)", '$4')} AND (title ~* $3 OR text ~* $3)`;
/** A statement must end in 10 seconds, also if each text repeats the email address a thousand times. */
const ENTRIES_AT_ONCE = 200;
export const SCAN_ENTRIES = scan(
  'changelog_entries',
  keyOf('id', 'uuid'),
  inEntry,
  'true',
  'ASC',
  ENTRIES_AT_ONCE,
);
/**
 * Events with the values that they refer to, and the positions of their descriptions. With LIMIT, PostgreSQL looks for the
 * event before only if there is one.
 */
const EVENTS = `(
  SELECT events.account_id, events.position, coalesce(base.item, events.item) AS item,
    coalesce(base.previous, events.previous) AS previous,
    CASE WHEN base.position IS NULL THEN events.base_position ELSE base.base_position END AS text_position
  FROM events LEFT JOIN LATERAL (
    SELECT position, item, previous, base_position FROM events base WHERE events.type = 'feedback.status_changed'
      AND base.account_id = events.account_id AND base.position = events.base_position LIMIT 1
  ) base ON true
) events`;
/** Also if the event refers to a description with the address. */
const inWholeEvent = `${inEvent} OR EXISTS (
  SELECT FROM events text
  WHERE text.account_id = $1 AND text.position = chunk.text_position
    AND ${contains('text.item::text', '$4')} AND text.item->>'description' ~* $3)`;
export const SCAN_EVENTS = scan(EVENTS, keyOf('position', 'bigint'), inWholeEvent);
/** Events before those to whose description they refer, so that it can be removed. */
export const SCAN_EVENTS_BACKWARD = scan(EVENTS, keyOf('position', 'bigint'), inWholeEvent, 'true', 'DESC');
const inHistory = `${contains('changes::text', '$4')}
  AND EXISTS (
    SELECT FROM json_each(changes) WHERE value->>'from' ~* $3 OR value->>'to' ~* $3
      OR ${inCard("value->'from'")} OR ${inCard("value->'to'")})`;
export const SCAN_HISTORY = scan(
  'feedback_history',
  pairKey('position', 'bigint'),
  inHistory,
  'changes IS NOT NULL',
);

/**
 * A chunk of records after the client $3 and the key $4. A response is JSON text, so $2 also finds other email addresses
 * that contain this one.
 */
export const SCAN_RESPONSES = `
  WITH chunk AS MATERIALIZED (
    SELECT client, key, answer FROM idempotency_records
    WHERE account_id = $1 AND ($3::uuid IS NULL OR (client, key) > ($3, $4)) ORDER BY client, key LIMIT 500
  )
  SELECT client, key, coalesce(${contains('answer', '$2')}, false) OR ${contains('key', '$2')} AS matches FROM chunk ORDER BY client, key`;

export const LIST_QUARANTINE = `
  SELECT id, title, description, submitter_email, source, context, reason, created_at
  FROM quarantined_feedback WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`;
export const DELETE_QUARANTINE = `
  DELETE FROM quarantined_feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;
export const LIST_EVENTS = `
  SELECT type, at, ${WHOLE_ITEM} AS item, previous FROM events WHERE account_id = $1 AND position = ANY ($2::bigint[]) ORDER BY position`;

/** Notes whose keys $2 has, as `SCAN_NOTES` returns them. */
const OF_NOTES = `note.account_id = $1
  AND note.item_id = split_part(key, ' ', 1)::uuid AND note.id = split_part(key, ' ', 2)::uuid`;
export const LIST_NOTES = `
  SELECT item_id, text, author_name, created_at FROM feedback_notes note, unnest($2::text[]) AS key WHERE ${OF_NOTES}
  ORDER BY item_id, id`;
/** $3 the regular expression. */
export const UPDATE_NOTES = `
  UPDATE feedback_notes note SET text = left(regexp_replace(text, $3, '${REPLACEMENT}', 'gi'), ${NOTE_MAX}),
    author_name = left(regexp_replace(author_name, $3, '${REPLACEMENT}', 'gi'), ${AUTHOR_NAME_MAX})
  FROM unnest($2::text[]) AS key WHERE ${OF_NOTES}`;

/** $2 the IDs, $3 the regular expression. */
export const UPDATE_MESSAGES = `
  UPDATE status_messages SET message = left(regexp_replace(message, $3, '${REPLACEMENT}', 'gi'), ${MESSAGE_MAX})
  WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

export const LIST_ENTRIES = `
  SELECT id, title, text, published_at, created_at FROM changelog_entries
  WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`;
/** $2 the IDs, $3 the regular expression. */
export const UPDATE_ENTRIES = `
  UPDATE changelog_entries SET title = left(regexp_replace(title, $3, '${REPLACEMENT}', 'gi'), ${TITLE_MAX}),
    text = left(regexp_replace(text, $3, '${REPLACEMENT}', 'gi'), ${ENTRY_TEXT_MAX})
  WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** Entries whose keys $2 has, as `SCAN_HISTORY` returns them. */
const OF_HISTORY = `history.account_id = $1
  AND history.item_id = split_part(key, ' ', 1)::uuid AND history.position = split_part(key, ' ', 2)::bigint`;
export const LIST_HISTORY = `
  SELECT item_id, at, changes FROM feedback_history history, unnest($2::text[]) AS key WHERE ${OF_HISTORY}
  ORDER BY item_id, position`;
/** Keeps the change of the status. */
export const SCRUB_HISTORY = `
  UPDATE feedback_history history SET changes = NULL FROM unnest($2::text[]) AS key WHERE ${OF_HISTORY}`;

/** A request whose response was deleted can't create a duplicate. A key that contains the address is deleted, too. */
const OF_RECORDS = `account_id = $1 AND (client, key) IN (SELECT * FROM unnest($2::uuid[], $3::text[]))`;
export const SCRUB_RESPONSES = `UPDATE idempotency_records SET answer = NULL WHERE ${OF_RECORDS} AND NOT ${contains('key', '$4')}`;
export const DELETE_RESPONSES = `DELETE FROM idempotency_records WHERE ${OF_RECORDS} AND ${contains('key', '$4')}`;

/**
 * Removes the values of events ($2), which then refer to no other event, and cancels their pending deliveries, except those
 * of deletions, locked in the order in which everyone does. Keeps a description without the address ($3), which no one reads there, if other
 * events refer to it.
 */
export const SCRUB_EVENTS = `
  WITH scrubbed AS (
    UPDATE events SET previous = NULL, base_position = NULL, item = CASE
      WHEN item->>'description' !~* $3 AND EXISTS (
        SELECT FROM events event WHERE event.account_id = $1 AND event.item_id = events.item_id
          AND event.base_position = events.position AND event.position <> ALL ($2::bigint[])
      )
      THEN json_build_object('id', item_id, 'version', item->'version', 'description', item->'description')
      ELSE json_build_object('id', item_id, 'version', item->'version') END
    WHERE account_id = $1 AND position = ANY ($2) RETURNING id, type
  ),
  locked AS (
    SELECT endpoint_id, id FROM webhook_deliveries
    WHERE event_id IN (SELECT id FROM scrubbed WHERE type <> 'feedback.deleted') AND due_at IS NOT NULL
    ORDER BY endpoint_id, id FOR UPDATE
  )
  UPDATE webhook_deliveries delivery SET status = 'cancelled', due_at = NULL, is_claimed = false
  FROM locked WHERE delivery.endpoint_id = locked.endpoint_id AND delivery.id = locked.id`;
