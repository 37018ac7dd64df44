import type { NotificationKind } from '../../limits';
import type { OutboxMessage } from '../../mail/mail';
import type { NotificationSubject } from '../notification';
import type { NotificationSettings } from '../notification-settings';

/** Someone who may get a message about an account. */
export interface MailReader {
  readonly accountId: string;
  readonly personId: string;
  /** Null if there is no message, because the person is not a member any more, or the account is suspended. */
  readonly recipient: { readonly email: string; readonly account: string } | null;
  /** Other processes leave this alone until then. Identifies the claim. */
  readonly claimedUntil: Date;
}

/** A notification whose message is due. */
export interface DueNotification extends MailReader {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly count: number;
  readonly item: { readonly id: string; readonly title: string } | null;
  /** As `Notification.note`. */
  readonly note: string | null;
  readonly subject: NotificationSubject;
  /** Name of the person who caused it; null if it wasn't a person. */
  readonly by: string | null;
}

/** Mail to a member about new feedback or quarantine is due. */
export interface DueDigestMail extends MailReader {
  readonly settings: NotificationSettings;
  /** Of digest mail; null if it is not planned yet. */
  readonly dueAt: Date | null;
  /** Position of the last event that earlier messages covered; 0 if none. */
  readonly since: number;
  /** Position of the last event that is published. */
  readonly last: number;
}

/** When the next mail is due, and the message, if there is one. */
export interface ComposedDigestMail extends Pick<DueDigestMail, 'accountId' | 'personId' | 'claimedUntil'> {
  /** Null for mail about new feedback at once: the next event makes it due. */
  readonly nextDueAt: Date | null;
  readonly since: number;
  readonly message: OutboxMessage | null;
}

export interface ComposedNotification extends Pick<
  DueNotification,
  'accountId' | 'personId' | 'id' | 'claimedUntil'
> {
  readonly message: OutboxMessage | null;
}

/** `digest`: daily or weekly. `at-once`: mail about new feedback with the setting `immediately`. */
export type MailTiming = 'digest' | 'at-once';

/**
 * Stores when mail about notifications is due. Several processes can claim at the same time. What is claimed is due again
 * after two minutes unless its result is stored. A result and its message are stored in one transaction, unless the claim
 * is over, or the person has changed a setting: then neither is stored.
 */
export interface NotificationMailRepository {
  /** Claims some notifications whose messages are due, without old ones and ones that were read. */
  claimNotifications(now: Date): Promise<readonly DueNotification[]>;
  /** Stores no message that a setting of the person has turned off since. */
  storeNotifications(composed: readonly ComposedNotification[]): Promise<void>;
  /** Claims some members whose mail is due, in any order. */
  claimDigestMail(timing: MailTiming, now: Date): Promise<readonly DueDigestMail[]>;
  storeDigestMail(timing: MailTiming, composed: readonly ComposedDigestMail[], now: Date): Promise<void>;
}

export interface FeedbackPeriod {
  /** Position of the last event before it. */
  readonly after: number;
  /** Position of its last event. */
  readonly until: number;
}

/** What a message says about new feedback. */
export interface FeedbackSummary {
  /** Name of the view; null for all items. */
  readonly view: string | null;
  readonly total: number;
  /** Those that are not zero, the largest first. */
  readonly sources: readonly NamedCount[];
  readonly statuses: readonly NamedCount[];
  /** The newest, at most `NEWEST_MAX`. */
  readonly newest: readonly ItemLine[];
  /** Open items with more than one request, the most requested first, at most `REQUESTED_MAX`. */
  readonly requested: readonly (ItemLine & { readonly requests: number })[];
}

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

export interface ItemLine {
  readonly id: string;
  readonly title: string;
}

/** What digest mail is about. */
export interface DigestMailSource {
  /**
   * Summarizes the new items of a period (notifications.md 2), without merged ones. Also those that the person released
   * from quarantine: the facts are the same for all members.
   * @param viewId a view of the person; null for all items, as for a view that doesn't exist
   */
  newFeedback(
    reader: Pick<MailReader, 'accountId' | 'personId'>,
    viewId: string | null,
    period: FeedbackPeriod,
  ): Promise<FeedbackSummary>;
  /** Counts the items in quarantine. */
  quarantined(accountId: string): Promise<number>;
}
