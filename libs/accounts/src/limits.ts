/**
 * Limits and enumerations of accounts. Lengths are in code points. The browser compiles against them through
 * `@libs/contract`, so this file imports nothing.
 */

export const PLANS = ['free', 'pro'] as const;
export type Plan = (typeof PLANS)[number];

export const ACCOUNT_NAME_MAX = 100;
/** Of a person's name. */
export const PERSON_NAME_MAX = 100;
export const MEMBERS_MAX = 1000;
/** Invitations of an account that can still be accepted. */
export const INVITATIONS_MAX = 50;
export const INVITATION_DAYS = 7;
export const SLUG_MIN = 3;
export const SLUG_MAX = 50;
export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The least role of each action of members (team.md 2). */
export const LEAST_ROLES = {
  /** Inbox, board, insights, history. */
  read: 'viewer',
  /** The person's name, email address, password, second factor, sessions, leaving, and new accounts. */
  'own.manage': 'viewer',
  /** Items, notes, tags, merge, quarantine. */
  'items.change': 'editor',
  'views.change': 'editor',
  /** Import, export, and personal data of submitters. */
  'data.transfer': 'admin',
  'form.manage': 'admin',
  'keys.manage': 'admin',
  'webhooks.manage': 'admin',
  'members.manage': 'admin',
  'security.read': 'admin',
  /** Name, required second factor, and deletion. */
  'account.manage': 'owner',
} as const;
export type Action = keyof typeof LEAST_ROLES;

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

export const PERMISSIONS = ['full', 'read', 'submit'] as const;
/** `read` only reads, `submit` only submits from its allowed origins, `full` can do everything (api-keys.md 3). */
export type Permission = (typeof PERMISSIONS)[number];

export const API_KEY_NAME_MAX = 100;
/** Active keys per account. Each has a separate quota (api-keys.md 4). */
export const API_KEYS_MAX = 10;
export const ALLOWED_ORIGINS_MAX = 20;
export const EXPIRY_DAYS = [30, 90, 365] as const;
/** How long the old key stays valid after a rotation: 0 seconds, 1 hour, 1 day, 1 week. */
export const OVERLAPS_SECONDS = [0, 3600, 86_400, 604_800] as const;

export const EMAIL_FIELDS = ['hidden', 'optional', 'required'] as const;
/** Whether the form asks for the submitter's email address. */
export type EmailField = (typeof EMAIL_FIELDS)[number];

export const FORM_HEADING_MAX = 100;
export const FORM_TEXT_MAX = 1000;
export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/;

/** How long the security log keeps an event. */
export const SECURITY_LOG_DAYS = 90;
/** Failed sign-ins, and wrong codes, that the security log records per account and hour. */
export const FAILED_SIGN_INS_PER_HOUR = 10;

/** How many days the requests of API keys are kept, with the current one (api-keys.md 8). */
export const API_USAGE_DAYS = 30;

/** Messages about the same change of the same member within an hour. */
export const MEMBER_NOTICES_PER_HOUR = 5;

/** Recovery codes of a second factor (second-factor.md 2). */
export const RECOVERY_CODES = 10;

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
export const DIGESTS = ['immediately', 'daily', 'weekly', 'off'] as const;
export type Digest = (typeof DIGESTS)[number];
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
