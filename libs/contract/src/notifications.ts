import type { AtOnce, Daily, NewFeedbackMail, NotificationKind } from '@libs/accounts/limits';
import type { ListPage } from './response';

/** An entry of `GET notifications`, newest first. */
export interface Notification {
  readonly id: string;
  readonly kind: NotificationKind;
  /** How often it happened since it was read last. */
  readonly count: number;
  /** The item that it is about, or the last one of several; null if there is none, or it was deleted. */
  readonly item: { readonly id: string; readonly title: string } | null;
  /** The start of the text of the note of a mention; null for other kinds, and if it was deleted. */
  readonly note: string | null;
  /** By kind: `note_id`, `by`; `webhook`; `created`, `existing`; `rows`, `failed` (notifications.md 1). */
  readonly subject: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly read_at: string | null;
}

/** `GET notifications`. */
export interface NotificationPage extends ListPage<Notification> {
  /** Up to 100. */
  readonly unread: number;
}

/** Response of `POST notifications/read`, and data of each event of `GET notifications/stream`. */
export interface UnreadNotifications {
  readonly unread: number;
}

/** `GET notification-settings`. `PATCH notification-settings` accepts some of them. */
export interface NotificationSettings {
  readonly new_feedback_in_app: boolean;
  readonly new_feedback_mail: NewFeedbackMail;
  readonly new_feedback_view: string | null;
  readonly assigned_mail: AtOnce;
  readonly mentioned_mail: AtOnce;
  /** About disabled webhooks and imports. */
  readonly service_mail: AtOnce;
  readonly quarantine_mail: Daily;
  readonly time_zone: string;
}
