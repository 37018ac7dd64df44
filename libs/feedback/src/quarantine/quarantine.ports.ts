import type { Actor } from '@libs/kernel';
import type { Feedback } from '../items/feedback';
import type { QuarantinedFeedback } from './quarantine';

export interface QuarantineQuery {
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** ID of the last entry of the previous page (keyset pagination). The page starts with the next older entry. */
  readonly after?: string;
}

/**
 * Stores suspicious submissions. Every method except `add` takes the account ID first. Entries of other accounts and
 * malformed IDs count as not found. IDs are in lowercase. Every method except `removeAll` is atomic.
 */
export interface QuarantineRepository {
  /** Stores a new entry, all fields as given. */
  add(entry: QuarantinedFeedback): Promise<void>;
  /** Returns entries, newest first, at most `query.limit + 1`: an extra entry shows that another page follows. */
  list(accountId: string, query: QuarantineQuery): Promise<readonly QuarantinedFeedback[]>;
  /** Returns the exact number of entries. Takes time proportional to that number. */
  count(accountId: string): Promise<number>;
  /**
   * Replaces the entry with the feedback item that `released` returns, and records it as created. Returns the item;
   * null if not found.
   */
  release(accountId: string, id: string, by: Actor): Promise<Feedback | null>;
  /** Deletes the entry permanently. Returns false if it is not found. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** Deletes all entries of the account permanently, in chunks. Not atomic: after an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
