import type { MailKind, OutboxMessage } from './mail';

/** Links that someone waits for. */
const LINK = 0;
/** What someone asked for, or must know for the security of an account. */
const NOTICE = 1;
const ABOUT_NOTIFICATION = 2;
/** To people outside the account. */
const OUTSIDE = 2;
const DIGEST = 3;
/** Thousands can be added at once, so all others go first (status-messages.md 5). */
const UPDATE = 4;

/** Messages with a lower number are sent first, whatever else waits (mail.md 3). */
export const MAIL_PRIORITY: Readonly<Record<MailKind, number>> = {
  password_reset: LINK,
  email_confirmation: LINK,
  email_change_requested: NOTICE,
  email_changed: NOTICE,
  password_changed: NOTICE,
  new_sign_in: NOTICE,
  api_key_created: NOTICE,
  member_added: NOTICE,
  invitation: NOTICE,
  role_changed: NOTICE,
  member_removed: NOTICE,
  second_factor_changed: NOTICE,
  account_deleted: NOTICE,
  mentioned: ABOUT_NOTIFICATION,
  assigned: ABOUT_NOTIFICATION,
  webhook_disabled: ABOUT_NOTIFICATION,
  import_finished: ABOUT_NOTIFICATION,
  import_failed: ABOUT_NOTIFICATION,
  receipt: OUTSIDE,
  follow_link: OUTSIDE,
  vote_confirmation: OUTSIDE,
  changelog_confirmation: OUTSIDE,
  status_update: UPDATE,
  changelog_entry: UPDATE,
  digest: DIGEST,
};

/** Messages up to this priority don't wait for a quota (mail.md 1). */
export const LAST_URGENT_PRIORITY = NOTICE;
export const LAST_PRIORITY = UPDATE;

/** Seconds between an attempt and the next one. The last of them repeats, so no message waits long after an outage. */
const RETRY_SECONDS: readonly number[] = [5, 30, 120, 600];

/** How long an attempt may take. If its process ends without a result, another one repeats the attempt after this time. */
export const MAIL_LEASE_SECONDS = 120;

/** Messages are deleted this long after they were sent or dropped. */
export const MAIL_RETENTION_DAYS = 7;

/** A message that one process is sending. */
export interface ClaimedMessage extends OutboxMessage {
  /** Number of this attempt, starting at 1. */
  readonly attempt: number;
}

/**
 * The result of an attempt. `deferred`: the server does not accept this message yet. `reason` is a code without personal
 * data, such as `550`.
 */
export type MailResult =
  | { readonly state: 'sent' }
  | {
      readonly state: 'rejected' | 'deferred' | 'unavailable';
      readonly reason: string;
      /** Whether the server says that there is no such recipient. */
      readonly isUnknownRecipient?: boolean;
    };

/** What happens to a message after an attempt. */
export type MailOutcome =
  | { readonly status: 'sent' }
  | { readonly status: 'pending'; readonly dueAt: Date; readonly reason: string }
  | { readonly status: 'failed' | 'expired'; readonly reason: string };

/** Repeats an attempt unless the server rejected the message, as long as it is valid. */
export function mailOutcome(
  { attempt, expiresAt }: Pick<ClaimedMessage, 'attempt' | 'expiresAt'>,
  result: MailResult,
  now: Date,
): MailOutcome {
  if (result.state === 'sent') return { status: 'sent' };
  const { reason } = result;
  if (result.state === 'rejected') return { status: 'failed', reason };
  const seconds = RETRY_SECONDS[attempt - 1] ?? RETRY_SECONDS.at(-1)!;
  const dueAt = new Date(now.getTime() + seconds * 1000);
  return dueAt >= expiresAt ? { status: 'expired', reason } : { status: 'pending', dueAt, reason };
}
