import type { Actor, Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { FeedbackRequest } from '../requests/request';
import type { QuarantinedFeedback } from '../quarantine/quarantine';
import type {
  SubmitterCounts,
  SubmitterEntry,
  SubmitterEvent,
  SubmitterHistoryEntry,
  SubmitterNote,
} from './submitter';

export interface ItemErasure {
  /** Deletes the items that the submitter sent, and the requests. Otherwise they are kept without the email address. */
  readonly deletes: boolean;
  readonly at: Instant;
  readonly by: Actor;
}

/**
 * Finds and erases an email address in all data of an account. Compares email addresses in any case, and finds them
 * within texts, but not as a part of another email address.
 */
export interface SubmitterRepository {
  /** Returns the IDs of the items with the email address, in their order. */
  findItems(accountId: string, email: string): Promise<readonly string[]>;
  listItems(accountId: string, ids: readonly string[]): Promise<readonly Feedback[]>;
  /** Pages of quarantined submissions with the email address. A page can be empty: it took time to find none. */
  quarantined(accountId: string, email: string): AsyncIterable<readonly QuarantinedFeedback[]>;
  /** Pages of notes with the email address, which can also be empty. */
  notes(accountId: string, email: string): AsyncIterable<readonly SubmitterNote[]>;
  /** Pages of entries of the changelog with the email address, which can also be empty. */
  changelog(accountId: string, email: string): AsyncIterable<readonly SubmitterEntry[]>;
  /** Pages of events with the email address, which can also be empty. */
  events(accountId: string, email: string): AsyncIterable<readonly SubmitterEvent[]>;
  /** Pages of entries of the history of items, with earlier values that have the email address. Can also be empty. */
  history(accountId: string, email: string): AsyncIterable<readonly SubmitterHistoryEntry[]>;
  /** Pages of stored requests with the email address, which can also be empty. A submission is an item. */
  requests(accountId: string, email: string): AsyncIterable<readonly FeedbackRequest[]>;
  /** Counts stored responses with the email address. */
  countResponses(accountId: string, email: string): Promise<number>;
  /**
   * Erases the email address from items, from their search text, and with what else is stored of their submission.
   * Records changes and deletions without the email address. Returns the number of items.
   */
  eraseItems(accountId: string, email: string, ids: readonly string[], erasure: ItemErasure): Promise<number>;
  /**
   * Erases the email address from requests: those of it lose their name, quote, and link, too, or are deleted. Returns
   * their number. Not atomic: after an error, call it again.
   */
  eraseRequests(accountId: string, email: string, erasure: ItemErasure): Promise<number>;
  /**
   * Deletes quarantined submissions and stored responses with the email address, and the values of events with it, which
   * are then not sent anymore, and of the history of items. Replaces it in notes, in messages about status, and in the changelog.
   * Not atomic: after an error, call it again.
   */
  eraseRest(accountId: string, email: string): Promise<Omit<SubmitterCounts, 'items' | 'requests'>>;
}
