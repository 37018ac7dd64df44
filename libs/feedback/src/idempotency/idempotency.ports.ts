import type { Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { BatchRevision } from '../batch/batch';
import type { StoredResponse, IdempotentRequest } from './idempotency';

/**
 * Writes that happen once, however often they are asked for (idempotency.md 2). What was answered is kept in the same
 * step as the write, or nothing happens: an `answer` that throws undoes both. The answer goes with the first of its
 * items that is removed, the memory of the request stays; both go with the account.
 *
 * All reject with DomainError `idempotency` when the key was used for something else, `conflict` when an item of the
 * answer is gone, and `conflict` with `retryAfter` while the same request is being done; none of them waits for it.
 */
export interface IdempotencyRepository {
  /** As `FeedbackRepository.add`. */
  add(item: Feedback, once: IdempotentRequest, answer: (item: Feedback) => string): Promise<StoredResponse>;
  /** As `FeedbackRepository.reviseAll`. */
  reviseAll(
    accountId: string,
    batch: BatchRevision,
    once: IdempotentRequest,
    answer: (before: readonly (Feedback | null)[]) => string,
  ): Promise<StoredResponse>;
  /**
   * Forgets a stretch of what was made at `end` or before, of every account: the one method that names none. How many;
   * none when nothing is left, or another instance is at it.
   */
  purge(end: Instant): Promise<number>;
}
