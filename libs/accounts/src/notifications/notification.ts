import type { Actor, Instant } from '@libs/kernel';
import { NOTIFICATION_KINDS, type NotificationKind } from '../limits';

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
  /** The start of the text of the note of a mention, at most `MENTION_TEXT_MAX` characters; null if it was deleted. */
  readonly note: string | null;
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
  /** Gets no message about it. */
  readonly by?: Actor;
}
