import type { Actor, SecurityEvent } from '@libs/kernel';
import type { BatchRevision, ItemVersion, RevisedItems } from '../batch/batch';
import type { Outcome } from '../batch/operations';
import type { OperationsBatch } from '../batch/operations.plan';
import type { MergeRevision } from '../duplicates/merge';
import type { SubmittedFeedback } from '../requests/verified-person';
import type { Feedback } from './feedback';
import type { ExpectedVersion, Revision } from './revision';

/**
 * Stores feedback items. Every method except `add` takes the account ID first. Items of other accounts and malformed
 * IDs count as not found. IDs are in lowercase. Tags must exist (`TagRepository.ensure`); others are left out. Every method except `removeAll` is atomic.
 *
 * Every change of an item is recorded in its transaction as a `RecordedChange`, except those of `removeAll`.
 */
export interface FeedbackRepository {
  /**
   * Stores a new item, all fields as given.
   * @throws DomainError `conflict` `external_id_taken` if another item of the account has its external ID
   */
  add(item: SubmittedFeedback, by: Actor): Promise<void>;
  /** Returns the item; null if it is not found. */
  find(accountId: string, id: string): Promise<Feedback | null>;
  /** Returns the item with this external ID, compared exactly; null if there is none. */
  findByExternalId(accountId: string, externalId: string): Promise<Feedback | null>;
  /** Returns the IDs of the items that have these external IDs, by external ID. */
  findHolders(accountId: string, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the items in the order of `ids`, from one snapshot; null for each item that is not found.
   * @param ids without duplicates
   */
  findAll(accountId: string, ids: readonly string[]): Promise<readonly (Feedback | null)[]>;
  /**
   * Applies the function `revised` to the stored item, without interference by concurrent writers. Returns the item after
   * the revision, unchanged if the revision changes no value; null if it is not found.
   * @throws DomainError as `revised`, and `conflict` `external_id_taken`
   */
  revise(accountId: string, id: string, revision: Revision): Promise<Feedback | null>;
  /**
   * Applies all updates of a batch, or none if an item is not found. Concurrent batches wait for each other and never
   * deadlock.
   * @throws DomainError as `revisedAll`, and `conflict` `external_id_taken`
   */
  reviseAll(accountId: string, batch: BatchRevision): Promise<RevisedItems>;
  /**
   * Applies the function `applyOperations`: all lines, or none. Creates missing tags. Concurrent calls never deadlock, and
   * create one item for an external ID. Returns the outcome of each line.
   * @throws DomainError as `applyOperations`, and `rate_limit` as `merge`
   */
  applyAll(accountId: string, batch: OperationsBatch): Promise<readonly Outcome[]>;
  /**
   * Applies the function `merged` to updates and to the groups of their items, or nothing if an item is not found.
   * Concurrent merges of an account wait for each other.
   * @throws DomainError `precondition_failed` if the stored version of the first item is not one of `expected`, and as
   *   `merged`
   */
  merge(accountId: string, merge: MergeRevision): Promise<RevisedItems>;
  /** Returns what `merge` would return now, without writing. */
  previewMerge(accountId: string, merge: Omit<MergeRevision, 'by'>): Promise<RevisedItems>;
  /**
   * Deletes an item permanently. Its duplicates are then merged into the item that it was merged into, or into none.
   * Returns false if it is not found.
   * @throws DomainError `precondition_failed` if the stored version is not one of `expected`
   */
  remove(accountId: string, id: string, expected: ExpectedVersion, by: Actor): Promise<boolean>;
  /**
   * Deletes permanently every item whose stored version is the given one. Returns the IDs of the items that have
   * another version, without those that are not found. Concurrent calls never deadlock.
   * @param eventOf returns the event for the security log, which is stored with the deletion of at least one item
   */
  removeUnchanged(
    accountId: string,
    items: readonly ItemVersion[],
    by: Actor,
    eventOf?: (deleted: number) => SecurityEvent,
  ): Promise<readonly string[]>;
  /**
   * Deletes all items of the account permanently, with the records of its imports and idempotent requests. Works in
   * chunks and is not atomic: after an error, call it again.
   */
  removeAll(accountId: string): Promise<void>;
}
