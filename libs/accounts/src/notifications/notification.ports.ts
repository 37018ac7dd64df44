import type { NotifiedMember } from './mentions';
import type { NewNotification, Notification } from './notification';
import type { NotificationSettings } from './notification-settings';

export interface NotificationsQuery {
  /** ID of the last notification of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Someone who has notifications in an account. */
export interface Reader {
  readonly accountId: string;
  readonly personId: string;
}

/**
 * Stores notifications. Those of events are written when the events are published, once for each event, whatever
 * instance publishes it (events.md 1). Malformed and foreign IDs count as not found.
 */
export interface NotificationRepository {
  /** Newest first, at most `query.limit + 1`. */
  list(accountId: string, personId: string, query: NotificationsQuery): Promise<readonly Notification[]>;
  /**
   * Stores a notification for each person. If the kind is merged, and a person has an unread one of it, adds to that one
   * instead: its count is increased, and it is about the last occurrence.
   */
  add(notification: NewNotification, personIds: readonly string[]): Promise<void>;
  /**
   * Adds up the counts of the unread notifications of each reader, up to `UNREAD_COUNTED_MAX`, in the order of the
   * readers.
   */
  unread(readers: readonly Reader[]): Promise<readonly number[]>;
  /** Marks notifications of a person as read. @param ids null for all */
  markRead(accountId: string, personId: string, ids: readonly string[] | null, at: Date): Promise<void>;
  /** Marks the notifications of a person as read that are only about an item. */
  markItemRead(accountId: string, personId: string, itemId: string, at: Date): Promise<void>;
  /** Deletes some notifications of all accounts that are older than `end`, and returns their number; 0 if none are left. */
  removeBefore(end: Date): Promise<number>;
}

/** Stores the settings of people in an account. They are deleted with the account. */
export interface NotificationSettingsRepository {
  /** Returns the defaults for a person who has not changed anything. */
  find(accountId: string, personId: string): Promise<NotificationSettings>;
  /**
   * Changes some settings, without interference by concurrent writers, and returns all.
   * @param feedbackSince when the period of new feedback starts if `newFeedbackMail` was `off`; now if it is absent
   */
  change(
    accountId: string,
    personId: string,
    change: Partial<NotificationSettings>,
    feedbackSince?: Date,
  ): Promise<NotificationSettings>;
}

/** Who belongs to an account. */
export interface MemberRepository {
  /** Returns the members in the order of their IDs; none if there is no such account. */
  list(accountId: string): Promise<readonly NotifiedMember[]>;
  /** Returns for each reader, in their order, whether they are a member of the account. */
  areMembers(readers: readonly Reader[]): Promise<readonly boolean[]>;
}
