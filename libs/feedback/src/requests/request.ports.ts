import type { Actor } from '@libs/kernel';
import type { FeedbackRequest, NewRequest, RequestChange, RequestSource } from './request';

export interface RequestsQuery {
  /** Page size, 1 to 100. */
  readonly limit: number;
  /** ID of the last request of the previous page. The page starts with the next older request. */
  readonly after?: string;
}

/** Requests to add to an item, their author, and how each becomes a request. */
export interface RequestAddition {
  /** At most one for each address. */
  readonly inputs: readonly NewRequest[];
  readonly source: RequestSource;
  readonly by: Actor;
  readonly now: Date;
  readonly newId: () => string;
  /** Whether an identity token confirms them. */
  readonly verified?: boolean;
}

export interface AddedRequest {
  readonly request: FeedbackRequest;
  /** False if a request of the same address was updated. */
  readonly isNew: boolean;
}

/** Place of a request among all stored requests of an account. */
export type RequestPlace = Pick<FeedbackRequest, 'feedback_id' | 'id'>;

/**
 * Stores requests. Every method takes the account ID first. Requests of other accounts and malformed IDs count as not
 * found, and so do those of an item that was deleted. IDs are in lowercase. The requests of a deleted item are deleted
 * when its deletion is published (events.md 1).
 *
 * Every change keeps `request_count` and `request_value` of the item, and of the target that it is merged into, and sets
 * their `updated_at` if one of them changes, but not their version (requests.md 2). An addition and a deletion are
 * recorded in its transaction as a `RecordedChange`.
 */
export interface RequestRepository {
  /**
   * Adds requests to an item, all or none. One with the address of a stored request, or of the submission, updates that
   * one (`changedRequest`). `verified` ones are confirmed at `now` (`verifiedRequest`). Returns them in the order of the inputs; null if the item is not found.
   * @throws DomainError `conflict` `request_limit_reached`
   */
  add(accountId: string, itemId: string, addition: RequestAddition): Promise<readonly AddedRequest[] | null>;
  /**
   * Returns requests of the item and of its duplicates, submissions included, newest first, at most `query.limit + 1`: an
   * extra one shows that another page follows. Returns null if the item is not found.
   */
  list(accountId: string, itemId: string, query: RequestsQuery): Promise<readonly FeedbackRequest[] | null>;
  /** Returns a request of the item itself, also its submission; null if it is not found. */
  find(accountId: string, itemId: string, id: string): Promise<FeedbackRequest | null>;
  /**
   * Applies the function `changedRequest`. Returns the request after the change; null if it is not found.
   * @throws DomainError as `changedRequest`, and `conflict` `request_exists` if another request of the item has the address
   */
  change(
    accountId: string,
    itemId: string,
    id: string,
    revision: { readonly change: RequestChange; readonly by: Actor },
  ): Promise<FeedbackRequest | null>;
  /** Deletes a request permanently, unless it is the submission. Returns false if it is not found. */
  remove(accountId: string, itemId: string, id: string, by: Actor): Promise<boolean>;
  /**
   * Returns stored requests of all items after a place, in the order of their items, at most `limit`. A submission
   * without details is not stored.
   */
  listAll(accountId: string, after: RequestPlace | null, limit: number): Promise<readonly FeedbackRequest[]>;
  /** Deletes all requests of the account permanently, in chunks. Not atomic: after an error, call it again. */
  removeAll(accountId: string): Promise<void>;
}
