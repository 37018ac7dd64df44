import { STEP_SIZE, type EntryNotification } from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import { isNotTold, membersOf, recordTold, shippedSince } from '../status-messages/shippings.sql';
import { DELIVERY, OUTBOX, PEOPLE, WANTS_MAIL } from '../status-messages/status-message.sql';

const OF_ENTRY = 'SELECT item_id FROM changelog_items WHERE account_id = $1 AND entry_id = $2';

/** The listed items, or the targets that they are merged into. With OFFSET, each is read by its ID. */
const targetsOf = (listed: string): string => `
  SELECT DISTINCT target.id, target.status FROM (${listed}) listed
  CROSS JOIN LATERAL (
    SELECT coalesce(merged_into, id) AS id FROM feedback WHERE account_id = $1 AND id = listed.item_id OFFSET 0
  ) item
  CROSS JOIN LATERAL (
    SELECT id, status FROM feedback WHERE account_id = $1 AND id = item.id OFFSET 0
  ) target`;

/** Whom a message about the status has told that the item is shipped is not told again. */
const NOT_TOLD = `AND ${isNotTold('status')}`;
const SUBSCRIBERS = `SELECT id, language FROM followers WHERE account_id = $1 AND changelog_at IS NOT NULL AND ${WANTS_MAIL}`;

/** Members of the items that are shipped, with $3 of all. */
const toldOf = (listed: string): string =>
  membersOf(`SELECT id, status FROM (${targetsOf(listed)}) listed WHERE status = 'shipped' OR $3`);

const countOf = (listed: string): string => `
  SELECT count(*)::integer AS count
  FROM (${PEOPLE(toldOf(listed), `${NOT_TOLD} OFFSET 0`)} UNION ${SUBSCRIBERS}) people`;
/** $2 the entry, $3 as `toldOf`. */
export const COUNT = countOf(OF_ENTRY);
/** $2 items, $3 as `toldOf`. */
export const AUDIENCE = countOf('SELECT unnest($2::uuid[]) AS item_id');

/** The next recipients after $4. */
export const NEXT_PEOPLE = `
  SELECT id FROM (
    (${PEOPLE(
      toldOf(OF_ENTRY),
      `${NOT_TOLD} AND ($4::uuid IS NULL OR follower_id > $4) ORDER BY follower_id LIMIT ${STEP_SIZE}`,
    )} ORDER BY person.id LIMIT ${STEP_SIZE})
    UNION
    (${SUBSCRIBERS} AND ($4::uuid IS NULL OR id > $4) ORDER BY id LIMIT ${STEP_SIZE})
  ) people ORDER BY id LIMIT ${STEP_SIZE}`;

/** Those of $3 who still want the message. */
export const PEOPLE_OF = (columns: string): string => `
  WITH target AS MATERIALIZED (
    ${shippedSince(`SELECT id, status FROM (${targetsOf(OF_ENTRY)}) listed WHERE status = 'shipped'`)}
  )
  SELECT ${columns} FROM unnest($3::uuid[]) AS person (person_id)
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM followers WHERE account_id = $1 AND id = person_id AND ${WANTS_MAIL} OFFSET 0
  ) follower
  WHERE changelog_at IS NOT NULL OR EXISTS (
    SELECT FROM (
      SELECT item_id, told_by_status_at FROM followed_items
      WHERE account_id = $1 AND follower_id = person_id AND stopped_at IS NULL OFFSET 0
    ) followed
    CROSS JOIN LATERAL (
      SELECT coalesce(merged_into, id) AS target_id FROM feedback WHERE account_id = $1 AND id = item_id OFFSET 0
    ) item
    JOIN target ON target.id = target_id
    WHERE ${isNotTold('status')}
  )
  ORDER BY id`;
/** Of the items of entry $4 that are shipped. $2 and $3 as `recordTold`. */
export const RECORD_TOLD = recordTold(
  'entry',
  `IN (SELECT id FROM (${targetsOf(OF_ENTRY.replace('$2', '$4'))}) listed WHERE status = 'shipped')`,
);

/**
 * Messages to the follower $2 with the topic $3 that wait, about entries with item $4, or its target, if nothing else of
 * them is followed.
 */
export const DROP_OF_STOPPED = `
  DELETE FROM mail_outbox mail WHERE account_id = $1 AND topic = $3 AND status = 'pending' AND about IN (
    SELECT message.id FROM status_messages message
    WHERE account_id = $1 AND entry_id IN (
      SELECT entry_id FROM changelog_items listed JOIN feedback item ON item.account_id = $1 AND item.id = listed.item_id
      WHERE listed.account_id = $1 AND coalesce(merged_into, id) = (
        SELECT coalesce(merged_into, id) FROM feedback WHERE account_id = $1 AND id = $4
      )
    ) AND NOT EXISTS (
      SELECT FROM followed_items followed JOIN feedback item ON item.account_id = $1 AND item.id = followed.item_id
      WHERE followed.account_id = $1 AND follower_id = $2 AND stopped_at IS NULL AND coalesce(merged_into, id) IN (
        SELECT coalesce(other.merged_into, other.id) FROM changelog_items listed
        JOIN feedback other ON other.account_id = $1 AND other.id = listed.item_id
        WHERE listed.account_id = $1 AND listed.entry_id = message.entry_id
      )
    )
  ) AND NOT EXISTS (SELECT FROM followers WHERE account_id = $1 AND id = $2 AND changelog_at IS NOT NULL)`;

/** $2 the entry. */
export const ENTRY_OF = `
  SELECT id, title, text FROM changelog_entries WHERE account_id = $1 AND id = $2 AND status = 'published'`;

/** Unless there is one. $2 the entry, $3 the actor, $4 now, $5 the end of the hold, $6 how many recipients it has. */
export const HOLD = `
  INSERT INTO status_messages (account_id, id, entry_id, state, actor, created_at, due_at, asked)
  SELECT $1, gen_random_uuid(), $2, 'held', $3, $4, $5, $6
  WHERE NOT EXISTS (
    SELECT FROM status_messages
    WHERE account_id = $1 AND entry_id = $2 AND state IN ('held', 'sending', 'sent'))`;

/** Cancels the message about entry $2 that is held. */
export const CANCEL = `
  UPDATE status_messages SET state = 'cancelled' WHERE account_id = $1 AND entry_id = $2 AND state = 'held'`;
/** Whether the message about entry $2 is no longer held. */
export const IS_SENT = `
  SELECT FROM status_messages WHERE account_id = $1 AND entry_id = $2 AND state IN ('sending', 'sent')`;

/** The newest message about a row `entry`, as JSON; null without one. */
export const NOTIFICATION = `(
  SELECT json_build_array(state, message.due_at, sent_at, CASE WHEN state = 'held' THEN asked ELSE recipients END, ${DELIVERY})
  FROM status_messages message ${OUTBOX}
  WHERE message.account_id = $1 AND message.entry_id = entry.id ORDER BY message.created_at DESC, message.id LIMIT 1)`;

export type NotificationRow = [
  state: EntryNotification['state'],
  dueAt: Instant,
  sentAt: Instant | null,
  recipients: number,
  delivered: number,
  waiting: number,
  refused: number,
];

export function notificationOf(row: NotificationRow | null): EntryNotification | null {
  if (row === null) return null;
  const [state, dueAt, sentAt, recipients, delivered, waiting, refused] = row;
  return {
    state,
    due_at: new Date(dueAt).toISOString(),
    sent_at: sentAt && new Date(sentAt).toISOString(),
    recipients,
    delivered,
    waiting,
    refused,
  };
}
