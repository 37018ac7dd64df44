import type { ExpectedVersion, Feedback, Revision } from './feedback';
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
   * Does what `revised` says to the item as it is stored, as one step: no other writer gets in between.
   * Null when there is no such item.
   * @throws DomainError `precondition_failed`
   */
  revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null>;
  /**
   * Removes for good, as one step with the look at its version. False when there was nothing to remove.
   * @throws DomainError `precondition_failed`
   */
  remove(accountId: string, id: string, expected: ExpectedVersion): Promise<boolean>;
}
