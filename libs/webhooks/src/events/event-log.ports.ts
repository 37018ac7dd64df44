import type { Event } from './event';

/** An event and its position in the log. Positions increase in the order in which events became visible. */
export interface LoggedEvent {
  readonly position: number;
  readonly event: Event;
}

/** Which events are returned; without a condition, all. */
export interface EventSelection {
  readonly types?: readonly string[];
  /** ID of the item that they are about. */
  readonly itemId?: string;
  /** Type or ID of the actor. */
  readonly actor?: string;
  /** Type or ID of an actor whose events are left out. */
  readonly excludedActor?: string;
}

export interface EventQuery extends EventSelection {
  /** Returns events after this position; null for the oldest ones. */
  readonly after: number | null;
  /** Maximum number of events. */
  readonly limit: number;
}

export interface EventPage {
  /** In their order. Can be fewer than the limit although `hasMore`, because a page reads a limited part of the log. */
  readonly events: readonly LoggedEvent[];
  /** Continue after this position. */
  readonly next: number;
  readonly hasMore: boolean;
  /** Position of the last event of any account whose retention period has ended; 0 if there is none. */
  readonly dropped: number;
}

export interface NewestQuery extends Omit<EventQuery, 'after'> {
  /** Returns events before this position; null for the newest ones. */
  readonly before: number | null;
}

export interface NewestPage {
  /** Newest first. Can be fewer than the limit although there is a `next`, as in `EventPage`. */
  readonly events: readonly LoggedEvent[];
  /** Continue before this position; null if there are no more. */
  readonly next: number | null;
  /** Position of the last event of all accounts. Later events than those of the first page are after it. */
  readonly last: number;
}

/**
 * The events of the accounts, in one order. An event never appears at or before a position that was returned as `next`
 * or `last`. Every method takes the account ID first, except those about all accounts.
 */
export interface EventLog {
  /** Reads the page from one snapshot. */
  list(accountId: string, query: EventQuery): Promise<EventPage>;
  /** Reads the page, in the reverse order, from one snapshot. */
  newest(accountId: string, query: NewestQuery): Promise<NewestPage>;
  /** Deletes the events of an account that no longer exists, and the history of its items. */
  removeAll(accountId: string): Promise<void>;
  /** Returns the position of the last event of all accounts; 0 if there is none. */
  last(): Promise<number>;
  /** Returns those of the accounts that have events after a position. */
  accountsAfter(position: number, accountIds: readonly string[]): Promise<readonly string[]>;
}

/** What one run of the publisher did. */
export interface Published {
  /** Number of published changes. */
  readonly changes: number;
  /** Number of their events. */
  readonly events: number;
  /** Number of deliveries of these events. */
  readonly deliveries: number;
}
