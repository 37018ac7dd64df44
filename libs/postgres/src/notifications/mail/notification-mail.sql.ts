import { MAIL_LEASE_SECONDS, type MailTiming } from '@libs/accounts';
import { mailDueAt, NOTE_TEXT } from '../notification.sql';

/** Rows per claim. */
const CHUNK_SIZE = 200;
const CLAIMED_UNTIL = `$1::timestamptz + interval '${MAIL_LEASE_SECONDS} seconds'`;
/** Almost always, events from before 8:00 are published by then. Later ones are in the next digest mail. */
const PUBLISHED_AFTER = `interval '30 seconds'`;

/**
 * Whether no earlier message about the same is waiting: it could be sent after a later one, and after an outage of the
 * mail server, there would be many. Not an anti-join, which compares all pairs if the planner expects few messages.
 * @param about the notification, or the account of digest mail
 */
const noneIsWaiting = (person: string, about: string): string => `(
  SELECT true FROM mail_outbox WHERE status = 'pending' AND topic = ${person} || ' ' || ${about} LIMIT 1) IS NULL`;
/** Returns what a message is about, as `noneIsWaiting` compares it. */
export const topicOf = (personId: string, about: string): string => `${personId} ${about}`;

/** Members with a confirmed address, of accounts that are not suspended. */
const RECIPIENTS = `
  SELECT memberships.account_id, person_id, people.email, accounts.name AS account
  FROM memberships JOIN people ON people.id = person_id JOIN accounts ON accounts.id = memberships.account_id
  WHERE suspended_at IS NULL AND email_confirmed_at IS NOT NULL`;

/** $1 now. The time at which a claim ends is the next time at which the message is due. */
export const CLAIM_NOTIFICATIONS = `
  WITH due AS MATERIALIZED (
    SELECT account_id, person_id, id FROM notifications
    WHERE mail_due_at <= $1 AND read_at IS NULL
      AND mail_due_at > $1::timestamptz - interval '1 day' AND created_at > $1::timestamptz - interval '1 day'
      AND ${noneIsWaiting('person_id', 'notifications.id')}
    ORDER BY mail_due_at LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
  ),
  claimed AS (
    UPDATE notifications SET mail_due_at = ${CLAIMED_UNTIL} FROM due
    WHERE notifications.account_id = due.account_id AND notifications.person_id = due.person_id
      AND notifications.id = due.id
    RETURNING notifications.*
  )
  SELECT account_id AS "accountId", person_id AS "personId", claimed.id, kind, count, item_id AS "itemId", subject,
    mail_due_at AS "claimedUntil", recipient.email, recipient.account, author.name AS by
  FROM claimed LEFT JOIN (${RECIPIENTS}) recipient USING (account_id, person_id)
  LEFT JOIN people author ON author.id =
    CASE WHEN subject->'by'->>'type' = 'owner' THEN (subject->'by'->>'id')::uuid END`;

export const TITLES = `SELECT id, title AS text FROM feedback WHERE account_id = $1 AND id = ANY ($2::uuid[])`;

/** $2 items, $3 notes, whose IDs come from JSON. */
export const NOTES = `
  SELECT id, ${NOTE_TEXT} AS text FROM feedback_notes note
  WHERE account_id = $1 AND item_id = ANY ($2::uuid[]) AND id::text = ANY ($3::text[])`;

/** Locks the accounts that still exist, before their rows, as their deletion does. */
export const LOCK_ACCOUNTS = `SELECT id FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE`;

/**
 * Ends claims that are not over ($1 accounts, $2 people, $3 IDs, $4 ends). Returns the places of those whose messages
 * the settings still want.
 */
export const END_NOTIFICATIONS = `
  WITH locked AS MATERIALIZED (
    SELECT account_id, person_id, id, kind, place FROM notifications JOIN (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) WITH ORDINALITY
        AS claimed (account_id, person_id, id, until, place)
    ) claimed USING (account_id, person_id, id)
    WHERE mail_due_at = until ORDER BY account_id, person_id, kind, id FOR UPDATE OF notifications
  ),
  ended AS (
    UPDATE notifications SET mail_due_at = NULL FROM locked
    WHERE notifications.account_id = locked.account_id AND notifications.person_id = locked.person_id
      AND notifications.id = locked.id
    RETURNING locked.*
  )
  SELECT place FROM ended LEFT JOIN notification_settings USING (account_id, person_id)
  WHERE ${mailDueAt('ended.kind', 'now()')} IS NOT NULL`;

const DIGEST_MAIL: Readonly<
  Record<MailTiming, { readonly dueAt: string; readonly wanted: string; readonly by: string }>
> = {
  'at-once': { dueAt: 'feedback_due_at', wanted: `new_feedback_mail = 'immediately'`, by: '$1' },
  digest: {
    dueAt: 'digest_due_at',
    wanted: `(new_feedback_mail IN ('daily', 'weekly') OR quarantine_mail = 'daily')`,
    by: `$1::timestamptz - ${PUBLISHED_AFTER}`,
  },
};

const CLAIM: Readonly<Record<MailTiming, string>> = {
  // The publisher of an event in the meantime changes it again.
  'at-once': `mail_claimed_until = ${CLAIMED_UNTIL}, feedback_due_at = ${CLAIMED_UNTIL}`,
  digest: `mail_claimed_until = ${CLAIMED_UNTIL}`,
};
const DUE_AT: Readonly<Record<MailTiming, string>> = {
  'at-once': `NULL::timestamptz`,
  digest: `nullif(digest_due_at, '-infinity')`,
};

/** $1 now. In random order, so that slow ones don't always hold up the same others. @param settings their columns */
export function claimDigestMail(timing: MailTiming, settings: string): string {
  const { dueAt, wanted, by } = DIGEST_MAIL[timing];
  return `
    WITH due AS MATERIALIZED (
      SELECT account_id, person_id FROM notification_settings
      WHERE ${dueAt} <= ${by} AND ${wanted} AND mail_claimed_until <= $1
        AND ${noneIsWaiting('person_id', 'notification_settings.account_id')}
      ORDER BY ${dueAt}, account_id LIMIT ${CHUNK_SIZE} FOR UPDATE SKIP LOCKED
    ),
    claimed AS (
      UPDATE notification_settings settings SET ${CLAIM[timing]} FROM due
      WHERE settings.account_id = due.account_id AND settings.person_id = due.person_id
      RETURNING settings.*
    )
    SELECT account_id AS "accountId", person_id AS "personId", mail_claimed_until AS "claimedUntil", email, account,
      ${settings}, ${DUE_AT[timing]} AS "dueAt", feedback_since AS since
    FROM claimed LEFT JOIN (${RECIPIENTS}) recipient USING (account_id, person_id)
    ORDER BY random()`;
}

/** Position of the last event. Read after the claim, so that the message covers everything published before it. */
export const LAST_POSITION = 'SELECT last FROM event_positions';

const NEXT: Readonly<Record<MailTiming, string>> = {
  // An event in between makes the next message due after some minutes.
  'at-once': `feedback_checked_at = $5, feedback_due_at = CASE WHEN feedback_due_at = until
    THEN 'infinity' ELSE greatest(feedback_due_at, $5::timestamptz + $7::interval) END`,
  digest: 'digest_due_at = next_due_at',
};

/**
 * Ends claims that are not over ($1 accounts, $2 people, $3 ends), and returns their places. $4 positions, $5 now, $6 next
 * due times, $7 time between messages.
 */
export const endDigestMail = (timing: MailTiming): string => `
  WITH locked AS MATERIALIZED (
    SELECT account_id, person_id, place, until, since, next_due_at FROM notification_settings JOIN (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::bigint[], $6::timestamptz[])
        WITH ORDINALITY AS claimed (account_id, person_id, until, since, next_due_at, place)
    ) claimed USING (account_id, person_id)
    WHERE mail_claimed_until = until ORDER BY account_id, person_id FOR UPDATE OF notification_settings
  )
  UPDATE notification_settings settings
  SET mail_claimed_until = '-infinity', feedback_since = since, ${NEXT[timing]}
  FROM locked WHERE settings.account_id = locked.account_id AND settings.person_id = locked.person_id
    AND ($5::timestamptz, $7::interval) IS NOT NULL
  RETURNING place`;
