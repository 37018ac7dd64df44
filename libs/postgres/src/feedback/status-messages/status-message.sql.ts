import {
  HOLD_MAX_MS,
  RECIPIENTS_PER_DAY,
  STEP_SIZE,
  type Status,
  type StatusMessage,
  type StatusMessageState,
} from '@libs/feedback';
import type { Instant } from '@libs/kernel';
import { actorOf } from '../../events/recorded-change';
import { SENT_TITLE } from './sent-texts.sql';
import { isNotTold, membersOf, recordTold, shippedSince } from './shippings.sql';

const targetOf = (item: string): string =>
  `SELECT id, status FROM feedback WHERE account_id = $1 AND id = ${item}`;

/** Which followers get messages about status and the changelog. */
export const WANTS_MAIL = 'confirmed_at IS NOT NULL AND no_mail_at IS NULL';
/**
 * Followers who want messages about one of the members, each once. With OFFSET, each is read by its key, also for an
 * account that PostgreSQL has no statistics of yet. `restriction` reads less of each member.
 */
export const PEOPLE = (members: string, restriction: string): string => `
  SELECT DISTINCT person.id, language FROM (${members}) item
  CROSS JOIN LATERAL (
    SELECT follower.id, language FROM followed_items followed
    CROSS JOIN LATERAL (
      SELECT id, language FROM followers WHERE account_id = $1 AND id = followed.follower_id AND ${WANTS_MAIL} OFFSET 0
    ) follower
    WHERE followed.account_id = $1 AND item_id = item.id AND stopped_at IS NULL ${restriction}
  ) person`;

/** Whom an entry of the changelog has told that the item is shipped is not told again. */
const NOT_TOLD = `AND ${isNotTold('entry')}`;

const countOf = (item: string): string =>
  `(SELECT count(*)::integer FROM (${PEOPLE(membersOf(targetOf(item)), `${NOT_TOLD} OFFSET 0`)}) people)`;

/** Accounts ask for messages one after the other, so that their limit is exact. Held until the end of the transaction. */
export const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('status messages ' || $1::uuid, 0))`;

/** $2 the items, $3 their earlier statuses, $4 texts, $5 whether the status has changed, $6 the actor, $7 now, $8 the end of the hold. */
export const HOLD = `
  INSERT INTO status_messages AS held
    (account_id, id, feedback_id, state, previous_status, message, actor, created_at, due_at, asked)
  SELECT $1, gen_random_uuid(), item.id, 'held', line.previous_status, line.message, $6, $7, $8, ${countOf('item.id')}
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::boolean[]) AS line (id, previous_status, message, is_change)
  JOIN feedback item ON item.account_id = $1 AND item.id = line.id AND item.merged_into IS NULL
  WHERE line.is_change OR EXISTS (
    SELECT FROM status_messages known WHERE known.account_id = $1 AND known.feedback_id = line.id AND state = 'held')
  ON CONFLICT (account_id, feedback_id) WHERE state = 'held' DO UPDATE
    SET message = coalesce(excluded.message, held.message), actor = excluded.actor, asked = excluded.asked,
      due_at = least(excluded.due_at, held.created_at + interval '${HOLD_MAX_MS} milliseconds')`;

/** $2 now. */
export const IS_ABOVE_LIMIT = `
  SELECT coalesce(sum(asked), 0) > ${RECIPIENTS_PER_DAY} FROM status_messages
  WHERE account_id = $1 AND created_at > $2::timestamptz - interval '24 hours' AND state IN ('held', 'sending', 'sent')`;

/**
 * A message, with the numbers of the outbox until they are final. One that its recipient has ended is no longer there, and
 * counts as refused.
 */
export const DELIVERY = `coalesce(message.delivered, outbox.delivered, 0), coalesce(outbox.waiting, 0),
  CASE WHEN state NOT IN ('sending', 'sent') THEN 0
    ELSE coalesce(refused, recipients - outbox.delivered - outbox.waiting) END`;
const COLUMNS = `message.id, feedback_id, state, previous_status, message.status, message.message, actor, message.created_at,
  message.due_at, sent_at, CASE WHEN state = 'held' THEN ${countOf('feedback_id')} ELSE recipients END, ${DELIVERY}`;
export const OUTBOX = `
  LEFT JOIN LATERAL (
    SELECT count(*) FILTER (WHERE mail.status = 'sent')::integer AS delivered,
      count(*) FILTER (WHERE mail.status = 'pending')::integer AS waiting
    FROM mail_outbox mail WHERE mail.about = message.id
  ) outbox ON message.delivered IS NULL AND state IN ('sending', 'sent')`;

/** $2 the item, $3 the number. */
export const LIST = `
  SELECT ${COLUMNS} FROM status_messages message ${OUTBOX}
  WHERE message.account_id = $1 AND feedback_id = $2 ORDER BY message.created_at DESC, message.id LIMIT $3`;
/** $2 the items. */
export const LIST_HELD = `
  SELECT ${COLUMNS} FROM unnest($2::uuid[]) WITH ORDINALITY AS line (feedback_id, n)
  JOIN status_messages message USING (feedback_id) ${OUTBOX}
  WHERE message.account_id = $1 AND state = 'held' ORDER BY n`;
/** $2 the ID before, $3 the number. */
export const LIST_ALL = `
  SELECT ${COLUMNS} FROM status_messages message ${OUTBOX}
  WHERE message.account_id = $1 AND feedback_id IS NOT NULL AND ($2::uuid IS NULL OR message.id > $2)
  ORDER BY message.id LIMIT $3`;
export const ITEM = 'SELECT FROM feedback WHERE account_id = $1 AND id = $2';

/** $2 the item, $3 the message. Returns whether it was held. */
export const CANCEL = `
  WITH known AS MATERIALIZED (
    SELECT id, state FROM status_messages WHERE account_id = $1 AND feedback_id = $2 AND id = $3 FOR UPDATE
  ), cancelled AS (
    UPDATE status_messages message SET state = 'cancelled' FROM known
    WHERE message.account_id = $1 AND message.id = known.id AND known.state = 'held'
  )
  SELECT state = 'held' FROM known`;

/** $2 the items. Each person counts once. */
export const AUDIENCE = `
  SELECT language, count(*)::integer FROM (${PEOPLE(
    membersOf(
      'SELECT id, status FROM feedback WHERE account_id = $1 AND merged_into IS NULL AND id = ANY ($2::uuid[])',
    ),
    `${NOT_TOLD} OFFSET 0`,
  )}) people
  GROUP BY language ORDER BY count(*) DESC, language`;

/** Of all accounts, which take turns. $1 now, $2 the number. */
export const DUE = `
  SELECT account_id, id FROM (
    SELECT account_id, id, due_at, row_number() OVER (PARTITION BY account_id ORDER BY due_at, id) AS turn
    FROM status_messages WHERE state IN ('held', 'sending') AND due_at <= $1
  ) due
  ORDER BY turn, due_at, id LIMIT $2`;

/** $2 the message. */
export const STATE = 'SELECT state FROM status_messages WHERE account_id = $1 AND id = $2';
/** $2 the message, $3 how many recipients it has now. */
export const RECOUNT = 'UPDATE status_messages SET asked = $3 WHERE account_id = $1 AND id = $2';
/** $2 the item. */
export const COUNT = `SELECT ${countOf('$2')} AS count`;
/** $2 the message, $3 now. The item, or the entry of the changelog, is null if it is deleted. */
export const LOCK_DUE = `
  SELECT state, previous_status, status, message, feedback_id, entry_id, last_follower FROM status_messages
  WHERE account_id = $1 AND id = $2 AND state IN ('held', 'sending') AND due_at <= $3 FOR UPDATE SKIP LOCKED`;
/** $2 the item. */
export const STATUS_OF = `
  SELECT status, public FROM feedback WHERE account_id = $1 AND id = $2 AND merged_into IS NULL`;
/** $2 the message, $3 the state, $4 when it was sent. */
export const END = 'UPDATE status_messages SET state = $3, sent_at = $4 WHERE account_id = $1 AND id = $2';
/** $2 the message, $3 the state, $4 the status, $5 the last follower, $6 how many more, $7 when it was sent. */
export const ADVANCE = `
  UPDATE status_messages SET state = $3, status = $4, last_follower = coalesce($5, last_follower),
    recipients = recipients + $6, sent_at = $7
  WHERE account_id = $1 AND id = $2`;

/** The next followers of item $2 after $3. */
export const NEXT_PEOPLE = `
  ${PEOPLE(
    membersOf(targetOf('$2')),
    `${NOT_TOLD} AND ($3::uuid IS NULL OR follower_id > $3) ORDER BY follower_id LIMIT ${STEP_SIZE}`,
  )} ORDER BY person.id LIMIT ${STEP_SIZE}`;
/** Keeps the followers $2 from ending messages, and from getting others, until the end of the transaction. */
export const LOCK_PEOPLE = `
  SELECT FROM followers WHERE account_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
/** Those of $3 who still want messages about item $2, with the title that each of them wrote. */
export const PEOPLE_OF = (columns: string): string => `
  SELECT ${columns}, own_title FROM unnest($3::uuid[]) AS person (person_id)
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM followers WHERE account_id = $1 AND id = person_id AND ${WANTS_MAIL} OFFSET 0
  ) follower
  CROSS JOIN (SELECT shipped_since FROM (${shippedSince(targetOf('$2'))}) shipped) target
  CROSS JOIN LATERAL (
    SELECT bool_or(stopped_at IS NULL AND ${isNotTold('entry')}) AS is_followed,
      (array_agg(${SENT_TITLE} ORDER BY item.id) FILTER (WHERE lower(submitter_email) = follower.email))[1] AS own_title
    FROM (
      SELECT item_id, stopped_at, told_by_entry_at FROM followed_items
      WHERE account_id = $1 AND follower_id = person_id OFFSET 0
    ) followed
    CROSS JOIN LATERAL (
      SELECT id, source, title, submitter_email FROM feedback
      WHERE account_id = $1 AND id = item_id AND (id = $2 OR merged_into = $2) OFFSET 0
    ) item
  ) own
  WHERE is_followed ORDER BY id`;
/** Of item $4, which is shipped. $2 and $3 as `recordTold`. */
export const RECORD_TOLD = recordTold('status', '= $4');

/** Of all accounts. With OFFSET, what was sent is only read when no recipient waits. */
export const SETTLE = `
  UPDATE status_messages message SET delivered = outbox.delivered, refused = recipients - outbox.delivered
  FROM (
    SELECT account_id, id FROM status_messages unsettled WHERE state = 'sent' AND delivered IS NULL
      AND NOT EXISTS (SELECT FROM mail_outbox mail WHERE mail.about = unsettled.id AND mail.status = 'pending') OFFSET 0
  ) sent
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS delivered FROM mail_outbox mail WHERE mail.about = sent.id AND mail.status = 'sent'
  ) outbox
  WHERE message.account_id = sent.account_id AND message.id = sent.id`;
export const UNSETTLED = `
  SELECT count(*)::integer FROM status_messages WHERE state = 'sent' AND delivered IS NULL`;
/** They count for the limit until then. $1 now. */
export const REMOVE_ORPHANS = `
  DELETE FROM status_messages WHERE feedback_id IS NULL AND entry_id IS NULL AND created_at < $1::timestamptz - interval '24 hours'`;

export type MessageRow = [
  id: string,
  feedbackId: string,
  state: StatusMessageState,
  previousStatus: Status,
  status: Status | null,
  message: string | null,
  actor: string,
  createdAt: Instant,
  dueAt: Instant,
  sentAt: Instant | null,
  recipients: number,
  delivered: number,
  waiting: number,
  refused: number,
];

export function messageOf(row: MessageRow): StatusMessage {
  const [id, feedback_id, state, previous_status, status, message, actor, created_at, due_at, sent_at] = row;
  const [recipients, delivered, waiting, refused] = row.slice(10) as [number, number, number, number];
  return {
    id,
    feedback_id,
    state,
    previous_status,
    status,
    message,
    actor: actorOf(actor),
    created_at,
    due_at,
    sent_at,
    recipients,
    delivered,
    waiting,
    refused,
  };
}
