import type { Actor, Instant, SecurityEvent } from '@libs/kernel';
import type { Assignee } from '../items/assignee';
import type { Feedback } from '../items/feedback';
import type { FeedbackRequest } from '../requests/request';
import type { ImportedMerge, MergeOutcome } from './imported-merges';
import type { ImportedRequest, RequestOutcome } from './request-rows';
import type { ImportCounts, ImportEntry } from './undo';
import type { StoredResponse, IdempotentRequest } from '../idempotency/idempotency';

/** Stores imported items. */
export interface FeedbackImporter {
  /**
   * Runs an import atomically: other readers see the items that `work` adds when it ends, all together. If `work`
   * throws, everything is rolled back and the error is rethrown. A dry run stores nothing, but counts as if it did. An
   * account has at most one running import.
   * @throws DomainError `rate_limit` if the account has a running import, `unavailable` if too many accounts have one
   */
  run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T>;
  /** Whether `ImportTarget.runOnce` is running this request now, on any instance. */
  isInProgress(accountId: string, request: Pick<IdempotentRequest, 'client' | 'key'>): Promise<boolean>;
}

/** The writes of one import. */
export interface ImportTarget {
  /**
   * Adds the items in their order and returns how many were added. Creates tags that do not exist. Skips an item if the
   * account already has its ID or external ID, including items added by the same import.
   * @param requests of the items, whose totals count them already; those of skipped items are skipped
   */
  add(items: readonly Feedback[], importId: string, requests?: readonly FeedbackRequest[]): Promise<number>;
  /** Returns the members of the account with one of these names, in any order. */
  findMembers(names: readonly string[]): Promise<readonly Assignee[]>;
  /**
   * Merges items that this import has added, into each other or into items that existed, and returns what became of each.
   * Items of the import keep their versions and times, and have no events. An item that existed and gets duplicates
   * changes as by a merge of the import.
   */
  merge(merges: readonly ImportedMerge[], importId: string): Promise<readonly MergeOutcome[]>;
  /**
   * Adds requests to existing items, without events, and returns what became of each. Changes no request of an address
   * that asked already. Title keys name the only item that has such a title.
   */
  addRequests(rows: readonly ImportedRequest[], importId: string): Promise<readonly RequestOutcome[]>;
  /** Counts the added requests for their items, and stores the record of the import. */
  recordRequests(entry: ImportEntry, event?: SecurityEvent): Promise<void>;
  /**
   * Stores the record of the import for `ImportRepository`, and a `RecordedChange` in place of one per item. Deletes
   * records of imports that are too old to undo.
   * @param existing number of rows that the account already had
   * @param event also stored, in the security log
   */
  record(entry: ImportEntry, existing: number, event?: SecurityEvent): Promise<void>;
  /**
   * Runs `work` unless the request was completed before (idempotency.md 2). Stores the response together with the added
   * items. Not for dry runs.
   * @throws DomainError as `IdempotencyRepository`
   */
  runOnce(request: ImportRequest, work: () => Promise<ImportResponse>): Promise<StoredResponse>;
}

/** An idempotent request whose fingerprint is known only after its file was read. */
export interface ImportRequest extends Pick<IdempotentRequest, 'client' | 'key'> {
  readonly at: Instant;
  /** Reads the rest of the file and returns the fingerprint. */
  fingerprint(): Promise<string>;
}

export interface ImportResponse {
  readonly text: string;
  /** The stored response is deleted when this import is undone; null if it created nothing. */
  readonly importId: string | null;
}

/**
 * Recent imports and the items that they created. Every method takes the account ID first. Imports of other accounts
 * count as unknown.
 */
export interface ImportRepository {
  /** Returns the imports after `end`, newest first, at most `limit`. */
  list(accountId: string, end: Instant, limit: number): Promise<readonly ImportEntry[]>;
  /** Counts the items of the import that still exist; 0 for an unknown import. */
  count(accountId: string, importId: string): Promise<Omit<ImportCounts, 'requests'>>;
  /** Counts the requests that the import added to items that it did not create. */
  countRequests(accountId: string, importId: string): Promise<number>;
  /** Deletes these requests, without events, and returns how many. Works in chunks, and can be called again. */
  undoRequests(accountId: string, importId: string, event?: SecurityEvent): Promise<number>;
  /**
   * Deletes the items of the import permanently and returns how many; 0 if it is called again. Works in chunks. An item
   * that is changed concurrently counts as changed. When no item is left, deletes the record of the import and the
   * stored response of its `Idempotency-Key`.
   * @param withChanged whether to delete items that were changed after the import; otherwise they are kept
   * @param event stored in the security log with the deletion of the first items
   */
  undo(
    accountId: string,
    importId: string,
    withChanged: boolean,
    by: Actor,
    event?: SecurityEvent,
  ): Promise<number>;
}
