import {
  MERGED_KINDS,
  mayDo,
  MENTION_MAILS_PER_HOUR,
  MENTION_TEXT_MAX,
  NEW_FEEDBACK_SOURCES,
  NOTIFICATION_KINDS,
  SECONDS_BETWEEN_MAILS,
  type Action,
} from '@libs/accounts';
import { ROLES } from '@libs/kernel';

/** Who belongs to each account. */
export const MEMBERS = `
  SELECT account_id, person_id, role, name, email FROM memberships JOIN people ON people.id = person_id`;

const rolesOf = (action: Action): string => `{${ROLES.filter((role) => mayDo(role, action)).join(',')}}`;

/** The start of the text of a note, for its mention. */
export const NOTE_TEXT = `CASE WHEN char_length(note.text) > ${MENTION_TEXT_MAX}
  THEN left(note.text, ${MENTION_TEXT_MAX - 1}) || '…' ELSE note.text END`;

/** The columns of a new notification. */
export const NEW_COLUMNS =
  'account_id, person_id, id, kind, is_merged, count, item_id, subject, created_at, mail_due_at';
export const IS_MERGED = (kind: string): string => `${kind} = ANY ('{${MERGED_KINDS.join(',')}}')`;

/**
 * SQL for the time at which a message about a notification is due: at once, or null, depending on the columns of
 * `notification_settings`, which are null for a person without settings.
 */
export function mailDueAt(kind: string, at: string): string {
  const wanted = Object.entries(NOTIFICATION_KINDS).flatMap(([name, { mail }]) =>
    mail === null ? [] : [`WHEN '${name}' THEN coalesce(${mail}, 'immediately')`],
  );
  return `CASE WHEN CASE ${kind} ${wanted.join(' ')} END = 'immediately' THEN ${at} END`;
}

/**
 * Adds to the unread notification of the same kind, if it is merged. A message that is due stays due, but a claim of it
 * ends, because the message would not contain the addition. The next message is some minutes later.
 */
export const MERGE = `
  ON CONFLICT (account_id, person_id, kind) WHERE read_at IS NULL AND is_merged DO UPDATE SET
    count = notifications.count + excluded.count, item_id = excluded.item_id, subject = excluded.subject,
    created_at = excluded.created_at,
    mail_due_at = CASE WHEN excluded.mail_due_at IS NULL THEN notifications.mail_due_at ELSE coalesce(
      notifications.mail_due_at + interval '1 millisecond',
      greatest(excluded.mail_due_at, notifications.created_at + interval '${SECONDS_BETWEEN_MAILS} seconds')) END`;

/**
 * SQL for the time at which a message about a mention is due ($1 account, $2 item, $5 now; `person_id`): one message for
 * the mentions of a person in an item within some minutes, and a limited number per hour.
 */
export const RECENT_MENTIONS = `
  LEFT JOIN LATERAL (
    SELECT count(*) AS in_hour, bool_or(item_id = $2 AND mail_due_at IS NOT NULL AND read_at IS NULL) AS is_due,
      max(created_at) FILTER (WHERE item_id = $2) + interval '${SECONDS_BETWEEN_MAILS} seconds' AS next_at
    FROM notifications
    WHERE account_id = $1 AND notifications.person_id = person.person_id AND kind = 'mentioned'
      AND created_at > $5::timestamptz - interval '1 hour'
  ) recent ON true`;
export const MENTION_DUE_AT = `
  CASE WHEN in_hour < ${MENTION_MAILS_PER_HOUR} AND is_due IS NOT TRUE
    THEN ${mailDueAt("'mentioned'", 'greatest($5::timestamptz, next_at)')} END`;

/** Only members assign items. */
const BY = `json_build_object('by', json_build_object('type', split_part(actor, ':', 1), 'id', split_part(actor, ':', 2)))`;

const IS_NEW_FEEDBACK = `type = 'feedback.created' AND new_source = ANY ('{${NEW_FEEDBACK_SOURCES.join(',')}}')`;

const FEEDBACK_DUE_AT = `greatest(clock_timestamp(),
  feedback_checked_at + interval '${SECONDS_BETWEEN_MAILS} seconds')::timestamptz(3)`;

/**
 * Makes mail about new feedback due for those who want it at once, some minutes after the last one. Locks rows in the order
 * of people, and reads them after that: a message can be stored in the meantime. Also locks rows that it doesn't change:
 * otherwise, a process that claims one now would not see these items, and would store that no mail is due. Always changes
 * claimed rows, whose `feedback_due_at` is the end of the claim.
 */
const WAKE_FEEDBACK_MAIL = `
  wanted AS MATERIALIZED (
    SELECT account_id, person_id, feedback_due_at = mail_claimed_until AS is_claimed, feedback_due_at,
      ${FEEDBACK_DUE_AT} AS due_at
    FROM (
      SELECT DISTINCT account_id, person_id
      FROM (SELECT DISTINCT account_id, actor FROM occurrences WHERE kind = 'new_feedback') news
      JOIN memberships USING (account_id) WHERE actor <> 'owner:' || person_id
    ) reader JOIN notification_settings settings USING (account_id, person_id)
    WHERE new_feedback_mail = 'immediately' ORDER BY account_id, person_id FOR NO KEY UPDATE OF settings
  ),
  woken AS (
    UPDATE notification_settings settings SET feedback_due_at = due_at FROM wanted
    WHERE settings.account_id = wanted.account_id AND settings.person_id = wanted.person_id
      AND (is_claimed OR wanted.feedback_due_at > due_at)
  )`;

/**
 * Writes the notifications of events, as a part of the statement that publishes them: once for each event, whatever
 * instance publishes it. Many new items are one row for each person. Locks rows in the order of people and kinds,
 * as `MARK_READ` does, to prevent deadlocks.
 */
export const WRITE_NOTIFICATIONS = `
  occurrences AS MATERIALIZED (
    SELECT account_id, position, at, actor, item_id,
      CASE type WHEN 'feedback.created' THEN 'new_feedback' WHEN 'feedback.updated' THEN 'assigned'
        WHEN 'feedback.imported' THEN 'import_finished' ELSE 'webhook_disabled' END AS kind,
      CASE type WHEN 'feedback.created' THEN '{}' WHEN 'feedback.updated' THEN ${BY} ELSE item END AS subject,
      CASE type WHEN 'feedback.updated' THEN new_assignee->>'id' END AS assignee
    FROM numbered
    WHERE type IN ('feedback.imported', 'webhook.disabled')
      OR ${IS_NEW_FEEDBACK}
      OR type = 'feedback.updated' AND new_assignee->>'id' <> coalesce(old_assignee->>'id', '')
  ),
  told AS MATERIALIZED (
    SELECT account_id, person_id, kind, ${IS_MERGED('kind')} AS is_merged, position, at, item_id, subject,
      CASE WHEN kind <> 'import_finished' OR actor <> 'owner:' || person_id THEN ${mailDueAt('kind', 'at')} END
        AS mail_due_at
    FROM occurrences JOIN (${MEMBERS}) member USING (account_id)
    LEFT JOIN notification_settings USING (account_id, person_id)
    WHERE CASE kind
      WHEN 'new_feedback' THEN coalesce(new_feedback_in_app, true) AND actor <> 'owner:' || person_id
      WHEN 'assigned' THEN assignee = person_id::text AND actor <> 'owner:' || person_id
      WHEN 'import_finished' THEN role = ANY ('${rolesOf('data.transfer')}')
      ELSE role = ANY ('${rolesOf('webhooks.manage')}')
    END
  ),
  notified AS (
    INSERT INTO notifications (${NEW_COLUMNS})
    SELECT account_id, person_id, gen_random_uuid(), kind, is_merged, count(*),
      (array_agg(item_id ORDER BY position DESC))[1], (array_agg(subject ORDER BY position DESC))[1], max(at),
      max(mail_due_at)
    FROM told GROUP BY account_id, person_id, kind, is_merged, CASE WHEN NOT is_merged THEN position END
    ORDER BY account_id, person_id, kind ${MERGE}
  ),
  ${WAKE_FEEDBACK_MAIL}`;

/** Deletes what is only about deleted items ($1 accounts, $2 items), and removes them from the rest. */
export const FORGET_ITEMS = [
  `DELETE FROM notifications USING unnest($1::uuid[], $2::uuid[]) AS deleted (account, item)
   WHERE account_id = account AND item_id = item AND count = 1`,
  `UPDATE notifications SET item_id = NULL FROM unnest($1::uuid[], $2::uuid[]) AS deleted (account, item)
   WHERE account_id = account AND item_id = item`,
];
