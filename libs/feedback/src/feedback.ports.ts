import type { Feedback } from './feedback';
import type { Status } from './feedback.rules';

/** Which items, and from where on. Newest first: `createdAt` descending, which is `id` descending. */
export interface FeedbackQuery {
  readonly status?: Status;
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** Items to skip; 0 when `after` is given. */
  readonly offset: number;
  /** Id of the last item of the page before: the page starts with the next older one (keyset). */
  readonly after?: string;
}

/**
 * Where feedback rests. Every method names the account first: an item of another account does not exist, and
 * neither does one under a malformed id. Ids are in lower case.
 */
export interface FeedbackRepository {
  add(item: Feedback): Promise<void>;
  /** Newest first. Reads at most `query.limit + 1`, the one more telling whether another page follows. */
  list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]>;
  /** Exact, and so takes time proportional to the number. */
  count(accountId: string, status?: Status): Promise<number>;
  /** Null when there is no such item. */
  find(accountId: string, id: string): Promise<Feedback | null>;
  /**
   * Reads, changes and writes as one step: no other writer gets in between. `change` may be called again with
   * a newer item; when it throws, or returns the item it was given, nothing is written.
   * Null when there is no such item.
   */
  revise(accountId: string, id: string, change: (current: Feedback) => Feedback): Promise<Feedback | null>;
  /**
   * Removes for good. `allow` sees the item first and may throw to keep it; it and the removal are one step.
   * False when there was nothing to remove.
   */
  remove(accountId: string, id: string, allow?: (current: Feedback) => void): Promise<boolean>;
}
