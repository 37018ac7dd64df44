/** Settings of mail about one notification, `immediately` or `off` (notifications.md 4). */
export type AtOnceSetting = 'assigned_mail' | 'mentioned_mail' | 'service_mail';

/**
 * What a person is told (notifications.md 1). `isMerged`: while one is unread, later ones of the same kind are added to
 * it, so that many items at once are one notification with a count. `mail`: the setting that decides whether it is also
 * sent as a message; null if messages about it are not sent one by one.
 */
export const NOTIFICATION_KINDS = {
  new_feedback: { isMerged: true, mail: null },
  mentioned: { isMerged: false, mail: 'mentioned_mail' },
  assigned: { isMerged: true, mail: 'assigned_mail' },
  webhook_disabled: { isMerged: false, mail: 'service_mail' },
  import_finished: { isMerged: true, mail: 'service_mail' },
  import_failed: { isMerged: true, mail: 'service_mail' },
} as const satisfies Record<string, { readonly isMerged: boolean; readonly mail: AtOnceSetting | null }>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** Sources of items that others send (notifications.md 2). Members know of those that they add or import. */
export const NEW_FEEDBACK_SOURCES = ['form', 'widget', 'api'] as const;

/** Minimum time between two messages to a person about new feedback, or about one notification that grows. */
export const SECONDS_BETWEEN_MAILS = 300;

/** Mentions of a person in an account within an hour of which messages are sent. */
export const MENTION_MAILS_PER_HOUR = 20;

/** Characters of a note that the notification and the message of a mention have. */
export const MENTION_TEXT_MAX = 500;

/** Days after which a notification is deleted. */
export const NOTIFICATION_DAYS = 90;

/** What is unread is counted up to this number. */
export const UNREAD_COUNTED_MAX = 100;

/** Notifications that one request can mark as read. */
export const READ_IDS_MAX = 100;

/** When mail about new feedback is sent. */
export const NEW_FEEDBACK_MAIL = ['immediately', 'daily', 'weekly', 'off'] as const;
export type NewFeedbackMail = (typeof NEW_FEEDBACK_MAIL)[number];

/** When mail about something that concerns one person is sent. */
export const AT_ONCE = ['immediately', 'off'] as const;
export type AtOnce = (typeof AT_ONCE)[number];

/** When mail about items in quarantine is sent. */
export const DAILY = ['daily', 'off'] as const;
export type Daily = (typeof DAILY)[number];

/**
 * Settings that a link in a message turns off (notifications.md 7). Links contain their positions, so add new ones at the
 * end. Not composed of other lists: a spread runs code, so each page would load all texts.
 */
export const UNSUBSCRIBABLE = [
  'new_feedback_mail',
  'quarantine_mail',
  'assigned_mail',
  'mentioned_mail',
  'service_mail',
] as const;
export type MailSetting = (typeof UNSUBSCRIBABLE)[number];
