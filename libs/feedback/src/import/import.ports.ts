import type { Instant } from '@libs/kernel';
import type { ImportedFeedback } from './import';
import type { ImportCounts, ImportEntry } from './undo';
import type { StoredResponse, IdempotentRequest } from '../idempotency/idempotency';

/** Where imported items come to rest. */
export interface FeedbackImporter {
  /**
   * The one import of the account: what `work` adds is there for others when it has ended, all of it at once, and
   * what it throws undoes everything and is thrown on. In a dry run nothing is ever added, but everything is counted
   * as if it were.
   * @throws DomainError `rate_limit` when the account has an import under way, `unavailable` when too many others have
   */
  run<T>(accountId: string, dryRun: boolean, work: (target: ImportTarget) => Promise<T>): Promise<T>;
  /** Whether `ImportTarget.once` is doing this request at the moment, also on another instance. */
  isDoing(accountId: string, request: Pick<IdempotentRequest, 'client' | 'key'>): Promise<boolean>;
}

export interface ImportTarget {
  /**
   * Adds the items in their order, but for those whose id or external id an item of the account has, or one that was
   * added before. How many were added.
   */
  add(items: readonly ImportedFeedback[], importId: string): Promise<number>;
  /** Records the import for `ImportRepository`, and removes the records of imports that can no longer be undone. */
  record(entry: ImportEntry): Promise<void>;
  /**
   * Does `work` unless the request was done before (idempotency.md 2); its response is kept with what was added, or
   * nothing is. Not in a dry run.
   * @throws DomainError as `IdempotencyRepository`
   */
  once(request: ImportRequest, work: () => Promise<ImportResponse>): Promise<StoredResponse>;
}

/** A request that is known by what was read of it. */
export interface ImportRequest extends Pick<IdempotentRequest, 'client' | 'key'> {
  readonly at: Instant;
  /** Reads what is left of the file: whether it is the same is known only at its end. */
  fingerprint(): Promise<string>;
}

export interface ImportResponse {
  readonly text: string;
  /** The response is removed when this import is undone; null when it created nothing. */
  readonly importId: string | null;
}

/** Imports of the last hours and the items they created. Every method takes the account first. */
export interface ImportRepository {
  /** Imports after `end`, newest first, at most `limit`. */
  list(accountId: string, end: Instant, limit: number): Promise<readonly ImportEntry[]>;
  /** Zero for an unknown import. */
  count(accountId: string, importId: string): Promise<ImportCounts>;
  /**
   * Removes the import's items permanently, in chunks: an item that is being changed at the same time is removed as
   * changed, or kept. When no item is left, the record of the import goes too, and the response that is kept for its
   * `Idempotency-Key`. Returns how many items were removed; 0 when it is called again.
   * @param withChanged whether to remove items that were changed after the import
   */
  undo(accountId: string, importId: string, withChanged: boolean): Promise<number>;
}
