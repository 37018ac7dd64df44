import type { QueryRunner } from 'typeorm';
import { microsOf } from '../webhooks/delivery-id';
import { AS_PUBLISHER } from '../connection/settings';

/** Access to the rows of all accounts. */
const SETTINGS = `SELECT ${AS_PUBLISHER}`;

/** The next digest mail is planned again from now. The next new item makes mail at once due. */
const PLAN_AGAIN = `
  UPDATE notification_settings SET digest_due_at = '-infinity', feedback_due_at = 'infinity',
    mail_claimed_until = '-infinity', feedback_since = (
      SELECT greatest(last, ${microsOf('clock_timestamp()')}) FROM event_positions)`;

const END = `UPDATE notifications SET mail_due_at = NULL WHERE mail_due_at IS NOT NULL`;

/**
 * What was held, or was being sent, has no end any more, and the numbers of what was sent are not known. A message about
 * an entry of the changelog that was being sent counts as sent: a cancelled one could be asked for again.
 */
const WAS_TOLD = `state = 'sending' AND entry_id IS NOT NULL`;
const END_STATUS_MESSAGES = `
  UPDATE status_messages SET
    state = CASE WHEN state = 'sent' OR ${WAS_TOLD} THEN 'sent' ELSE 'cancelled' END,
    sent_at = CASE WHEN ${WAS_TOLD} THEN clock_timestamp() ELSE sent_at END, delivered = 0, refused = 0
  WHERE delivered IS NULL AND state IN ('held', 'sending', 'sent')`;

/** What was due in the backup has been mailed since (mail.md 3), so it is not due any more. */
export async function endDueMail(runner: QueryRunner): Promise<void> {
  for (const statement of [SETTINGS, END, PLAN_AGAIN, END_STATUS_MESSAGES]) await runner.query(statement);
}
