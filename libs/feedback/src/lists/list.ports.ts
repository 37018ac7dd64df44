import type { Feedback } from '../items/feedback';
import type { Status } from '../items/feedback.rules';
import type { ChangesQuery, ListedChange } from './changes';
import type { FeedbackQuery } from './list';
import type { FeedbackFilter, StatuslessFilter } from './selection';

/** Lists and counts items. Every method takes the account ID first, and has the items of this account only. */
export interface ItemLists {
  /**
   * Returns the items that match the query, in the order of `query.sort`. Returns at most `query.limit + 1` items: an
   * extra item shows that another page follows.
   */
  list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]>;
  /**
   * Returns changed items, and deleted ones that no item with the same ID has replaced, in the order of their times, then
   * IDs. Deletions are known for as long as their events are kept. Returns at most `query.limit + 1` entries.
   */
  listChanges(accountId: string, query: ChangesQuery): Promise<readonly ListedChange[]>;
  /** Returns the exact number of items that match the filter. Takes time proportional to that number. */
  count(accountId: string, filter?: FeedbackFilter): Promise<number>;
  /**
   * Returns the number of items that match each filter, at most `max`, in the order of `filters`; null for a filter whose
   * count takes too long.
   */
  countUpTo(
    accountId: string,
    filters: readonly FeedbackFilter[],
    max: number,
  ): Promise<readonly (number | null)[]>;
  /** As `count`, for each status. Has every status, also those without items. */
  countByStatus(accountId: string, filter?: StatuslessFilter): Promise<Readonly<Record<Status, number>>>;
  /**
   * As `countByStatus`, in a time that does not grow with the number of items. Exact if at most `max` items match, and
   * without a filter for each status with at most `max` items.
   */
  countByStatusUpTo(accountId: string, filter: StatuslessFilter, max: number): Promise<StatusCounts>;
}

/** Numbers of items. */
export interface StatusCounts {
  readonly counts: Readonly<Record<Status, number>>;
  /** The statuses that have this number of items or more. */
  readonly atLeast: readonly Status[];
}

/** Maximum number of items that a member's counts by status read, for each status or in a search. */
export const STATUS_COUNT_MAX = 10_000;
