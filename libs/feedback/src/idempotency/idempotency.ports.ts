import type { Actor, Instant } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { BatchRevision, RevisedItems } from '../batch/batch';
import type { Outcome } from '../batch/operations';
import type { OperationsBatch } from '../batch/operations.plan';
import type { MergeRevision } from '../duplicates/merge';
import type { NewFollow } from '../followers/follower';
import type { AddedNote } from '../notes/note.ports';
import type { SubmittedFeedback } from '../requests/verified-person';
import type { StoredResponse, IdempotentRequest } from './idempotency';

/**
 * Writes that take effect once per idempotency key (idempotency.md 2). The first call writes and stores the response
 * that `respond` returns, atomically; if `respond` throws, nothing is written. A repeated call writes nothing and
 * returns the stored response.
 *
 * When an item of a stored response is deleted, the response is deleted too, but the record of the request stays.
 * `FeedbackRepository.removeAll` deletes the records of the account. A record older than 24 hours has no effect, even
 * before `purge` deletes it.
 *
 * All writes throw DomainError `idempotency` if the key was used for another request, `conflict` if an item of the
 * response was deleted, and `conflict` with `retryAfter` while the same request is running. They don't wait for it.
 */
export interface IdempotencyRepository {
  /** As `FeedbackRepository.add`, or as `FollowerRepository.addItem` without a message. */
  add(
    item: SubmittedFeedback,
    by: Actor,
    request: IdempotentRequest,
    respond: (item: Feedback) => string,
    follow?: NewFollow | null,
  ): Promise<StoredResponse>;
  /** As `FeedbackRepository.reviseAll`. */
  reviseAll(
    accountId: string,
    batch: BatchRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse>;
  /** As `FeedbackRepository.applyAll`. Not for a dry run. */
  applyAll(
    accountId: string,
    batch: OperationsBatch,
    request: IdempotentRequest,
    respond: (outcomes: readonly Outcome[]) => string,
  ): Promise<StoredResponse>;
  /** As `FeedbackRepository.merge`. */
  merge(
    accountId: string,
    merge: MergeRevision,
    request: IdempotentRequest,
    respond: (items: RevisedItems) => string,
  ): Promise<StoredResponse>;
  /**
   * As `NoteRepository.add`. The item belongs to the response.
   * @throws DomainError also `not_found`
   */
  addNotes(
    notes: readonly AddedNote[],
    at: Instant,
    request: IdempotentRequest,
    response: string,
  ): Promise<StoredResponse>;
  /** Whether a record of the key has effect at this time, so that a write with it changes nothing. */
  isKnown(
    accountId: string,
    request: Pick<IdempotentRequest, 'client' | 'key'>,
    at: Instant,
  ): Promise<boolean>;
  /**
   * Deletes a chunk of the records that were created at `end` or before, of all accounts: the only method without an
   * account. Returns how many it deleted; 0 if none is left, or if another instance is purging.
   */
  purge(end: Instant): Promise<number>;
}
