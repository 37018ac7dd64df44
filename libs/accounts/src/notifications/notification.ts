import type { Instant } from '@libs/kernel';

/**
 * What a person is told (notifications.md 1). `isMerged`: while one is unread, later ones of the same kind are added to
 * it, so that many items at once are one notification with a count.
 */
export const NOTIFICATION_KINDS = {
  new_feedback: { isMerged: true },
  mentioned: { isMerged: false },
  webhook_disabled: { isMerged: false },
  import_finished: { isMerged: true },
  import_failed: { isMerged: true },
} as const satisfies Record<string, { readonly isMerged: boolean }>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

export const MERGED_KINDS = (Object.keys(NOTIFICATION_KINDS) as NotificationKind[]).filter(
  (kind) => NOTIFICATION_KINDS[kind].isMerged,
);

/** A notification of one person in one account. */
export interface Notification {
  readonly id: string;
  readonly kind: NotificationKind;
  /** How often it happened; more than 1 only for merged kinds. */
  readonly count: number;
  /** The item that it is about, or the last one of several; null if there is none, or it was deleted. */
  readonly item: { readonly id: string; readonly title: string } | null;
  /** What else the kind is about, or the last one of several (notifications.md 1). */
  readonly subject: NotificationSubject;
  /** When it happened last. */
  readonly createdAt: Instant;
  /** Null if it is unread. */
  readonly readAt: Instant | null;
}

export type NotificationSubject = Readonly<Record<string, unknown>>;

/** A notification as it is stored. */
export interface NewNotification {
  readonly accountId: string;
  readonly id: string;
  readonly kind: NotificationKind;
  readonly itemId: string | null;
  readonly subject: NotificationSubject;
  readonly createdAt: Date;
}

/** Days after which a notification is deleted. */
export const NOTIFICATION_DAYS = 90;
/** What is unread is counted up to this number. */
export const UNREAD_COUNTED_MAX = 100;
/** Notifications that one request can mark as read. */
export const READ_IDS_MAX = 100;
