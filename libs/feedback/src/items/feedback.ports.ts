import type { BatchRevision, ItemVersion } from '../batch/batch';
import type { FeedbackQuery } from '../lists/list';
import type { FeedbackFilter, StatuslessFilter } from '../lists/selection';
import type { Feedback } from './feedback';
import type { Status } from './feedback.rules';
import type { ExpectedVersion, Revision } from './revision';

/**
 * Where feedback rests. Every method names the account first: an item of another account does not exist, and
 * neither does one under a malformed id. Ids are in lower case.
 */
export interface FeedbackRepository {
  add(item: Feedback): Promise<void>;
  /** In the order of `query.sort`. Reads at most `query.limit + 1`, the one more telling whether another page follows. */
  list(accountId: string, query: FeedbackQuery): Promise<readonly Feedback[]>;
  /** Exact, and so takes time proportional to the number. */
  count(accountId: string, filter?: FeedbackFilter): Promise<number>;
  /** How many items of each status pass the filter, or there are; likewise. */
  countByStatus(accountId: string, filter?: StatuslessFilter): Promise<Readonly<Record<Status, number>>>;
  /** Null when there is no such item. */
  find(accountId: string, id: string): Promise<Feedback | null>;
  /** As they are at one moment, in the order of `ids`, none of them twice; null where there is no such item. */
  findAll(accountId: string, ids: readonly string[]): Promise<readonly (Feedback | null)[]>;
  /**
   * Does what `revised` says to the item as it is stored, as one step: no other writer gets in between.
   * Null when there is no such item.
   * @throws DomainError `precondition_failed`
   */
  revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null>;
  /**
   * All of a batch or nothing, as one step; two batches at once wait for each other and never deadlock. Returns the
   * items as they were before, in the order of the batch; null where there is no such item, and then none was changed.
   */
  reviseAll(accountId: string, batch: BatchRevision): Promise<readonly (Feedback | null)[]>;
  /**
   * Removes for good, as one step with the look at its version. False when there was nothing to remove.
   * @throws DomainError `precondition_failed`
   */
  remove(accountId: string, id: string, expected: ExpectedVersion): Promise<boolean>;
  /**
   * Removes permanently each of the items that is stored in its version, as one step. Returns the ids of those stored
   * in another one; what is not there is left out. Two calls at once never deadlock.
   */
  removeUnchanged(accountId: string, items: readonly ItemVersion[]): Promise<readonly string[]>;
  /** Everything the account has here, for good; in stretches, so that after a failure it is called again. */
  removeAll(accountId: string): Promise<void>;
}
